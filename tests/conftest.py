"""Settings that all tests share."""

from hypothesis import settings

# Timing never decides a test; the same examples everywhere, so that a failure can be repeated.
settings.register_profile("house", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("soak", deadline=None, max_examples=20_000)
settings.load_profile("house")

pytest_plugins = ["tests.databases"]
