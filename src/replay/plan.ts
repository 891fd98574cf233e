/** Plans a replay: finds the part of a graph that must run again to prove a case's verdict. */
import { type Roles, rolesInTurns } from "../attribution/roles/roles.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { atOnce, costOf, type InTurns } from "../graph/in-turns.ts";
import { isRemoval } from "../graph/memory/removal.ts";
import { storeAfter } from "../graph/memory/store.ts";
import type { Link, Variable } from "../graph/model.ts";
import type { Case } from "../protocol/api/api.ts";
import type { FailedCase } from "../protocol/api/attribution.ts";
import type {
  ReplayCall,
  ReplayPlan,
  ReplayStep,
  ReplayTarget,
  ReplayValue,
} from "../protocol/api/replays.ts";
import { correctedEffect } from "./corrected.ts";
import { replayOf } from "./is-replay.ts";
import { callOf, costOfCall, memoryOperations, replayValue, withInner } from "./recorded-call.ts";
import { type Timeline, timelineOf } from "./timeline.ts";

/**
 * Maximum characters of a plan as JSON. The plan must fit into a response, and into the memory of
 * the process that reads it.
 */
const MAX_CHARS = 16_000_000;

interface Planning {
  readonly graph: EvolutionGraph;
  readonly of: Case;
  readonly roles: Roles;
  readonly timeline: Timeline;
  readonly usesMemory: (name: string) => boolean;
}

export const planReplay = (graph: EvolutionGraph, of: Case): ReplayPlan =>
  atOnce(planInTurns(graph, of));

/** Like `planReplay`, but other work can run in between. */
export function* planInTurns(graph: EvolutionGraph, of: Case): InTurns<ReplayPlan> {
  const roles = yield* rolesInTurns(graph, failedCaseOf(of));
  const timeline = yield* timelineOf(graph, roles);
  const using = yield* memoryOperations(graph, roles);
  const planning = { graph, of, roles, timeline, usesMemory: (name: string) => using.has(name) };
  const placed = place(planning);
  return typeof placed === "string"
    ? { ...outline(planning), needed: [placed] }
    : yield* plan(planning, placed);
}

function outline({ graph, of }: Planning): ReplayPlan {
  const { errorType, op, opName, query, expected, prediction } = of;
  return {
    case: of.id,
    graph: of.graph,
    user: graph.header.user ?? null,
    system: graph.header.system ?? null,
    ...{ errorType, op, opName, query, expected, prediction },
    proves: errorType === "ResponseError" ? "withstand" : "rescue",
    ...{ memory: [], stored: [], steps: [], target: null, needed: [] },
  };
}

/**
 * Says which part of the graph the replay runs again. `op` is the operation whose output is
 * corrected. The replay begins with the stage of this operation (`first`), and ends with the stage
 * of the question (`last`).
 */
interface Placed {
  readonly op: string;
  readonly first: number;
  readonly last: number;
}

/** Returns a text if the case cannot be replayed. The text says why. */
function place({ graph, of, roles, timeline }: Planning): Placed | string {
  const { errorType, op, attribution } = of;
  if (replayOf(graph.header) !== undefined)
    return "The case belongs to a replay: replay the recorded case instead.";
  if (attribution === null) return "The case has no verdict yet: wait for its attribution.";
  if (attribution.outcome === "undecided")
    return `The verdict is undecided: no operation is named that could run again. ${attribution.remedy ?? ""}`.trim();
  if (op === null || errorType === "AnnotationError" || errorType === "JudgeError")
    return `${errorType} means that no operation is at fault: nothing can be run again to prove it.`;
  if (roles.answerOp === undefined)
    return "No operation made the answer: trace the function that answers.";
  const last = timeline.stageOf(roles.answerOp.id);
  if (last === undefined || roles.query === undefined)
    return "The question is not recorded before its answer: record it with the class query.";
  const corrected = errorType === "ResponseError" ? readBefore(graph, roles, timeline, last) : op;
  if (corrected === undefined)
    return "No operation made the context of the answer, so no output can be corrected. Trace the function that makes the context.";
  const first = timeline.stageOf(corrected);
  if (first === undefined)
    return `The message that started ${of.opName} is not recorded: record each message before it is handled, with the category message.`;
  if (first > last) return `${of.opName} ran after the answer was given.`;
  return { op: corrected, first, last };
}

/**
 * Returns the id of an operation in the question's stage that wrote an input of the answering
 * operation. If there are several, returns the last one.
 */
function readBefore(
  graph: EvolutionGraph,
  { answerOp, query }: Roles,
  { stages, stageOf }: Timeline,
  stage: number,
): string | undefined {
  const read = new Set(
    graph.linksOf(answerOp?.id ?? "").flatMap(({ from }) => (from === query?.id ? [] : from)),
  );
  return stages[stage]?.operations.findLast(
    ({ id }) =>
      id !== answerOp?.id &&
      stageOf(id) === stage &&
      graph.linksOf(id).some(({ to }) => read.has(to)),
  )?.id;
}

function* plan(planning: Planning, { op, first, last }: Placed): InTurns<ReplayPlan> {
  const { graph, of, timeline } = planning;
  const steps: ReplayStep[] = [];
  for (let index = first; index <= last; index++) {
    const isEnd = index === first || index === last;
    const isMessage = timeline.stages[index]?.kind === "message";
    if (isEnd || isMessage || (yield* isWriting(planning, index))) {
      steps.push(yield* stepOf(planning, index, index === last));
    }
  }
  const begun = timeline.stages[first];
  const targetCall = steps[0]?.calls.find((call) => call.op === op);
  if (begun === undefined || targetCall === undefined) throw new Error("a placed call has a stage");
  const memory = yield* valuesAt(planning, first);
  const store = yield* valuesAt(planning, last);
  const target = targetOf(planning, targetCall, steps[0]?.calls ?? [], begun.said, store);
  const made = {
    ...outline(planning),
    memory,
    stored: store.map(({ text }) => text),
    steps,
    target,
  };
  const cut = cutValues(graph, [
    ...made.memory,
    ...steps.map(({ said }) => said),
    ...target.recorded.values,
  ]);
  const chars = yield* charsOf(made);
  if (chars > MAX_CHARS) {
    const needed = `The steps between ${of.opName} and the question have ${Math.round(chars / 1_000_000)} MB; a replay can hold 16 MB.`;
    return { ...outline(planning), needed: [needed] };
  }
  return { ...made, needed: cut };
}

/** Returns the memory units that existed just before the stage (a message or a question). */
function* valuesAt({ graph, roles, timeline }: Planning, stage: number): InTurns<ReplayValue[]> {
  const units = yield* storeAfter(graph, timeline.pastBefore(stage), roles.units);
  const values: ReplayValue[] = [];
  for (const unit of units) {
    values.push(replayValue(unit, roles));
    yield costOf(1) + unit.value.length;
  }
  return values;
}

/** Length of the plan as JSON. Stops counting beyond the maximum. */
function* charsOf({ memory, stored, steps, ...rest }: ReplayPlan): InTurns<number> {
  let chars = JSON.stringify(rest).length;
  for (const part of [...memory, ...stored, ...steps.flatMap(({ calls }) => calls)]) {
    if (chars > MAX_CHARS) break;
    const added = JSON.stringify(part).length + 1;
    chars += added;
    yield costOf(1) + added;
  }
  return chars;
}

function* stepOf(planning: Planning, index: number, isAsked: boolean): InTurns<ReplayStep> {
  const { graph, roles, timeline, usesMemory } = planning;
  const stage = timeline.stages[index];
  if (stage === undefined) throw new Error("a step is one of the timeline's stages");
  yield costOf(1) + stage.said.value.length;
  const said = isAsked ? (roles.query ?? stage.said) : stage.said;
  const calls: ReplayCall[] = [];
  for (const operation of stage.operations) {
    yield costOfCall(graph, operation.id);
    const isChanged = changesMemory(planning, operation.id, index);
    calls.push(callOf(graph, operation, roles, { isUsed: usesMemory, isChanged }));
  }
  return {
    kind: isAsked ? "question" : stage.kind,
    said: replayValue(said, roles),
    at: new Date(stage.said.at).toISOString(),
    calls: withInner(calls, ({ id }) => id !== null && !timeline.isBefore(id, index)),
  };
}

/** Whether the operation removed a unit, or wrote a unit that did not exist before its stage. */
function changesMemory({ graph, roles, timeline }: Planning, op: string, stage: number): boolean {
  const isNew = (link: Link) => roles.isUnit(link.to) && !timeline.isBefore(link.to, stage);
  return graph.linksOf(op).some((link) => isNew(link) || isRemoval(graph, link, roles.units));
}

/**
 * Whether the stage changed the memory. Most stages with a question changed nothing, so they need
 * not run again.
 */
function* isWriting(planning: Planning, stage: number): InTurns<boolean> {
  for (const { id } of planning.timeline.stages[stage]?.operations ?? []) {
    yield costOfCall(planning.graph, id);
    if (changesMemory(planning, id, stage)) return true;
  }
  return false;
}

function targetOf(
  { graph, of, usesMemory }: Planning,
  call: ReplayCall,
  calls: readonly ReplayCall[],
  said: Variable,
  store: readonly ReplayValue[],
): ReplayTarget {
  const { op, name, values, removed } = call;
  const readsOnly = of.errorType === "RetrievalError" || of.errorType === "ResponseError";
  const effect = !readsOnly && usesMemory(name) ? "memory" : "result";
  const recorded = { values, removed };
  const alike = calls.filter((other) => other.name === name);
  const { attribution, evidence } = of;
  return {
    ...{ op, name, effect, recorded },
    place: alike.indexOf(call),
    corrected:
      attribution?.outcome !== "attributed"
        ? null
        : correctedEffect(
            { name, effect, recorded },
            { graph, attribution, evidence, said, store },
          ),
  };
}

function cutValues(graph: EvolutionGraph, values: readonly ReplayValue[]): string[] {
  const names = values.flatMap(({ id }) => {
    const variable = id === null ? undefined : graph.variables.get(id);
    return variable?.length === undefined ? [] : [variable.name];
  });
  return [...new Set(names)]
    .slice(0, 5)
    .map(
      (name) =>
        `${name} was cut when it was recorded, so it cannot be put back as it was: record it in smaller parts.`,
    );
}

function failedCaseOf(of: Case): FailedCase {
  const { query, queryId, expected, prediction, predictionId, evidence } = of;
  return {
    ...{ query, expected, prediction, evidence },
    ...(queryId === null ? {} : { queryId }),
    ...(predictionId === null ? {} : { predictionId }),
  };
}
