/**
 * Decides the error type of a loss by the task of the operation that lost the detail. For example,
 * if the operation updates units, the type is `UpdateError`. Usually, the category of the operation
 * names its task. If the categories in the graph are not reliable, the structure of the graph shows
 * the task.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { writerOf } from "../../graph/history/execution-order.ts";
import type { MemoryUnits } from "../../graph/memory/memory-units.ts";
import {
  saysItConsolidates,
  saysItReplaces,
  stepKindOf,
} from "../../graph/memory/record-categories.ts";
import { isEmptied, isRemoval } from "../../graph/memory/removal.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import type { Variable } from "../../graph/model.ts";
import type { ErrorType } from "../../protocol/error-types.ts";
import type { Sentence } from "../../text/sentences.ts";
import { saysNothing } from "../answers/answers.ts";
import { wrongWords } from "../answers/wrong-words.ts";
import type { Roles } from "../roles/roles.ts";
import type { Step } from "./flow.ts";
import { keepsGiven } from "./handling-step.ts";
import type { Tracing } from "./trace-context.ts";

export function typeOfLoss(step: Step, tracing: Tracing): ErrorType {
  const { graph, roles } = tracing;
  const { op, from, to, category } = step;
  const edge = { op, from, to, category };
  if (isRemoval(graph, edge, roles.units)) return "DeletionError";
  // If the units have an unknown label, `isRemoval` does not recognise a removed unit.
  const kinds = [category, graph.operations.get(op)?.category].map((each) =>
    stepKindOf({ category: each }),
  );
  if (kinds.includes("deletion") && empties(step, graph)) return "DeletionError";
  if (!categoriesHold(roles)) return typeByShape(step, tracing);
  const kind = stepKindOf({ category: category ?? "" }) ?? stepKindOf(graph.operations.get(op));
  if (kind === "extraction") {
    const carrier = graph.variables.get(from);
    const readsNew = carrier !== undefined && !roles.isMemory(carrier);
    const keeps = readsNew && keepsGiven({ steps: [step] }, tracing);
    return keeps || replacesUnit(step, graph, roles) ? "UpdateError" : "ExtractionError";
  }
  if (kind === "update" && onlyEmpties(step, tracing)) return "DeletionError";
  if (kind === "update" && !makesFirstValue(step, graph, roles)) return "UpdateError";
  return typeByShape(step, tracing);
}

/** Whether the operation wrote an empty version of the value. */
function empties({ from, to }: Step, graph: EvolutionGraph): boolean {
  const [value, next] = [graph.variables.get(from), graph.variables.get(to)];
  return value !== undefined && value.fullName === next?.fullName && isEmptied(graph, next);
}

/**
 * Whether the operation emptied the unit, wrote no other unit, and read no text with the value of
 * the given answer. Then nothing replaces the unit.
 */
function onlyEmpties(step: Step, tracing: Tracing): boolean {
  const { op, from, to } = step;
  const { graph, roles, failed, sentences } = tracing;
  const unit = graph.variables.get(from);
  if (unit === undefined || !roles.isMemory(unit) || !empties(step, graph)) return false;
  const given = saysNothing(failed) ? [] : [...wrongWords(failed)];
  const isReplaced = ({ id }: Variable) => {
    const input = graph.variables.get(id);
    const said = new Set(input && sentences(input).flatMap(({ stems }) => stems));
    return id !== from && given.length > 0 && given.every((stem) => said.has(stem));
  };
  const { inputs, outputs } = graph.endsOf(op);
  return (
    outputs.every((each) => each.id === to || isEmptied(graph, each)) && !inputs.some(isReplaced)
  );
}

/**
 * Whether the categories in this graph are reliable. `answerOp` was found by the structure of the
 * graph. Its task is to answer. If its category names another task, such as "update", the
 * categories in this graph are wrong.
 */
export function categoriesHold({ answerOp }: Roles): boolean {
  const kind = stepKindOf(answerOp);
  return kind === undefined || kind === "answer";
}

/**
 * Whether the operation made the first version of a variable from a message. Such an operation is
 * not an update, even if `stepKindOf` returns "update". For a memory unit, a category of the
 * operation can say otherwise:
 * - If it says that the operation replaces a unit (`saysItReplaces`), returns false.
 * - If it says only "consolidation", returns true if the operation read no memory.
 */
function makesFirstValue({ op, from, to }: Step, graph: EvolutionGraph, roles: Roles): boolean {
  const target = graph.variables.get(to);
  const isMessage = messageIds(graph, roles).has(from);
  if (!isMessage || target === undefined || target.version > 1) return false;
  const operation = graph.operations.get(op) ?? {};
  if (!roles.isMemory(target) || !saysItReplaces(operation)) return true;
  const readsMemory = graph.endsOf(op).inputs.some((input) => roles.isMemory(input));
  return saysItConsolidates(operation) && !readsMemory;
}

/**
 * Whether the operation wrote a new version of an existing memory unit. Such an operation is an
 * update, even if its category names an extraction. An operation that only completes a new unit
 * does not count (see `formsUnit`).
 */
function replacesUnit({ op, from, to }: Step, graph: EvolutionGraph, roles: Roles): boolean {
  const [unit, next] = [graph.variables.get(from), graph.variables.get(to)];
  return (
    unit !== undefined &&
    roles.isMemory(unit) &&
    unit.fullName === next?.fullName &&
    !formsUnit(op, graph, roles)
  );
}

/**
 * Decides the error type without the operation's category:
 * - `DeletionError`: the operation emptied a memory unit, or only removed entries from it (see
 *   `onlyRemoves`).
 * - `UpdateError`: the operation changed an existing value, or it wrote the output of another
 *   operation into the memory.
 * - `ExtractionError`: the operation made a new value, or it completed a new memory unit. An
 *   operation that only adds sentences to a unit also extracts (see `onlyAdds`).
 */
function typeByShape(step: Step, tracing: Tracing): ErrorType {
  const { op, from, to } = step;
  const { graph, roles } = tracing;
  const [carrier, target] = [graph.variables.get(from), graph.variables.get(to)];
  if (carrier === undefined || target === undefined) return "UpdateError";
  const stays = carrier.fullName === target.fullName;
  if (roles.isMemory(carrier)) {
    if (isEmptied(graph, target)) return "DeletionError";
    if (stays && onlyRemoves(carrier, target, tracing)) return "DeletionError";
    return formsUnit(op, graph, roles) ? "ExtractionError" : "UpdateError";
  }
  const writesUnits = familyWritesUnits(op, graph, roles);
  const keeps = keepsGiven({ steps: [step] }, tracing);
  if (!keeps && onlyAdds(step, target, tracing)) return "ExtractionError";
  if (stays || target.version > 1)
    return !keeps && formsUnit(op, graph, roles) ? "ExtractionError" : "UpdateError";
  if (!writesUnits) return "ExtractionError";
  if (formsUnit(op, graph, roles)) return "ExtractionError";
  const messages = messageIds(graph, roles);
  const readsMessages = graph.linksOf(op).some((link) => messages.has(link.from));
  return readsMessages ? "ExtractionError" : "UpdateError";
}

/**
 * Whether the new version of the unit has fewer sentences than the version before, and each of them
 * is a sentence of the version before. Numbers of list items, quotation marks and brackets do not
 * count.
 */
function onlyRemoves(before: Variable, next: Variable, { sentences }: Tracing): boolean {
  const [old, kept] = [itemsOf(sentences(before)), itemsOf(sentences(next))];
  return kept.size < old.size && [...kept].every((text) => old.has(text));
}

/** Returns the sentences, fields and list items without the signs of lists around them. */
function itemsOf(sentences: readonly Sentence[]): ReadonlySet<string> {
  return new Set(sentences.map(({ text }) => text.replace(AROUND_ITEM, "")));
}

const AROUND_ITEM = /^[\s[{"',-]*(?:\d+[.)]\s+)?|(?<![\s\]}"',])[\s\]}"',]+$/g;

/**
 * Whether the operation has no category, read a message, and added sentences to a unit: the new
 * version has each sentence of the version before.
 */
function onlyAdds({ op, from, category }: Step, target: Variable, tracing: Tracing): boolean {
  const { graph, roles, corpus } = tracing;
  if ((category ?? graph.operations.get(op)?.category) !== undefined) return false;
  if (!messageIds(graph, roles).has(from)) return false;
  const before = graph
    .linksTo(target)
    .filter((link) => link.op === op)
    .flatMap((link) => graph.variables.get(link.from) ?? [])
    .find((each) => each.fullName === target.fullName && each.version < target.version);
  if (before === undefined) return false;
  // Read the whole values, because only the last version of a unit is shown without field names.
  const [old, next] = [before, target].map(({ value }) => itemsOf(corpus.sentencesOf(value)));
  if (old === undefined || next === undefined) return false;
  return next.size > old.size && [...old].every((text) => next.has(text));
}

const byMessages = (_: EvolutionGraph) => new WeakMap<Roles["messages"], ReadonlySet<string>>();

function messageIds(graph: EvolutionGraph, { messages }: Roles): ReadonlySet<string> {
  const known = graph.derived(byMessages);
  const ids = known.get(messages) ?? new Set(messages.map(({ id }) => id));
  known.set(messages, ids);
  return ids;
}

/**
 * What the tracer found out about an operation. It is needed for every loss at the operation, so it
 * is cached.
 */
interface KnownTask {
  writesUnits?: boolean;
  formsUnit?: boolean;
}

const byRoles = (_: EvolutionGraph) => new WeakMap<Roles, Map<string, KnownTask>>();

function taskOf(op: string, graph: EvolutionGraph, roles: Roles): KnownTask {
  const ofGraph = graph.derived(byRoles);
  const ofRoles = ofGraph.get(roles) ?? new Map<string, KnownTask>();
  ofGraph.set(roles, ofRoles);
  const task = ofRoles.get(op) ?? {};
  ofRoles.set(op, task);
  return task;
}

const byPrompts = (_: EvolutionGraph) => new Map<MemoryUnits, Map<string, boolean>>();

/**
 * Whether this operation, or another operation with the same prompt, writes memory units. A single
 * operation can write none, for example because it found nothing to store. Then the other
 * operations show what the prompt is for.
 */
function familyWritesUnits(op: string, graph: EvolutionGraph, roles: Roles): boolean {
  const task = taskOf(op, graph, roles);
  task.writesUnits ??= findsWrittenUnits(op, graph, roles);
  return task.writesUnits;
}

function findsWrittenUnits(op: string, graph: EvolutionGraph, roles: Roles): boolean {
  const { isStanding } = shapesOf(graph);
  const sources = new Set(graph.linksOf(op).map((link) => link.from));
  const standing = [...sources].filter((id) => {
    const variable = graph.variables.get(id);
    return variable !== undefined && isStanding(variable);
  });
  const writesUnits = (each: string) =>
    graph.linksOf(each).some((link) => writes(link, graph, roles));
  if (writesUnits(op)) return true;
  const ofGraph = graph.derived(byPrompts);
  const known = ofGraph.get(roles.units) ?? new Map<string, boolean>();
  ofGraph.set(roles.units, known);
  return standing.some((prompt) => {
    const found =
      known.get(prompt) ??
      [...new Set(graph.linksFrom(prompt).map((link) => link.op))].some(writesUnits);
    known.set(prompt, found);
    return found;
  });
}

/** Whether `to` is a memory unit that this operation wrote. */
function writes(
  { op, to }: { readonly op: string; readonly to: string },
  graph: EvolutionGraph,
  roles: Roles,
): boolean {
  return roles.isUnit(to) && writerOf(graph, to) === op;
}

/**
 * Whether this operation completes a new memory unit. Some systems make a unit with several
 * operations: one writes its first version, and another one completes it. Apart from prompts, the
 * second one reads only this first version. The result is true only if most units of this kind are
 * made in this way (see `isUsual`).
 */
function formsUnit(op: string, graph: EvolutionGraph, roles: Roles): boolean {
  const task = taskOf(op, graph, roles);
  task.formsUnit ??= completesUnit(op, graph, roles);
  return task.formsUnit;
}

function completesUnit(op: string, graph: EvolutionGraph, roles: Roles): boolean {
  const messages = messageIds(graph, roles);
  const { inputs } = graph.endsOf(op);
  const given = inputs.filter((v) => messages.has(v.id) || graph.linksTo(v).length > 0);
  const [unit, ...others] = given;
  return (
    unit !== undefined &&
    others.length === 0 &&
    roles.isMemory(unit) &&
    unit.version === graph.versionsOf(unit.fullName)[0]?.version &&
    isUsual(op, unit, graph, roles)
  );
}

/**
 * Looks at all units with the same structural signature as `unit`. Counts those whose first version
 * was read by an operation with the same structural signature as `op`. Returns true if they are
 * more than half of the units. Then operations like `op` are a usual step in making units like
 * `unit`.
 */
function isUsual(op: string, unit: Variable, graph: EvolutionGraph, roles: Roles): boolean {
  const shapes = shapesOf(graph);
  const known = graph.derived(byShape);
  const followed = known.get(roles.units) ?? followedUnits(graph, roles.units);
  known.set(roles.units, followed);
  const { all = 0, by } = followed.get(shapes.ofVariable(unit)) ?? {};
  return (by?.get(shapes.ofOperation(op)) ?? 0) * 2 > all;
}

/**
 * Counts memory units whose first versions all have the same structural signature. `all` is the
 * number of these units.
 */
interface FollowedUnits {
  all: number;
  /**
   * Maps the structural signature of an operation to a number of these units. A unit is counted if
   * an operation with this signature read its first version.
   */
  readonly by: Map<string, number>;
}

const byShape = (_: EvolutionGraph) => new Map<MemoryUnits, ReadonlyMap<string, FollowedUnits>>();

function followedUnits(
  graph: EvolutionGraph,
  units: MemoryUnits,
): ReadonlyMap<string, FollowedUnits> {
  const { ofVariable, ofOperation } = shapesOf(graph);
  const found = new Map<string, FollowedUnits>();
  for (const unit of graph.variables.values()) {
    if (!units.isUnit(unit)) continue;
    if (unit.version !== graph.versionsOf(unit.fullName)[0]?.version) continue;
    const shape = ofVariable(unit);
    const ofShape = found.get(shape) ?? { all: 0, by: new Map() };
    found.set(shape, ofShape);
    ofShape.all += 1;
    for (const next of new Set(graph.linksFrom(unit).map((link) => ofOperation(link.op))))
      ofShape.by.set(next, (ofShape.by.get(next) ?? 0) + 1);
  }
  return found;
}
