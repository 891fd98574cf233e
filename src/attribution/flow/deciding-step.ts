/**
 * Finds the operation that decided to change the memory, if another operation carried this out. For
 * example, a model plans to overwrite a unit, and a function then writes the planned text.
 */
import { encloses } from "../../graph/history/enclosing.ts";
import { executionOrder, writerOf } from "../../graph/history/execution-order.ts";
import type { Link, Variable } from "../../graph/model.ts";
import { contentStems } from "../../text/words.ts";
import type { LossFinding } from "./finding.ts";
import type { Tracing } from "./trace-context.ts";

/**
 * A text counts as the plan of a change only if it has at least this share of the words that the
 * change added to the unit or removed from it (see `accountsFor`).
 */
const PLANNED = 0.5;
/** If a plan has this share of the words of a unit's new version, it has the whole new text. */
const PLANNED_WHOLE = 0.8;

/**
 * Returns the loss with the operation that decided the change as `op`. The former `op` becomes
 * `decided.carriedOutBy`. Returns the loss unchanged if one of these is false:
 * - The former `op` read a plan that accounts for the loss (see `accountsFor`), but no message.
 * - The operation that wrote the plan had read the unit, or a list that was made from the unit. The
 *   former `op` did not run inside this operation.
 */
export function withDecidingStep(finding: LossFinding, tracing: Tracing): LossFinding {
  const { errorType, op, carrier } = finding;
  const { graph, roles } = tracing;
  if (errorType !== "UpdateError" && errorType !== "DeletionError") return finding;
  if (op === null || carrier === null || !roles.isUnit(carrier)) return finding;
  const order = executionOrder(graph);
  const at = (id: string) => order.get(id) ?? 0;
  const messages = new Set(roles.messages.map(({ id }) => id));
  const inputs = readBy(op, tracing);
  if (inputs.some(({ id }) => messages.has(id))) return finding;
  const showsUnit = ({ from }: Link) =>
    from === carrier || graph.linksTo(from).some((link) => link.from === carrier);
  const isPlan = (input: Variable) =>
    !roles.isMemory(input) && accountsFor(input, finding, tracing);
  const deciding = inputs
    .filter(isPlan)
    .flatMap((plan) => graph.linksTo(plan).filter((link) => link.op === writerOf(graph, plan.id)))
    .filter((link) => link.op !== op && at(link.op) < at(op) && showsUnit(link))
    .filter((link) => !encloses(graph, link.op, op))
    .sort((a, b) => at(b.op) - at(a.op))[0];
  if (deciding === undefined) return finding;
  const decided = { carriedOutBy: op, link: deciding.id };
  return { ...finding, op: deciding.op, at: at(deciding.op), decided };
}

function readBy(op: string, { graph }: Tracing): readonly Variable[] {
  const { inputs, intermediates } = graph.endsOf(op);
  return [...inputs, ...intermediates];
}

/**
 * Whether the plan says what the operation did to the unit. Entries that keep or add a unit do not
 * count. For a deletion, one other entry must have the unit's words or its name. For an update, the
 * other entries must have the words that the operation added to the unit. They must also have the
 * words that it removed, or the whole new text.
 */
function accountsFor(
  plan: Variable,
  { link, carrier, errorType }: LossFinding,
  { graph, sentences }: Tracing,
): boolean {
  const target = link === null ? undefined : graph.links.get(link)?.to;
  const [before, after] = [carrier, target].map((id) => graph.variables.get(id ?? ""));
  if (before === undefined) return false;
  const stemsOf = (variable: Variable | undefined) =>
    new Set(variable === undefined ? [] : sentences(variable).flatMap(({ stems }) => stems));
  const [old, now] = [stemsOf(before), stemsOf(after)];
  const entries = entriesOf(plan).filter((texts) => !texts.some((text) => KEEPS.test(text)));
  if (errorType === "DeletionError")
    return entries.some(
      (texts) => shareIn(texts.join(" "), [...old]) >= PLANNED || isNamed(before, texts),
    );
  const planned = entries.flat().join(" ");
  const removed = [...old].filter((stem) => !now.has(stem));
  const added = [...now].filter((stem) => !old.has(stem));
  if (added.length > 0 && shareIn(planned, added) < PLANNED) return false;
  return shareIn(planned, removed) >= PLANNED || shareIn(planned, [...now]) >= PLANNED_WHOLE;
}

function shareIn(text: string, stems: readonly string[]): number {
  const said = new Set(contentStems(text));
  return stems.filter((stem) => said.has(stem)).length / Math.max(1, stems.length);
}

/** Values of a plan's entry which say that the unit stays or is new. */
const KEEPS = /^(?:none|no-?op|keep|ignore|add|insert|create)$/i;
const LEAST_NAME_CHARS = 3;
const NAME_END = /[^\p{L}\p{N}_-]+/u;

/** Whether one of the texts has the unit's name, or the last part of its path, as a whole word. */
function isNamed({ name }: Variable, texts: readonly string[]): boolean {
  const last = name.split("/").at(-1) ?? name;
  if (last.length < LEAST_NAME_CHARS) return texts.includes(name);
  return texts.some((text) => text === name || text.split(NAME_END).includes(last));
}

/**
 * Returns the entries of the plan. Each JSON object in the plan is an entry: its own texts, without
 * the texts of objects inside it. A text that is a JSON object is read as an object, because the
 * arguments of a tool call are recorded as such a text. A plan without JSON objects is one entry.
 */
function entriesOf({ value }: Variable): string[][] {
  const entries: string[][] = [];
  const walk = (node: unknown, depth: number): string[] => {
    const inner = typeof node === "string" && node.startsWith("{") ? parsed(node) : undefined;
    if (inner !== undefined) return walk(inner, depth);
    if (typeof node === "string" || typeof node === "number") return [String(node)];
    if (typeof node !== "object" || node === null || depth > MAX_PLAN_DEPTH) return [];
    const texts = Object.values(node).flatMap((part) => walk(part, depth + 1));
    if (Array.isArray(node)) return texts;
    entries.push(texts);
    return [];
  };
  const texts = walk(parsed(value) ?? value, 0);
  return texts.length > 0 ? [...entries, texts] : entries;
}

const MAX_PLAN_DEPTH = 8;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
