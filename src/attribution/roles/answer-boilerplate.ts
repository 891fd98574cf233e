/** The phrases with which a system introduces every answer, such as "according to my memory". */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import { contentStems } from "../../text/words.ts";
import { BOILERPLATE_ANSWERS } from "../thresholds.ts";
import type { Roles } from "./roles.ts";

/** Maximum answers that are compared. */
const MAX_ANSWERS = 64;

const boilerplateByStep = (_: EvolutionGraph) => new Map<string, ReadonlySet<string>>();

/** Stems that occur in several answers of this graph. */
export function framingOf(graph: EvolutionGraph, { answerOp }: Roles): ReadonlySet<string> {
  if (answerOp === undefined) return new Set();
  const { ofOperation } = shapesOf(graph);
  const shape = ofOperation(answerOp.id);
  const ofGraph = graph.derived(boilerplateByStep);
  const found = ofGraph.get(shape);
  if (found !== undefined) return found;
  const uses = new Map<string, number>();
  const answering = [...graph.operations.keys()].filter((id) => ofOperation(id) === shape);
  const answers = new Set(
    answering.slice(0, MAX_ANSWERS).flatMap((id) => graph.endsOf(id).outputs.map((v) => v.value)),
  );
  for (const answer of answers)
    for (const stem of new Set(contentStems(answer))) uses.set(stem, (uses.get(stem) ?? 0) + 1);
  const framing = new Set(
    [...uses].filter(([, n]) => n >= BOILERPLATE_ANSWERS).map(([stem]) => stem),
  );
  ofGraph.set(shape, framing);
  return framing;
}
