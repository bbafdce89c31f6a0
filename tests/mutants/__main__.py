"""Breaks the rules at random, one small change at a time, and tells which changes no conformance case notices.

`python -m tests.mutants [COUNT] [SEED] [FILE …]`: each mutant is a copy of the project in a folder of its own, in which
one comparison, sum, number or condition of `rules/motuc` is changed; every case is played against it. Not part of
`make test`: it takes some seconds for each mutant.
"""

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
CHAPTERS = ROOT / "rules" / "motuc"
# Descriptions, not rules: a change there is no broken rule.
LEFT_OUT = (
    *("__init__", "actions", "answers", "chances", "codes", "commands", "dice_keys", "events"),
    *("invariants", "offers", "system", "view", "words"),
)

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_SUMS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the file, the line and what was done, and the changed source."""

    file: str
    line: int
    change: str
    source: str


def random_mutant(file: Path, random: Random) -> Mutant | None:
    """Return one mutant of the file; None where the place that chance chose can't be changed."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    node = random.choice(list(ast.walk(tree)))
    change = None if _in_decorator(tree, node) else _change(node, random.randrange(3))
    if change is None:
        return None
    broken = ast.unparse(ast.fix_missing_locations(tree))
    return Mutant(str(file.relative_to(ROOT)), getattr(node, "lineno", 0), change, broken)


def _in_decorator(tree: ast.AST, node: ast.AST) -> bool:
    """Tell whether the node only says how a class is made."""
    decorated = (part for part in ast.walk(tree) if isinstance(part, ast.ClassDef | ast.FunctionDef))
    return any(part is node for one in decorated for top in one.decorator_list for part in ast.walk(top))


def _change(node: ast.AST, variant: int) -> str | None:
    """Change the node in its tree; None where it has no such variant."""
    match node:
        case ast.Compare(ops=[first, *_]) if variant == 0 and type(first) in _COMPARISONS:
            node.ops[0] = _COMPARISONS[type(first)]()
            return f"{type(first).__name__} -> {type(node.ops[0]).__name__}"
        case ast.BinOp(op=op) if (
            variant == 0 and type(op) in _SUMS and not isinstance(node.right, ast.Constant | ast.Name)
        ):
            node.op = _SUMS[type(op)]()
            return f"{type(op).__name__} -> {type(node.op).__name__}"
        case ast.BinOp(op=op) if variant == 0 and type(op) in _SUMS:
            node.op = _SUMS[type(op)]()
            return f"{type(op).__name__} -> {type(node.op).__name__}"
        case ast.BoolOp(op=op) if variant == 0:
            node.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            return f"{type(op).__name__} -> {type(node.op).__name__}"
        case ast.BoolOp(values=values) if variant in (1, 2):
            dropped = values.pop(0 if variant == 1 else -1)
            if not values:
                return None
            if len(values) == 1:
                values.append(values[0])
            return f"dropped {ast.unparse(dropped)}"
        case ast.Constant(value=bool() as value) if variant == 0:
            node.value = not value
            return f"{value} -> {not value}"
        case ast.Constant(value=int() as value) if variant < 2 and not isinstance(value, bool):
            node.value = value + (1 if variant == 0 else -1)
            return f"{value} -> {node.value}"
        case ast.UnaryOp(op=ast.Not(), operand=operand) if variant == 0:
            node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), operand)
            return "dropped not"
        case ast.If(test=test) if variant == 0:
            node.test = ast.Constant(value=False)
            return f"dropped if {ast.unparse(test)}"
        case ast.Call(func=ast.Name(id="min" | "max" as name)) if variant == 0:
            node.func = ast.Name(id="max" if name == "min" else "min", ctx=ast.Load())
            return f"{name} swapped"
        case _:
            return None


def noticed(mutant: Mutant, pristine: Path) -> bool:
    """Play all cases against the mutant; True if one fails."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(pristine, folder, dirs_exist_ok=True)
        (Path(folder) / mutant.file).write_text(mutant.source, encoding="utf-8")
        return not all_cases_pass(Path(folder))


def all_cases_pass(folder: Path) -> bool:
    """Tell whether the project in the folder passes all its cases in good time."""
    try:
        run = subprocess.run(
            [sys.executable, "-m", "tests.mutants.cases"],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(folder)},
            capture_output=True,
            timeout=120,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def main(count: int, seed: int, names: list[str]) -> int:
    """Try `count` mutants, an equal share for each chapter, and print the survivors."""
    everything = [file for file in sorted(CHAPTERS.glob("*.py")) if file.stem not in LEFT_OUT]
    chapters = [CHAPTERS / name for name in names] or everything
    random = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        pristine = Path(folder)
        for part in ("rules", "motuc_bot", "tests"):
            shutil.copytree(ROOT / part, pristine / part, ignore=shutil.ignore_patterns("__pycache__"))
        if not all_cases_pass(pristine):
            print("a case fails without any change; mend that first")
            return 1
        chosen = _choose(count, chapters, random)
        with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            verdicts = list(pool.map(lambda mutant: noticed(mutant, pristine), chosen))
    survivors = [mutant for mutant, seen in zip(chosen, verdicts, strict=True) if not seen]
    for mutant in survivors:
        print(f"survived: {mutant.file}:{mutant.line}: {mutant.change}")
    print(f"{len(chosen)} mutants, {len(chosen) - len(survivors)} noticed, {len(survivors)} survived")
    return 0


def _choose(count: int, chapters: list[Path], random: Random) -> list[Mutant]:
    chosen: dict[tuple[str, str], Mutant] = {}
    for attempt in range(200 * count):
        if len(chosen) == count:
            break
        mutant = random_mutant(chapters[attempt % len(chapters)], random)
        if mutant is not None:
            chosen.setdefault((mutant.file, mutant.source), mutant)
    return list(chosen.values())


if __name__ == "__main__":
    arguments = sys.argv[1:]
    tries = int(arguments[0]) if arguments else 60
    sys.exit(main(tries, int(arguments[1]) if len(arguments) > 1 else 1, arguments[2:]))
