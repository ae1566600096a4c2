"""The law of the profile ident: is this still the process that was recorded?"""

from facts import Profile
from ident_claim import CLAIM, audit
from ident_look import Look
from ident_shapes import FACTS, VERDICTS


def decide(facts):
    look = Look(facts, facts["observations"], facts["groups"])
    rows = [look.row(r) for r in facts["records"]]
    gaps = [row["id"] for row in rows if row["verdict"] == "unverifiable"]
    summary = {"record_count": len(rows)}
    for verdict in VERDICTS:
        summary[f"{verdict}_count"] = sum(row["verdict"] == verdict for row in rows)
    for member in ("signal_permitted", "group_signal_permitted"):
        summary[f"{member}_count"] = sum(row[member] for row in rows)
    summary |= {"coverage": "partial" if gaps else "whole", "gaps": gaps}
    return {"rows": rows, "summary": summary}


def _audit(facts, claim):
    return audit(facts, decide(facts)["summary"], claim)


PROFILE = Profile("ident", FACTS, CLAIM, decide, _audit)
