/**
 * Compares the recorded graph with the replayed graph, from the corrected operation to the answer.
 */
import { rolesInTurns } from "../attribution/roles/roles.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { InTurns } from "../graph/in-turns.ts";
import { kindOf } from "../graph/memory/record-categories.ts";
import type { Operation } from "../graph/model.ts";
import type { Replay, ReplayCall, ReplayPair, ReplayPlan } from "../protocol/api/replays.ts";
import { cutText } from "../text/cut-text.ts";
import { timelineOf } from "./timeline.ts";

type Side = NonNullable<ReplayPair["recorded"]>;

/** Maximum number of pairs on a page. People do not read longer pages. */
const MAX_PAIRS = 200;
const MAX_STEPS_OF_A_STAGE = 300;
const MAX_SHOWN_CHARS = 2_000;

/**
 * Pairs each recorded operation with the same operation of the replay. The first pair is that of
 * the corrected operation. Returns all pairs of the first and the last stage. Of the stages between
 * them, returns only the pairs that differ, because the replay often reused recorded results there.
 */
export function* sideBySide(
  plan: ReplayPlan,
  replay: Replay,
  graph: EvolutionGraph,
): InTurns<ReplayPair[]> {
  const { correction } = replay;
  const roles = yield* rolesInTurns(graph, {
    ...{ query: plan.query, expected: plan.expected, evidence: [] },
    prediction: replay.corrected?.answer ?? "",
  });
  const { stages } = yield* timelineOf(graph, roles);
  const byName = new Map(stages.map((stage) => [stage.said.name, stage]));
  const all = plan.steps.flatMap(({ said, calls }, index) => {
    const replayed = (byName.get(said.name)?.operations ?? []).map((operation) =>
      sideOf(graph, operation),
    );
    const isEnd = index === 0 || index === plan.steps.length - 1;
    return aligned(calls.map(recordedSide), replayed)
      .map((pair) => ({ ...pair, isCorrected: pair.recorded?.op === correction?.op }))
      .filter((pair) => isEnd || pair.isChanged);
  });
  const from = Math.max(
    0,
    all.findIndex(({ isCorrected }) => isCorrected),
  );
  return all.slice(from, from + MAX_PAIRS);
}

function recordedSide({ op, name, values, removed }: ReplayCall): Side {
  const gone = removed.map((id) => ({ id, text: `${id} deleted` }));
  return {
    op,
    name,
    made: [...values.map((value) => shown({ ...value, isMarker: false })), ...gone],
  };
}

function sideOf(graph: EvolutionGraph, { id, name }: Operation): Side {
  const { inputs, outputs } = graph.endsOf(id);
  const made = outputs.map((v) =>
    kindOf(v) === "tombstone"
      ? { id: v.id, text: `${inputs[0]?.name ?? "unit"} deleted` }
      : shown({ id: v.id, text: v.value, isMarker: kindOf(v) === "marker" }),
  );
  return { op: id, name, made: made.filter(({ text }) => text !== "") };
}

function shown({ id, text, isMarker }: Shown) {
  return { id: id ?? "", text: isMarker ? "" : cutText(text, MAX_SHOWN_CHARS) };
}

interface Shown {
  readonly id: string | null;
  readonly text: string;
  readonly isMarker: boolean;
}

/**
 * Pairs the steps of two lists. Both lists keep their order, and as many steps as possible get a
 * partner with the same name. These pairs are the longest common subsequence of the two lists.
 */
function aligned(
  recorded: readonly Side[],
  replayed: readonly Side[],
): Omit<ReplayPair, "isCorrected">[] {
  const a = recorded.slice(0, MAX_STEPS_OF_A_STAGE);
  const b = replayed.slice(0, MAX_STEPS_OF_A_STAGE);
  const length = lengths(a, b);
  const at = (i: number, j: number) => length[i]?.[j] ?? 0;
  const pairs: Omit<ReplayPair, "isCorrected">[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const left = a[i];
    const right = b[j];
    if (left !== undefined && right !== undefined && left.name === right.name) {
      pairs.push({ recorded: left, replayed: right, isChanged: textsOf(left) !== textsOf(right) });
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      pairs.push({ recorded: left, replayed: null, isChanged: true });
      i += 1;
    } else {
      pairs.push({ recorded: null, replayed: right ?? null, isChanged: true });
      j += 1;
    }
  }
  return pairs;
}

/**
 * Returns a table. Row `i`, column `j` has the length of the longest common subsequence of two
 * parts: of `a` from index `i` on, and of `b` from index `j` on.
 */
function lengths(a: readonly Side[], b: readonly Side[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = table[i];
      if (row === undefined) continue;
      row[j] =
        a[i]?.name === b[j]?.name
          ? 1 + (table[i + 1]?.[j + 1] ?? 0)
          : Math.max(table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

function textsOf({ made }: Side): string {
  return JSON.stringify(made.map(({ text }) => text));
}
