/**
 * The stages of a graph: each begins with a message or question from outside and holds the operations
 * up to the next one.
 */

import type { Roles } from "../attribution/roles/roles.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { executionOrder } from "../graph/history/execution-order.ts";
import { kindOf } from "../graph/memory/record-categories.ts";
import type { Past } from "../graph/memory/store.ts";
import type { Operation, Variable } from "../graph/model.ts";

export interface Stage {
  readonly kind: "message" | "question";
  readonly said: Variable;
  /** In the order in which they began. */
  readonly operations: Operation[];
}

export interface Timeline {
  readonly stages: readonly Stage[];
  /** Index of the stage that the operation belongs to; undefined where it came before all. */
  stageOf(op: string): number | undefined;
  /** Whether the variable was recorded before the stage began. */
  isBefore(variable: string, stage: number): boolean;
  /** By order and not by time: a whole conversation may have the same millisecond. */
  pastBefore(stage: number): Past;
}

export function timelineOf(graph: EvolutionGraph, roles: Roles): Timeline {
  const places = new Map([...graph.variables.keys()].map((id, place) => [id, place]));
  const place = (id: string) => places.get(id) ?? -1;
  const stages = stimuli(graph, roles)
    .sort((a, b) => place(a.said.id) - place(b.said.id))
    .map((stage): Stage => ({ ...stage, operations: [] }));
  const starts = stages.map(({ said }) => ({ place: place(said.id), at: said.at }));
  const stageOf = new Map<string, number>();
  let before = -1;
  for (const id of executionOrder(graph).keys()) {
    const op = graph.operations.get(id);
    if (op === undefined) continue;
    const began = placeOf(graph, id, place);
    const index =
      began === undefined
        ? before
        : Math.max(
            starts.findLastIndex((start) => start.place <= began),
            starts.findLastIndex((start) => start.at < (op.startedAt ?? op.at)),
          );
    before = index;
    if (index < 0) continue;
    stageOf.set(id, index);
    stages[index]?.operations.push(op);
  }
  answerWhereAsked(roles, stages, stageOf);
  const isBefore = (variable: string, stage: number) =>
    place(variable) < (starts[stage]?.place ?? 0);
  return {
    stages,
    stageOf: (op) => stageOf.get(op),
    isBefore,
    pastBefore: (stage) => ({
      holds: ({ id }) => isBefore(id, stage),
      includes: ({ op }) => (stageOf.get(op) ?? -1) < stage,
      until: starts[stage]?.at ?? Number.NEGATIVE_INFINITY,
    }),
  };
}

/**
 * A recording may search for all questions before it answers the first. The replayed app searches and
 * answers in one stage, so the answer moves to the stage of its last search.
 */
function answerWhereAsked(
  { answerOp, retrievalOps }: Roles,
  stages: readonly Stage[],
  stageOf: Map<string, number>,
): void {
  const asked = stageOf.get(retrievalOps.at(-1)?.id ?? "");
  const answered = stageOf.get(answerOp?.id ?? "");
  if (answerOp === undefined || asked === undefined || answered === undefined) return;
  if (asked >= answered) return;
  const others = stages[answered]?.operations ?? [];
  others.splice(others.indexOf(answerOp), 1);
  stages[asked]?.operations.push(answerOp);
  stageOf.set(answerOp.id, asked);
}

function stimuli(graph: EvolutionGraph, roles: Roles): Omit<Stage, "operations">[] {
  const isOutside = ({ id }: Variable) => graph.linksTo(id).length === 0;
  const questions = [...graph.variables.values()].filter(
    (v) => kindOf(v) === "query" && isOutside(v),
  );
  if (roles.query !== undefined && !questions.includes(roles.query)) questions.push(roles.query);
  const messages = roles.messages.filter((v) => isOutside(v) && !questions.includes(v));
  return [
    ...messages.map((said) => ({ kind: "message" as const, said })),
    ...questions.map((said) => ({ kind: "question" as const, said })),
  ];
}

/**
 * When the operation began, as the place of a variable: its first output after its last input, else
 * that input. Inputs alone may be much older, and the last output much later.
 */
function placeOf(
  graph: EvolutionGraph,
  op: string,
  place: (id: string) => number,
): number | undefined {
  const links = graph.linksOf(op);
  if (links.length === 0) return undefined;
  const { inputs } = graph.endsOf(op);
  const given = Math.max(-1, ...inputs.map(({ id }) => place(id)));
  const made = links.map(({ to }) => place(to)).filter((at) => at > given);
  return made.length > 0 ? Math.min(...made) : given;
}
