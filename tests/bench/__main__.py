"""`make bench`: each figure as value, limit, ok or over. Never part of the tests: timing decides nothing there."""

from tests.bench import answers, on_discord, pages, pictures, posting, reading, rules, start
from tests.bench.measure import report

if __name__ == "__main__":
    report(
        [
            *rules.measures(),
            *reading.measures(),
            *answers.measures(),
            *posting.measures(),
            *pages.measures(),
            *on_discord.measures(),
            *pictures.measures(),
            *start.measures(),
        ]
    )
