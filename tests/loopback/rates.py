"""How often a bot may ask: each kind of request has a limit in each channel, which every answer tells."""

import hashlib
import re
import time
from dataclasses import dataclass, field

# Discord does not publish its limits; these are what its answers have been seen to tell.
_KNOWN = (
    ("POST", r"/channels/\d+/messages$", 5, 5.0),
    ("PATCH", r"/channels/\d+/messages/\d+$", 5, 5.0),
    ("DELETE", r"/channels/\d+/messages/\d+$", 5, 1.0),
    ("(PUT|DELETE)", r"/channels/\d+/messages/\d+/reactions/", 1, 0.25),
    ("(PUT|DELETE)", r"/channels/\d+/(messages/)?pins/\d+$", 5, 5.0),
    ("GET", r"/channels/\d+/messages", 5, 5.0),
    ("POST", r"/users/@me/channels$", 10, 10.0),
    ("POST", r"/webhooks/\d+/", 5, 2.0),
)
_GENEROUS = (1000, 1.0)
_NUMBER = re.compile(r"\d{5,}")


@dataclass(slots=True)
class Bucket:
    """Requests that count together: so many in a window, which began some time ago."""

    name: str
    limit: int
    window: float
    begun: float = field(default_factory=time.monotonic)
    used: int = 0

    def take(self) -> float:
        """Count a request; return the seconds to wait if it is one too many, else 0."""
        # By the real time: by it the bot waits.
        now = time.monotonic()
        if now - self.begun >= self.window:
            self.begun, self.used = now, 0
        if self.used >= self.limit:
            return self.window - (now - self.begun)
        self.used += 1
        return 0.0

    def headers(self) -> dict[str, str]:
        """Return what an answer tells of it."""
        left = max(0.0, self.window - (time.monotonic() - self.begun))
        return {
            "X-RateLimit-Bucket": self.name,
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.limit - self.used),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
        }


@dataclass(slots=True)
class Rates:
    """The buckets; `enforced` = the limits are Discord's, else so generous that nobody waits."""

    enforced: bool = False
    _buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict)

    def bucket(self, method: str, path: str) -> Bucket:
        """Return the bucket of a request."""
        # One for each channel, or interaction: the first number of a path.
        major = _NUMBER.search(path)
        route = f"{method} {_NUMBER.sub('…', path)}"
        key = (route, major.group() if major else "")
        if key not in self._buckets:
            limit, window = self._limit(method, path)
            # The name is the same in all channels.
            self._buckets[key] = Bucket(hashlib.sha256(route.encode()).hexdigest()[:32], limit, window)
        return self._buckets[key]

    def _limit(self, method: str, path: str) -> tuple[int, float]:
        if not self.enforced:
            return _GENEROUS
        for methods, pattern, limit, window in _KNOWN:
            if re.fullmatch(methods, method) and re.match(pattern, path):
                return limit, window
        return _GENEROUS
