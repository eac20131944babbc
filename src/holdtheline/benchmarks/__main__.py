"""Run all benchmarks, a group of them, or some by name, one after the other."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from . import BENCHMARKS, Benchmark
from .measure import SKIPPED

RESULTS = {0: "done", SKIPPED: "skipped"}


def list_benchmarks() -> str:
    """Return a table of all benchmarks: name, duration, what each measures."""
    width = max(len(benchmark.name) for benchmark in BENCHMARKS)
    return "\n".join(f"{one.name:{width}}  {one.duration:>6}  {one.measures}" for one in BENCHMARKS)


def select(names: list[str]) -> list[Benchmark]:
    """Return the benchmarks of these groups and names (no names: all); raise `KeyError` for an unknown one."""
    for name in names:
        if not any(name in (one.name, one.name.split(".")[0]) for one in BENCHMARKS):
            raise KeyError(name)
    return [one for one in BENCHMARKS if not names or {one.name, one.name.split(".")[0]} & set(names)]


def run(benchmark: Benchmark, options: list[str]) -> str:
    """Run a benchmark in its own process, so that none slows the next; return one line about it."""
    print(f"\n# {benchmark.name}: {benchmark.measures} (about {benchmark.duration})\n", flush=True)
    began = time.monotonic()
    code = subprocess.run([sys.executable, "-m", benchmark.module, *options]).returncode
    return f"{benchmark.name}: {RESULTS.get(code, f'FAILED, exit code {code}')}, {time.monotonic() - began:.0f} s"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m holdtheline.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a benchmark or a group, such as speed (default: all)")
    parser.add_argument("--list", action="store_true", help="list all benchmarks and exit")
    parser.add_argument("--quick", action="store_true", help="use the smallest sizes, to see that everything works")
    args = parser.parse_args()
    if args.list:
        print(list_benchmarks())
        return 0
    try:
        selected = select(args.names)
    except KeyError as error:
        parser.error(f"there is no benchmark {error}; --list lists them")
    results = [run(benchmark, ["--quick"] if args.quick else []) for benchmark in selected]
    print("", *results, sep="\n")
    return int(any("FAILED" in result for result in results))


if __name__ == "__main__":
    sys.exit(main())
