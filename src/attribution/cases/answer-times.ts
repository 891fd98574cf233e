import type { EvolutionGraph } from "../../graph/evolution-graph.ts";

const NO_STEPS: ReadonlySet<string> = new Set();

/**
 * Finds when an answer was given. Many verdicts can be about the same question, so the operations
 * of each question and answer are cached.
 */
export class AnswerTimes {
  readonly #graph: EvolutionGraph;
  readonly #asking = new Map<string, ReadonlySet<string>>();
  /** For each answer (by id): the operations that wrote it, and when each of them ended. */
  readonly #writers = new Map<string, ReadonlyMap<string, number>>();
  /** For each answer (by id): when the operations that wrote it ended, earliest first. */
  readonly #ends = new Map<string, readonly number[]>();

  constructor(graph: EvolutionGraph) {
    this.#graph = graph;
  }

  /**
   * Returns the time at which the answer was given: the end of the operation that wrote it. If
   * several operations wrote the answer, those that also read the question are preferred. Of these,
   * the one that ended last counts, but none that ended after `judged`. Returns `judged` if no
   * operation is left.
   * @param judged time of the judgement
   */
  givenAt(query: string | undefined, prediction: string | undefined, judged: number): number {
    if (prediction === undefined) return judged;
    const writers = remembered(this.#writers, prediction, () => this.#writersOf(prediction));
    const asking =
      query === undefined
        ? NO_STEPS
        : remembered(this.#asking, query, () => new Set(this.#graph.linksFrom(query).map(opOf)));
    const own = endsOfBoth(writers, asking);
    if (own.length > 0) return latestUntil(own, judged) ?? judged;
    const sorted = () => [...writers.values()].sort((a, b) => a - b);
    return lastUntil(remembered(this.#ends, prediction, sorted), judged) ?? judged;
  }

  #writersOf(prediction: string): ReadonlyMap<string, number> {
    return new Map(
      this.#graph.linksTo(prediction).map(({ op }) => {
        const { endedAt, startedAt, at } = this.#graph.operations.get(op) ?? {};
        return [op, endedAt ?? startedAt ?? at ?? Number.POSITIVE_INFINITY];
      }),
    );
  }
}

const opOf = ({ op }: { readonly op: string }) => op;

function remembered<V>(known: Map<string, V>, key: string, find: () => V): V {
  let value = known.get(key);
  if (value === undefined) {
    value = find();
    known.set(key, value);
  }
  return value;
}

/**
 * Of the operations that wrote the answer, returns the ends of those that also read the question.
 * Loops over the smaller collection, which is faster.
 */
function endsOfBoth(writers: ReadonlyMap<string, number>, asking: ReadonlySet<string>): number[] {
  if (asking.size < writers.size) return [...asking].flatMap((op) => writers.get(op) ?? []);
  return [...writers].flatMap(([op, end]) => (asking.has(op) ? end : []));
}

function latestUntil(times: readonly number[], until: number): number | undefined {
  let latest: number | undefined;
  for (const time of times)
    if (time <= until && (latest === undefined || time > latest)) latest = time;
  return latest;
}

/** @param sorted times in ascending order */
function lastUntil(sorted: readonly number[], until: number): number | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= until) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}
