/**
 * Where the needed information was finally lost. The checks run backward from the answer. If the
 * context had the information, the answering step is at fault. If only the memory had it, the
 * retrieval is. Otherwise it is the last step that read it from its last carrier.
 */

import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { encloses } from "../../graph/history/enclosing.ts";
import { executionOrder, writerOf } from "../../graph/history/execution-order.ts";
import type { InTurns } from "../../graph/in-turns.ts";
import { isRemoval } from "../../graph/memory/removal.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import { nextVersion } from "../../graph/memory/versions.ts";
import type { Variable } from "../../graph/model.ts";
import type { Need } from "../needs/need.ts";
import type { Roles } from "../roles/roles.ts";
import { CARRIED, NARROW_LOSS } from "../thresholds.ts";
import { shareOfWays } from "./branch-width.ts";
import type { LossFinding } from "./finding.ts";
import { type Flow, followForward, type Loss, type Step, stepsFrom } from "./flow.ts";
import { typeOfLoss } from "./loss-type.ts";
import { lastRetrievalLoss } from "./retrieval-loss.ts";
import { readStages } from "./stage-reading.ts";
import type { Tracing } from "./trace-context.ts";
import { usualTransmission } from "./usual-overlap.ts";

/**
 * One finding per need that was lost, earliest first; its operation is null if none is recorded. If
 * the context states all needs, the answering step is at fault.
 */
export function* findLosses(
  needs: readonly Need[],
  tracing: Tracing,
): Generator<number, LossFinding[]> {
  const followed: Followed[] = [];
  for (const need of needs) {
    followed.push(yield* follow(need, tracing));
    yield tracing.effort.sinceLastTurn();
  }
  const missing = followed.filter((f) => !f.inContext);
  const [first] = followed;
  if (first !== undefined && missing.length === 0) return [responseFinding(first, tracing)];
  return missing.map((f) => findLoss(f, tracing)).sort((a, b) => a.at - b.at);
}

interface Followed {
  readonly need: Need;
  readonly flow: Flow;
  /** Units that stated the need when the question was asked. */
  readonly inStore: readonly Variable[];
  /** The need in the words of the message, and of those units. */
  readonly wordings: readonly Need[];
  readonly inContext: boolean;
}

/** Maximum units whose wording is tried. */
const MAX_WORDINGS = 3;

function* follow(need: Need, tracing: Tracing): InTurns<Followed> {
  const { graph, roles, carry, store } = tracing;
  const flow = yield* followForward(need, tracing);
  const inStore = store.filter((unit) => flow.reached.has(unit.id));
  const wordings = [
    need,
    ...inStore.slice(0, MAX_WORDINGS).flatMap((unit) => flow.wordings.get(unit.id) ?? []),
  ];
  const stored = new Set(inStore.map((unit) => unit.id));
  const isFollowed = roles.context.some((v) => {
    const read = graph
      .linksTo(v.id)
      .filter((link) => link.op === roles.answerOp?.id && roles.isUnit(link.from));
    if (read.length > 0) return read.some((link) => stored.has(link.from));
    return wordings.some((wording) => carry(v, wording) >= CARRIED);
  });
  const asRead = isFollowed ? undefined : readStages(need, tracing);
  const inContext = isFollowed || asRead?.inContext === true;
  const kept = inStore.length > 0 || asRead === undefined ? inStore : asRead.inStore;
  return { need, flow, inStore: kept, wordings, inContext };
}

function findLoss({ need, flow, inStore, wordings }: Followed, tracing: Tracing): LossFinding {
  const { roles } = tracing;
  const ids = inStore.map((unit) => unit.id);
  if (ids.length > 0) {
    const isReadingKnown = roles.retrievalOps.length > 0 || roles.context.length > 0;
    const loss = isReadingKnown ? lastRetrievalLoss(wordings, ids, tracing) : unknownLoss(roles);
    return { ...loss, need, inStore: ids, flow };
  }
  const loss = decisiveLoss(flow, tracing);
  if (loss !== undefined) return { ...lossFinding(loss, tracing), need, inStore: ids, flow };
  return { ...unreadFinding(flow, tracing), need, inStore: ids, flow };
}

/** The recording cannot tell whether it was retrieved and ignored, or not retrieved. */
function unknownLoss({ askedAt }: Roles): ReturnType<typeof lastRetrievalLoss> {
  return { errorType: "RetrievalError", op: null, link: null, carrier: null, at: askedAt };
}

/** The last final loss on a path to the memory: earlier losses were on other paths. */
function decisiveLoss(flow: Flow, tracing: Tracing): Loss | undefined {
  const [only, ...others] = flow.losses;
  if (only === undefined) return undefined;
  if (others.length === 0) return replacedBefore(only, flow, tracing) ?? only;
  const counting = flow.losses.filter((loss) => !wasStored(loss, flow, tracing));
  const weighed = (counting.length > 0 ? counting : flow.losses).map((loss) => ({
    loss,
    share: shareOfLoss(loss, flow, tracing),
  }));
  const most = weighed.reduce((best, { share }) => Math.max(best, share), 0);
  const last = weighed.findLast(({ share }) => share >= NARROW_LOSS * most)?.loss;
  return (
    last && (firstOfItsKind(last, counting, tracing) ?? replacedBefore(last, flow, tracing) ?? last)
  );
}

/**
 * The step that replaced units which a deletion only cleared away. It ran before the deletion or as
 * a part of it, and read the same units, besides the ones that it rewrote.
 */
function replacedBefore(last: Loss, flow: Flow, { graph, roles }: Tracing): Loss | undefined {
  if (!last.steps.some((step) => isRemoval(graph, step, roles.units))) return undefined;
  const { carrier } = last;
  const at = (op: string) => executionOrder(graph).get(op) ?? 0;
  const cleared = readBy(last.op, graph, roles);
  const replaces = (op: string) => {
    if (op === last.op || (at(op) >= last.at && !encloses(graph, last.op, op))) return false;
    const read = readBy(op, graph, roles);
    const puts = graph.linksOf(op).some((link) => roles.isUnit(link.to) && !read.has(link.to));
    return puts && read.size === cleared.size && [...read].every((id) => cleared.has(id));
  };
  const known = new Map<string, boolean>();
  const isReplacing = (op: string) => {
    const found = known.get(op) ?? replaces(op);
    known.set(op, found);
    return found;
  };
  const [first, ...steps] = stepsFrom(graph, roles, carrier).filter(
    (step) => !flow.reached.has(step.to) && isReplacing(step.op),
  );
  if (first === undefined) return undefined;
  const { op } = first;
  return { carrier, op, at: at(op), steps: [first, ...steps.filter((step) => step.op === op)] };
}

/** The units that the operation reads, without earlier versions of those that it writes. */
function readBy(op: string, graph: EvolutionGraph, roles: Roles): ReadonlySet<string> {
  const nameOf = (id: string) => graph.variables.get(id)?.fullName;
  const links = graph.linksOf(op);
  const written = new Set(links.map(({ to }) => nameOf(to)));
  const units = links.map(({ from }) => from).filter(roles.isUnit);
  return new Set(units.filter((id) => !written.has(nameOf(id))));
}

/**
 * If a step lost a detail and a later step of the same kind read and lost it again, the first step
 * lost it.
 */
function firstOfItsKind(
  last: Loss,
  losses: readonly Loss[],
  { graph, roles }: Tracing,
): Loss | undefined {
  const shapes = shapesOf(graph);
  const kind = shapes.ofOperation(last.op);
  if (roles.isUnit(last.carrier)) return undefined;
  return losses.find((loss) => !roles.isUnit(loss.carrier) && shapes.ofOperation(loss.op) === kind);
}

/**
 * Whether the step read the detail outside the memory after the memory held it: nothing had to be
 * kept.
 */
function wasStored({ carrier, at }: Loss, flow: Flow, { graph, roles }: Tracing): boolean {
  if (roles.isUnit(carrier)) return false;
  const order = executionOrder(graph);
  return [...flow.reached].some(
    ([id, step]) => step !== null && (order.get(step.op) ?? 0) < at && roles.isUnit(id),
  );
}

/**
 * Width of the path on which the detail arrived and was lost, relative to the paths that fork off.
 */
function shareOfLoss(loss: Loss, flow: Flow, { graph, roles }: Tracing): number {
  const isReplaced = ({ from, to }: Step) =>
    roles.isUnit(from) && nextVersion(graph, from)?.id === to;
  const share = (step: Step) =>
    step.link === null || isReplaced(step) || isRemoval(graph, step, roles.units)
      ? 1
      : shareOfWays(graph, roles, step);
  let narrowest = loss.steps.reduce((widest, step) => Math.max(widest, share(step)), 0);
  const seen = new Set<string>();
  for (let id = loss.carrier; !seen.has(id); ) {
    seen.add(id);
    const step = flow.reached.get(id);
    // A memory unit is on the path into the memory, however rarely steps of that kind lead there.
    if (!step || roles.isUnit(id)) break;
    narrowest = Math.min(narrowest, share(step));
    id = step.from;
  }
  return narrowest;
}

export function lossFinding(
  loss: Loss,
  tracing: Tracing,
): Pick<LossFinding, "errorType" | "op" | "link" | "carrier" | "at"> {
  const { graph } = tracing;
  const ranked = loss.steps
    .map((step) => ({ step, usual: usualTransmission(graph, step) }))
    .sort((a, b) => b.usual - a.usual);
  const step = ranked[0]?.step ?? loss.steps[0];
  return {
    errorType: step === undefined ? "ExtractionError" : typeOfLoss(step, tracing),
    op: loss.op,
    link: step?.link ?? null,
    carrier: loss.carrier,
    at: loss.at,
  };
}

/**
 * The detail stayed in a value that no step read: the next step that writes memory should have read
 * it.
 */
function unreadFinding(
  flow: Flow,
  { graph, roles }: Tracing,
): Pick<LossFinding, "errorType" | "op" | "link" | "carrier" | "at"> {
  const order = executionOrder(graph);
  const carrier = flow.unread.at(-1) ?? null;
  const writer = carrier === null ? undefined : writerOf(graph, carrier);
  const since = writer === undefined ? -1 : (order.get(writer) ?? -1);
  const session = carrier === null ? undefined : graph.variables.get(carrier)?.session;
  const next = [...order].find(([op, at]) => {
    if (at <= since || at >= roles.askedAt || graph.operations.get(op)?.session !== session)
      return false;
    return graph.linksOf(op).some((link) => roles.isUnit(link.to));
  });
  const op = writer ?? next?.[0] ?? null;
  return {
    errorType: "ExtractionError",
    op,
    link: null,
    carrier,
    at: op === null ? -1 : (order.get(op) ?? 0),
  };
}

export function responseFinding(
  followed: { readonly need: Need; readonly flow: Flow | undefined } | undefined,
  { graph, roles, carry }: Tracing,
): LossFinding {
  const need = followed?.need;
  const op = roles.answerOp?.id ?? null;
  const carrier =
    (need && roles.context.find((v) => carry(v, need) >= CARRIED)) ?? roles.context[0];
  const links =
    op === null || roles.answer === undefined
      ? []
      : graph.linksTo(roles.answer.id).filter((l) => l.op === op);
  const link = links.find((l) => l.from === carrier?.id) ?? links[0];
  const at = op === null ? 0 : (executionOrder(graph).get(op) ?? 0);
  return {
    ...{
      errorType: "ResponseError",
      op,
      link: link?.id ?? null,
      need,
      carrier: carrier?.id ?? null,
      at,
    },
    ...{ inStore: [], flow: followed?.flow },
  };
}
