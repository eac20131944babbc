"""`python -m tests.seeded_faults`: seed every fault, run its tests, and say which faults were missed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from .catalog import Fault, read_faults
from .study import CAUGHT, Finding, Study


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.seeded_faults", description=__doc__)
    parser.add_argument("--only", action="append", metavar="ID", help="examine only this fault (may be repeated)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the results in this file, and resume from it")
    parser.add_argument("--tests-from", metavar="REV", help="take the tests of another git revision")
    parser.add_argument("--list", action="store_true", help="list the faults and run nothing")
    options = parser.parse_args(words)
    faults = choose_faults(options.only or [])
    if options.list:
        for fault in faults:
            print(f"{fault.id:32}  {fault.area:8}  {fault.breaks}")
        return 0
    study = Study(options.tests_from)
    study.lock()
    findings = run_study(faults, study, options.json)
    missed = [finding.id for finding in findings if finding.verdict != CAUGHT]
    seconds = sum(finding.seconds for finding in findings)
    print(f"{len(findings) - len(missed)} of {len(findings)} faults caught, {seconds:.0f} s of processor time")
    if missed:
        print(f"not caught: {', '.join(missed)}")
    return 1 if missed else 0


def choose_faults(ids: Sequence[str]) -> list[Fault]:
    faults = {fault.id: fault for fault in read_faults()}
    unknown = [id_ for id_ in ids if id_ not in faults]
    if unknown:
        sys.exit(f"There is no fault {unknown[0]}; --list lists them all.")
    return [faults[id_] for id_ in ids] if ids else list(faults.values())


def run_study(faults: Sequence[Fault], study: Study, file: Path | None) -> list[Finding]:
    """Examine the faults that have no result yet, and save each result at once."""
    stored = read_findings(file)
    known = {fault.id for fault in faults if fault.id in stored and stored[fault.id].key == study.key(fault)}
    if any(fault.id not in known and not fault.changes_kernels for fault in faults):
        study.warm()
    findings = []
    for number, fault in enumerate(faults, 1):
        print(f"[{number:2}/{len(faults)}] {fault.id:36}", end=" ", flush=True)
        if fault.id not in known:
            stored[fault.id] = study.examine(fault)
            write_findings(file, stored)
        finding = stored[fault.id]
        print(f"{finding.verdict:10} {finding.seconds:6.1f} s  {finding.test} ({finding.mode})", flush=True)
        findings.append(finding)
    return findings


def read_findings(file: Path | None) -> dict[str, Finding]:
    if file is None or not file.exists():
        return {}
    return {finding["id"]: Finding(**finding) for finding in json.loads(file.read_text(encoding="utf-8"))}


def write_findings(file: Path | None, findings: dict[str, Finding]) -> None:
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps([asdict(finding) for finding in findings.values()], indent=1)
        file.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
