/**
 * Freezes a benchmark, one graph after another. One request works only for a limited time. It stops
 * between two graphs, and the next request continues.
 */
import { benchmarkAnnotation } from "../../attribution/cases/benchmark-annotation.ts";
import { readValues } from "../../attribution/cases/equal-values.ts";
import { broughtByAnswer } from "../../attribution/cases/write-annotations.ts";
import type { FrozenCase, FrozenGraph } from "../../database/benchmarks/frozen-benchmarks.ts";
import { runGivingWay } from "../../database/giving-way.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import {
  MAX_BENCHMARK_CHARS,
  MAX_BENCHMARK_GRAPHS,
} from "../../protocol/api/annotation/benchmarks.ts";
import { TURN } from "../bounded-work.ts";
import type { ProjectServices } from "../context.ts";
import { ApiError } from "../errors.ts";
import { MAX_EXPORTED_CHARS, valueChars } from "../graphs/export-weight.ts";
import { cardOf } from "./card.ts";
import { fileNames } from "./file-names.ts";

/** After this time, the request finishes the current graph but does not begin another one. */
const FREEZE_MS = 10_000;
/** The request reads this many cases at once. The number is small, because cases are large. */
const CASES_AT_ONCE = 20;
/**
 * Maximum number of characters of one graph's annotations. An export keeps all of them in memory.
 */
const MAX_ANNOTATION_CHARS = 16_000_000;

/** Works for about `FREEZE_MS`. The client then repeats the request until the state is `frozen`. */
export async function freeze(
  project: ProjectServices,
  id: string,
  now: () => number,
): Promise<void> {
  const { frozen } = project;
  const asOf = now();
  await frozen.begin(id, asOf);
  const until = asOf + FREEZE_MS;
  const waiting = await frozen.waiting(id);
  const stored = await frozen.graphs(id);
  const graphs = new Set([...waiting.keys(), ...stored.map(({ graph }) => graph)]);
  if (graphs.size > MAX_BENCHMARK_GRAPHS) {
    throw await undone(
      project,
      id,
      `Its cases belong to ${graphs.size} graphs; the limit of a benchmark is ${MAX_BENCHMARK_GRAPHS}.`,
    );
  }
  const files = fileNames(stored.map(({ file }) => file));
  let chars = stored.reduce((sum, graph) => sum + graph.chars, 0);
  for (const [graph, cases] of waiting) {
    if (now() > until) return;
    const state = stored.find((each) => each.graph === graph);
    if (state !== undefined) await freezeRest(project, id, state, { cases, asOf });
    else chars += await freezeGraph(project, id, { graph, cases, asOf, files });
    if (chars > MAX_BENCHMARK_CHARS) {
      throw await undone(
        project,
        id,
        `The values of its graphs have more than ${MAX_BENCHMARK_CHARS} characters.`,
      );
    }
  }
  if ((await frozen.waiting(id)).size > 0) return;
  await frozen.end(id, await cardOf(project, id), now());
}

async function undone(
  { frozen }: Pick<ProjectServices, "frozen">,
  id: string,
  why: string,
): Promise<ApiError> {
  await frozen.undo(id);
  return new ApiError(
    "conflict",
    `${why} The benchmark is a draft again. Remove cases, or divide them among several benchmarks.`,
  );
}

interface Waiting {
  readonly cases: readonly string[];
  /** Start of the request, in milliseconds since 1970. */
  readonly asOf: number;
}

interface Wanted extends Waiting {
  readonly graph: string;
  readonly files: ReturnType<typeof fileNames>;
}

/** @returns the number of characters of the graph's values */
async function freezeGraph(
  project: ProjectServices,
  id: string,
  { graph: graphId, cases, asOf, files }: Wanted,
): Promise<number> {
  const opened = await project.openGraph(graphId);
  const graph = await opened?.load();
  // The graph was deleted. Its deletion also marks its cases as lost, so nothing is left to do.
  if (opened === undefined || graph === undefined) return 0;
  const [createdAt = 0, revision = 0] = opened.revision.split("-").map(Number);
  const chars = valueChars(graph);
  const isTooLarge = chars > MAX_EXPORTED_CHARS;
  const decided = isTooLarge
    ? cases.map((each) => ({ case: each, refusal: TOO_LARGE }))
    : await decide(project, graph, cases);
  const file = files.next(graph.header);
  const system = graph.header.system ?? null;
  await project.frozen.store(
    id,
    { graph: graphId, createdAt, revision, system, file, chars },
    decided,
    asOf,
  );
  return decided.some((each) => "annotation" in each) ? chars : 0;
}

/**
 * Continues the work of an earlier request, which stored the state of the graph but did not freeze
 * all cases. The remaining cases are frozen with the same state of the graph.
 */
async function freezeRest(
  project: ProjectServices,
  id: string,
  state: FrozenGraph,
  { cases, asOf }: Waiting,
): Promise<void> {
  const graph = await project.openFrozenGraph(state.graph, state);
  // The graph was deleted. Its deletion also marks its cases as lost, so nothing is left to do.
  if (graph === undefined) return;
  await project.frozen.store(id, state, await decide(project, graph, cases), asOf);
}

const TOO_LARGE = `The values of its graph have more than ${MAX_EXPORTED_CHARS} characters, the limit of one export.`;

async function decide(
  { cases }: Pick<ProjectServices, "cases">,
  graph: EvolutionGraph,
  ids: readonly string[],
): Promise<FrozenCase[]> {
  await runGivingWay(readValues(graph), TURN);
  const brought = broughtByAnswer(graph);
  const decided: FrozenCase[] = [];
  let chars = 0;
  for (let start = 0; start < ids.length; start += CASES_AT_ONCE) {
    for (const item of await cases.findAll(ids.slice(start, start + CASES_AT_ONCE))) {
      const written = benchmarkAnnotation(graph, item, brought);
      if (!written.ok) decided.push({ case: item.id, refusal: written.fault });
      else {
        chars += JSON.stringify(written.value).length;
        decided.push(
          chars > MAX_ANNOTATION_CHARS
            ? { case: item.id, refusal: "The annotations of its graph are too long in total." }
            : { case: item.id, annotation: written.value },
        );
      }
    }
  }
  return decided;
}
