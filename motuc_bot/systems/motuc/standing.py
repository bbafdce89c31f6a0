"""Standing orders in a battle: whether a message of them is right, how it is understood, what it gives now.

Of each figure the clauses with a number of lives come first, the smallest first, then those that name the figure, then
those for all figures of the seat, each in the order written. An attack is answered by the first of them whose
condition holds and of whose choices the rules allow one. What none answers stays open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from motuc_bot.language.reading import LineKind
from motuc_bot.systems.motuc.phrase import phrase
from motuc_bot.systems.motuc.reader import Reader
from motuc_bot.systems.motuc.refusals import explain
from motuc_bot.systems.motuc.standing_clauses import Clause, Unclear, When, begins, clauses_of, ends, tidied
from motuc_bot.systems.motuc.wording import listed
from motuc_bot.systems.standing import StandingFault, StandingOrder
from rules.core import GeneralCode, Rejected, Seat
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.answers import Answer, Dodge, LeftToReferee, Parry, Resist
from rules.motuc.codes import Ruling
from rules.motuc.model import BARE_HAND, START_LIFE, Figure, State
from rules.motuc.reactions import Threat, fitting, open_threats, stake_in
from rules.motuc.words import FigureName, Phase

_LONGEST = 1000
_EXAMPLE = "Bei Nahkampf: pariert, sonst weicht aus; bei Schüssen: 1 je Schuss"
_HOW_LONG = "Das gilt, bis du neue Vorgaben schickst; „keine Vorgaben mehr“ nimmt sie zurück."
_TAKEN_BACK = "Deine Vorgaben für Reaktionen gelten nicht mehr."
_NO_SPELL = "Gegen Zauber gibt es keine Reaktion (R-Z3): Diese Zeile bewirkt nichts."


class _Wrong(Exception):
    """Something that a clause may not say, in German; `code` is that of the fault."""

    def __init__(self, message: str, code: str = GeneralCode.SYNTAX) -> None:
        super().__init__(message)
        self.message, self.code = message, code


@dataclass(frozen=True, slots=True)
class _Known:
    """A clause with the figures that it is for; `named` tells that it names its figure."""

    clause: Clause
    figures: tuple[Figure, ...]

    @property
    def named(self) -> bool:
        return self.clause.head is not None

    @property
    def rank(self) -> tuple[int, bool]:
        """Its place among the clauses of a figure; those of the same rank stay as they were written."""
        low = self.clause.when is When.LOW
        return (self.clause.below if low else START_LIFE + 1), not self.named and not low


def reacting_seats(state: State) -> tuple[Seat, ...]:
    """Return the seats whose reactions are awaited now; nobody's while the battle is paused."""
    if state.phase.reactor is None or state.paused:
        return ()
    return tuple(dict.fromkeys(state.figure(threat.figure).seat for threat in open_threats(state)))


def standing_order(state: State, seat: Seat, text: str, reader: Reader) -> StandingOrder | None:
    """Return what a private message of the seat leaves for reactions to come; None if it means nothing of the kind."""
    if ends(text):
        return StandingOrder(told=(_TAKEN_BACK,))
    if not begins(text):
        return None
    kept = tidied(text)
    faults = tuple(_faults(state, seat, text, kept, reader))
    if faults:
        return StandingOrder(faults=faults)
    known = [_known(state, seat, clause, reader) for clause in clauses_of(text) if isinstance(clause, Clause)]
    return StandingOrder(kept, (*_told(known, reader), _HOW_LONG))


def standing_lines(state: State, seat: Seat, text: str, reader: Reader) -> tuple[str, ...]:
    """Return the lines of a post that react now as the kept text says, one for each figure; () if none does."""
    lines: list[str] = []
    clauses = [clause for clause in clauses_of(text) if isinstance(clause, Clause)]
    for figure in state.figures:
        if figure.seat != seat or not figure.standing:
            continue
        state, reactions = _reactions(state, figure, list(_clauses_for(state, seat, figure, clauses, reader)), reader)
        said = [one for one in reactions if not isinstance(one.answer, LeftToReferee)]
        if said:
            lines.append(phrase(cm.React(figure.name, tuple(said))))
        lines += [_left(figure, one) for one in reactions if isinstance(one.answer, LeftToReferee)]
    return tuple(lines)


# --- what holds now ----------------------------------------------------------------------------------------------


def _clauses_for(
    state: State, seat: Seat, figure: Figure, clauses: Iterable[Clause], reader: Reader
) -> Iterator[Clause]:
    """Yield the clauses that are for a figure, the first that may hold first."""
    known: list[_Known] = []
    for clause in clauses:
        try:
            known.append(_known(state, seat, clause, reader))
        except (_Wrong, Rejected):
            # The figure plays no longer, or for somebody else.
            continue
    for one in sorted(known, key=lambda one: one.rank):
        if figure.name in [mine.name for mine in one.figures]:
            yield one.clause


def _reactions(
    state: State, figure: Figure, clauses: Sequence[Clause], reader: Reader
) -> tuple[State, list[cm.Reaction]]:
    """Return the reactions of a figure to all open attacks for which it has a clause, and the state after them."""
    reactions: list[cm.Reaction] = []
    for threat in [threat for threat in open_threats(state) if threat.figure == figure.name]:
        for answer in _answers(figure, threat, clauses, reader):
            reaction = cm.Reaction(answer, threat.attacker, threat.shot)
            try:
                events = MOTUC.decide(state, figure.seat, cm.React(figure.name, (reaction,)))
            except Rejected:
                continue
            for event in events:
                state = MOTUC.evolve(state, event)
            reactions.append(reaction)
            break
    return state, reactions


def _answers(figure: Figure, threat: Threat, clauses: Iterable[Clause], reader: Reader) -> Iterator[Answer]:
    """Yield the answers to an attack that the clauses name, first choice first."""
    for clause in clauses:
        if threat.kind not in clause.when.kinds or (clause.when is When.LOW and figure.life >= clause.below):
            continue
        for action in clause.actions:
            read = _read(reader, figure.name, action)
            for reaction in read if isinstance(read, tuple) else ():
                if reaction.attacker in (None, threat.attacker) and reaction.shot in (0, threat.shot):
                    yield reaction.answer
                    break


def _left(figure: Figure, reaction: cm.Reaction) -> str:
    whom = f"Schuss {reaction.shot} von {reaction.attacker}" if reaction.shot else reaction.attacker
    return f"{figure.name}: überlässt {whom} dem Schiedsrichter"


# --- whether it is right -----------------------------------------------------------------------------------------


def _faults(state: State, seat: Seat, text: str, kept: str, reader: Reader) -> Iterator[StandingFault]:
    """Yield what is wrong with a message, line by line."""
    if state.phase is Phase.OVER:
        yield StandingFault(1, "", GeneralCode.WRONG_PHASE, "Die Schlacht ist vorbei: Es gibt keine Reaktionen mehr.")
        return
    if len(kept) > _LONGEST:
        yield StandingFault(1, "", GeneralCode.SYNTAX, f"Das ist zu lang: Vorgaben haben höchstens {_LONGEST} Zeichen.")
        return
    for clause in clauses_of(text):
        try:
            if isinstance(clause, Unclear):
                raise _Wrong(clause.message)
            _check(state, seat, clause, reader)
        except _Wrong as wrong:
            # What is nearly right is told as it should be.
            message = wrong.message if "`" in wrong.message else f"{wrong.message}\nZum Beispiel: `{_EXAMPLE}`"
            yield StandingFault(clause.number, clause.line, wrong.code, message)


def _check(state: State, seat: Seat, clause: Clause, reader: Reader) -> None:
    """Let pass a clause that may come to count for one of its figures at least. Raises: _Wrong."""
    figures = _known(state, seat, clause, reader).figures
    if clause.when is When.LOW and not 2 <= clause.below <= START_LIFE:
        raise _Wrong(f"Unter {clause.below} Leben: möglich ist eine Zahl von 2 bis {START_LIFE}.")
    for action in clause.actions:
        wrong = [_wrong(state, seat, figure, clause, action, reader) for figure in figures]
        if None not in wrong:
            first = wrong[0]
            assert first is not None
            raise first


def _wrong(state: State, seat: Seat, figure: Figure, clause: Clause, action: str, reader: Reader) -> _Wrong | None:
    """Return why a figure could never do that then."""
    read = _read(reader, figure.name, action)
    if isinstance(read, tuple):
        try:
            for reaction in read:
                _possible(figure, clause.when, reaction)
        except Rejected as rejected:
            read = rejected
        else:
            return None
    if read is None:
        return _Wrong(
            f"„{action}“ ist keine Reaktion: Möglich ist parieren, ausweichen, widerstehen oder sich nicht wehren."
        )
    message = explain(read, state, seat=seat, text=clause.line, made_up=False)
    return _Wrong(message, str(getattr(read, "code", GeneralCode.SYNTAX)))


def _possible(figure: Figure, when: When, reaction: cm.Reaction) -> None:
    """Let pass what a figure could do in reaction to some attack, with what it carries. Raises: Rejected."""
    refused: list[Rejected] = []
    for kind in when.kinds:
        try:
            fitting(figure, kind, reaction)
        except Rejected as rejected:
            refused.append(rejected)
    if refused and len(refused) == len(when.kinds):
        raise refused[0]
    stake = stake_in(reaction.answer)
    if stake is not None and stake > figure.sheet.agility:
        raise Rejected(Ruling.R_N4, "too_much_agility", figure=figure.name, named=stake, agility=figure.sheet.agility)
    match reaction.answer:
        case Parry(weapon=weapon) if weapon is not None and weapon != BARE_HAND.name:
            carried = next((item.weapon for item in figure.items if item.weapon.name == weapon), None)
            if carried is None:
                raise Rejected(Ruling.R_T5, "not_carried", figure=figure.name, weapon=weapon)
            if carried.melee is None:
                raise Rejected(Ruling.R_N1, "no_melee_weapon", figure=figure.name, weapon=weapon)
        case _:
            pass


def _read(reader: Reader, figure: FigureName, action: str) -> tuple[cm.Reaction, ...] | Exception | None:
    """Return the reactions that a figure would announce in a post with these words; None: they are no reaction."""
    lines = reader.read(f"{figure}: {action}").lines
    if len(lines) != 1 or lines[0].kind is not LineKind.COMMAND:
        return None
    if lines[0].error is not None:
        return lines[0].error
    reactions: list[cm.Reaction] = []
    for command in lines[0].commands:
        if not isinstance(command, cm.React):
            return None
        reactions += command.reactions
    return tuple(reactions)


def _known(state: State, seat: Seat, clause: Clause, reader: Reader) -> _Known:
    """Return the clause with its figures. Raises: _Wrong."""
    mine = tuple(figure for figure in state.figures if figure.seat == seat and figure.standing)
    if not mine:
        raise _Wrong("Vorgaben hinterlässt, wer eine Figur spielt: Du hast hier keine.", GeneralCode.NOT_YOUR_FIGURE)
    if clause.head is None:
        return _Known(clause, mine)
    # As the head of a line in a post: with its short forms, and what is said of a name that nobody has.
    lines = reader.read(f"{clause.head}: passt").lines
    line = lines[0] if len(lines) == 1 else None
    if line is not None and line.error is not None:
        raise _Wrong(explain(line.error, state, seat=seat, made_up=False), str(line.error.code))
    command = line.commands[0] if line is not None and line.commands else None
    if not isinstance(command, cm.Pass):
        raise _Wrong(f"Eine Figur „{clause.head}“ gibt es hier nicht.", GeneralCode.UNKNOWN_NAME)
    figure = next((figure for figure in mine if figure.name == command.figure), None)
    if figure is None:
        raise _Wrong(
            f"{command.figure} spielst du nicht, sondern {listed(one.name for one in mine)}.",
            GeneralCode.NOT_YOUR_FIGURE,
        )
    return _Known(clause, (figure,))


# --- how it is understood ----------------------------------------------------------------------------------------


def _told(known: Sequence[_Known], reader: Reader) -> Iterator[str]:
    """Yield what was understood: for each group of figures its clauses, in the order in which they are looked at."""
    groups: dict[tuple[FigureName, ...], list[_Known]] = {}
    for one in sorted(known, key=lambda one: one.rank):
        groups.setdefault(tuple(figure.name for figure in one.figures), []).append(one)
    for names, mine in groups.items():
        yield f"Verstanden, Vorgaben für {listed(names)}:"
        for one in mine:
            done = ", sonst ".join(_done(one.figures, action, reader) for action in one.clause.actions)
            yield f"• {one.clause.when.value.format(one.clause.below)}: {done}"
            if one.clause.when is When.SPELL:
                yield _NO_SPELL


def _done(figures: Iterable[Figure], action: str, reader: Reader) -> str:
    """Return what is done, as one of the figures that can do it reads it."""
    for figure in figures:
        read = _read(reader, figure.name, action)
        if isinstance(read, tuple) and not any(isinstance(one.answer, LeftToReferee) for one in read):
            whole = all(isinstance(one.answer, Dodge | Resist) and stake_in(one.answer) is None for one in read)
            text = phrase(cm.React(figure.name, read)).removeprefix(f"{figure.name}: ")
            return f"{text} (mit aller Beweglichkeit, die dann noch da ist)" if whole else text
    return action
