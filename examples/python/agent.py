"""A small agent loop that records itself: it searches a word list for the longest word that fits the letters it has.

    python3 examples/python/agent.py | looptape record --open
    python3 examples/python/agent.py --out agent.jsonl     # then: looptape import agent.jsonl --out agent.looptape
    python3 examples/python/agent.py --fail                # the tool fails in the third round
"""

import sys

from looptape_recorder import Recorder

WORDS = ["lo", "loop", "pool", "polo", "tape", "plate", "pallet", "platelet", "looptape"]


def think(notes):
    """Stands where a model would: asks for longer and longer words."""
    longest = max((len(word) for word in notes), default=1)
    return {"tool": "search", "length": longest + 1}


def search(letters, length):
    if "--fail" in sys.argv and length > 4:
        raise LookupError("the word list can't be read")
    found = [word for word in WORDS if len(word) >= length and all(word.count(c) <= letters.count(c) for c in word)]
    return min(found, key=len, default=None)


def agent(run, letters, budget):
    notes = []
    with run.scope("agent") as scope:
        for _ in range(budget):
            with scope.iteration() as iteration:
                with run.fire("think", notes=notes) as fire:
                    call = think(notes)
                    fire.outputs(call=call)
                with run.fire("search", letters=letters, call=call) as fire:
                    word = search(letters, call["length"])
                    fire.outputs(word=word)
                if word is not None:
                    notes.append(word)
                    run.slot("notes", notes)
                verdict = "stop" if word is None else "continue"
                why = {"stop": "nothing longer was found", "continue": "a longer word was found"}
                run.decision("boundary", "agent", verdict, why, operands={"stop": word is None})
                iteration.carry(notes=notes)
                if iteration.stop(word is None):
                    break
        else:
            scope.ended("budget")
    return notes[-1] if notes else None


def main():
    out = sys.argv[sys.argv.index("--out") + 1] if "--out" in sys.argv else None
    letters, budget = "looptape", 10
    with Recorder(out).run("word agent", inputs={"letters": letters, "budget": budget}) as run:
        run.outputs(word=agent(run, letters, budget))
        run.ended("stop")


if __name__ == "__main__":
    main()
