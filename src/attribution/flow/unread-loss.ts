/**
 * Sometimes the needed detail is only in a message or another value that no operation read before
 * the question. Then this file finds the operation to blame.
 */
import { endedBefore } from "../../graph/history/ended-before.ts";
import { executionOrder, writerOf } from "../../graph/history/execution-order.ts";
import { stepKindOf } from "../../graph/memory/record-categories.ts";
import type { Operation, Variable } from "../../graph/model.ts";
import type { Need } from "../needs/need.ts";
import { CARRIED } from "../thresholds.ts";
import type { LossFinding } from "./finding.ts";
import type { Flow } from "./flow.ts";
import type { Tracing } from "./trace-context.ts";

type Unread = Pick<LossFinding, "errorType" | "op" | "link" | "carrier" | "at">;

/**
 * Finds the operation to blame if no operation read the last variable with the detail. This is the
 * first of these operations that exists; if there is none, `op` is null:
 * - the operation that wrote the variable; a message has none
 * - the operation that stored the detail only after the question
 * - an operation that may have read the variable, although no link shows this
 * - the operation that made the context from later messages
 */
export function unreadLoss(need: Need, flow: Flow, tracing: Tracing): Unread {
  const { graph } = tracing;
  const carrier = flow.unread.at(-1) ?? null;
  const value = carrier === null ? undefined : graph.variables.get(carrier);
  const writer = carrier === null ? undefined : writerOf(graph, carrier);
  const late = value && writer === undefined ? storedLate(value, need, tracing) : undefined;
  const reader = writer ?? late?.op ?? (value && mayHaveRead(value, tracing)?.id);
  const window = value && reader === undefined ? leftOutBy(value, tracing)?.id : undefined;
  const op = reader ?? window ?? null;
  return {
    errorType: window === undefined ? "ExtractionError" : "RetrievalError",
    op,
    link: late?.link ?? null,
    carrier,
    at: op === null ? -1 : (executionOrder(graph).get(op) ?? 0),
  };
}

function storedLate(
  message: Variable,
  need: Need,
  { graph, roles, carry }: Tracing,
): { readonly op: string; readonly link: string } | undefined {
  const order = executionOrder(graph);
  for (const { id, op, to } of graph.linksFrom(message)) {
    const unit = graph.variables.get(to);
    const isLate = (order.get(op) ?? 0) >= roles.askedAt && writerOf(graph, to) === op;
    if (isLate && unit && roles.isMemory(unit) && carry(unit, need) >= CARRIED)
      return { op, link: id };
  }
  return undefined;
}

/**
 * Returns the first operation in the message's session that may have read the message, although no
 * link shows this. An operation that ended before the message was recorded cannot have read the
 * message. An operation whose links show that it read other messages, or only memory units,
 * probably did not read this message.
 */
function mayHaveRead(message: Variable, { graph, roles }: Tracing): Operation | undefined {
  const messages = new Set(roles.messages.map(({ id }) => id));
  const isNamed = (id: string) => messages.has(id) || roles.isUnit(id);
  let isNext = true;
  for (const [op, at] of executionOrder(graph)) {
    const operation = graph.operations.get(op);
    if (at >= roles.askedAt || operation?.session !== message.session) continue;
    if (operation === undefined || endedBefore(graph, op, message)) continue;
    const links = graph.linksOf(op);
    // No link shows what this operation read. Its place after the message only suggests that it
    // read the message. So accept the operation only if no operation between the message and this
    // operation wrote to the memory.
    if (links.length === 0 && isNext && isIntoMemory(operation)) return operation;
    const isWriting = links.some(({ to }) => roles.isUnit(to));
    isNext &&= !isWriting && !isIntoMemory(operation);
    const readsMessage = links.some(({ from }) => messages.has(from));
    if (isWriting && !readsMessage && !links.every(({ from }) => isNamed(from))) return operation;
  }
  return undefined;
}

/**
 * Returns the operation that made the context from later messages of the same session, such as the
 * last ten, and so left this message out. An operation cannot have left the message out if it ended
 * before the message was recorded, or if no operation read its outputs. Returns undefined if the
 * message should have reached the memory. One of these operations before the question shows this:
 * - an operation that read a later message
 * - an operation that ended after the message was recorded, read no message, and wrote a unit
 */
function leftOutBy(message: Variable, { graph, roles }: Tracing): Operation | undefined {
  const places = new Map(roles.messages.map(({ id }, place) => [id, place]));
  const place = places.get(message.id) ?? 0;
  const isLater = (id: string) => (places.get(id) ?? -1) > place;
  for (const [op, at] of executionOrder(graph)) {
    if (at >= roles.askedAt) continue;
    const links = graph.linksOf(op);
    if (links.some(({ from }) => isLater(from))) return undefined;
    const isTaking = links.some(({ from }) => places.has(from));
    if (isTaking || endedBefore(graph, op, message)) continue;
    if (links.some(({ to }) => roles.isUnit(to))) return undefined;
  }
  return roles.retrievalOps.find(({ id }) => {
    if (endedBefore(graph, id, message)) return false;
    if (graph.linksOf(id).every(({ to }) => graph.linksFrom(to).length === 0)) return false;
    const read = graph.endsOf(id).inputs;
    return read.some((each) => isLater(each.id) && each.session === message.session);
  });
}

function isIntoMemory(operation: Operation): boolean {
  const kind = stepKindOf(operation);
  return kind === "extraction" || kind === "update";
}
