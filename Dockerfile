# MotUC-Bot as a container: docs/betrieb.md says how it is run.
FROM python:3.13-slim AS build
WORKDIR /app
RUN python -m venv .venv
COPY deploy/requirements.lock deploy/
RUN .venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r deploy/requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY rules rules
COPY motuc_bot motuc_bot
RUN .venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation --no-index .

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /var/lib/motuc-bot --create-home --shell /usr/sbin/nologin motuc-bot
COPY --from=build /app/.venv /app/.venv
USER 10001:10001
WORKDIR /var/lib/motuc-bot
VOLUME /var/lib/motuc-bot
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=2 \
    MOTUC_DATABASE_URL=sqlite:////var/lib/motuc-bot/motuc-bot.db \
    MOTUC_HEALTH_PORT=8018
# As Ctrl+C: it ends in order.
STOPSIGNAL SIGINT
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s --retries=3 \
    CMD ["python", "-c", "import http.client as h; c = h.HTTPConnection('127.0.0.1', 8018, timeout=5); c.request('GET', '/healthz'); raise SystemExit(c.getresponse().status != 200)"]
ENTRYPOINT ["motuc-bot"]
CMD ["bot"]
