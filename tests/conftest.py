"""Settings that all tests share."""

import signal

from hypothesis import settings

# Whoever starts the tests in the background lets them ignore Ctrl+C, and all programs that they start and end by it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Timing never decides a test; the same examples everywhere, so that a failure can be repeated.
settings.register_profile("house", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("soak", deadline=None, max_examples=20_000)
settings.load_profile("house")

pytest_plugins = ["tests.databases"]
