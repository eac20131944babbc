# Build: docker build -t holdtheline .
# Run:   docker run -p 127.0.0.1:8017:8017 -v holdtheline:/data holdtheline
# The volume keeps the games and the compiled rules.
FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY src src
COPY docs docs
# The wheel contains the documentation.
RUN pip install --no-cache-dir --constraint constraints.txt '.[docs]' && python -m sphinx -W -q -d /tmp/docs -c docs/_site docs src/holdtheline/web/site
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
# bubblewrap is a second wall around the bots of courses. Debian keeps one version of it, so none is pinned.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/*
COPY --from=build /wheels /wheels
COPY constraints.txt /wheels/
RUN pip install --no-cache-dir --constraint /wheels/constraints.txt "$(ls /wheels/*.whl)[all]" && rm -r /wheels
RUN useradd --create-home --uid 1000 player && install --directory --owner player --mode 700 /data
USER 1000
ENV XDG_DATA_HOME=/data XDG_CACHE_HOME=/data/cache PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8017
HEALTHCHECK --start-period=20s CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8017/api/games', timeout=5)"]
CMD ["htl", "serve", "--host", "0.0.0.0", "--no-open"]
