/** The words with which a system introduces its answers, whatever they say: "according to my memory". */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { kindOf } from "./kinds.ts";
import type { Roles } from "./roles.ts";
import { shapesOf } from "./shapes.ts";
import { contentStems } from "./text/words.ts";

/** A word in this many answers to different questions says nothing of its own. */
const MIN_ANSWERS = 3;
/** Answers that are looked at. */
const MAX_ANSWERS = 64;

const known = new WeakMap<EvolutionGraph, Map<string, ReadonlySet<string>>>();

/** Stems that come again in answers of this graph. */
export function framingOf(graph: EvolutionGraph, { answer }: Roles): ReadonlySet<string> {
  if (answer === undefined) return new Set();
  const shapes = shapesOf(graph);
  const shape = shapes.ofVariable(answer);
  const ofGraph = known.get(graph) ?? new Map<string, ReadonlySet<string>>();
  known.set(graph, ofGraph);
  const found = ofGraph.get(shape);
  if (found !== undefined) return found;
  const uses = new Map<string, number>();
  let answers = 0;
  for (const variable of graph.variables.values()) {
    if (answers >= MAX_ANSWERS) break;
    if (shapes.ofVariable(variable) !== shape || kindOf(variable) === "memory") continue;
    answers += 1;
    for (const stem of new Set(contentStems(variable.value)))
      uses.set(stem, (uses.get(stem) ?? 0) + 1);
  }
  const framing = new Set([...uses].filter(([, n]) => n >= MIN_ANSWERS).map(([stem]) => stem));
  ofGraph.set(shape, framing);
  return framing;
}
