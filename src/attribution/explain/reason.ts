/** The verdict in one to three plain sentences that quote what was lost. */
import type { Finding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";

const MAX_QUOTE_CHARS = 140;

export function quoted(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  const cut =
    flat.length <= MAX_QUOTE_CHARS ? flat : `${flat.slice(0, MAX_QUOTE_CHARS).trimEnd()}…`;
  return `“${cut}”`;
}

const MAX_ID_CHARS = 40;

/** An id that a sentence can hold: ids of values without a name are digests. */
function short(id: string): string {
  return id.length <= MAX_ID_CHARS ? id : `${id.slice(0, 24)}…${id.slice(-8)}`;
}

export function reasonOf(finding: Finding, tracing: Tracing, prediction: string): string {
  const { graph } = tracing;
  const { need, op, carrier, errorType, link } = finding;
  const name = op === null ? "No recorded operation" : (graph.operations.get(op)?.name ?? op);
  if (need === undefined)
    return `${name} gave the answer; no detail of the evidence could be followed to it.`;
  const said = `${quoted(need.statement)} (${need.from ?? "no message"})`;
  const detail = quoted(need.text);
  const target = link === null ? undefined : graph.links.get(link)?.to;
  const into = target === undefined ? "" : ` when it wrote ${short(target)}`;
  const from = carrier === null || carrier === need.from ? "" : ` of ${short(carrier)}`;
  const unit = short(finding.inStore[0] ?? carrier ?? "a unit");
  switch (errorType) {
    case "ExtractionError":
      return op === null
        ? `No operation read the message that says ${said}, so ${detail} never entered the memory.`
        : `${name} left out ${detail}${from}${into}, so no memory unit states it. The message said ${said}.`;
    case "UpdateError": {
      const kept = `${target === undefined ? "what it wrote" : short(target)}, which does not state ${detail}; nothing states it afterwards. The message said ${said}.`;
      return carrier === need.from
        ? `${name} wrote ${kept}`
        : `${name} replaced ${short(carrier ?? "the unit")} by ${kept}`;
    }
    case "DeletionError":
      return `${name} deleted ${short(carrier ?? "the memory unit")}, the last one that stated ${detail}. The message said ${said}.`;
    case "RetrievalError": {
      const count = unitsRead(tracing);
      return link === null
        ? `${name} returned ${count} ${count === 1 ? "unit" : "units"}; the one that states ${detail} (${unit}) was in the memory but not among them. The message said ${said}.`
        : `${name} dropped the unit that states ${detail} (${unit})${into}. The message said ${said}.`;
    }
    default:
      return `${name} had ${detail} in ${short(carrier ?? "what it read")} and answered ${quoted(prediction)}. The message said ${said}.`;
  }
}

function unitsRead({ graph, roles }: Tracing): number {
  const units = new Set<string>();
  const steps = [...roles.retrievalOps, ...(roles.answerOp ? [roles.answerOp] : [])];
  for (const id of steps
    .flatMap((op) => graph.linksOf(op.id))
    .flatMap((link) => [link.from, link.to])) {
    if (roles.isUnit(id)) units.add(id);
  }
  return units.size;
}

/** The words of the detail, as its message writes them, that the decisive step did not pass on. */
export function lostWords(finding: Finding): string[] {
  const { need } = finding;
  if (need === undefined) return [];
  if (need.days !== undefined) return [need.text];
  const whole = need.text.trim();
  if (whole !== "" && need.statement.toLowerCase().includes(whole.toLowerCase())) return [whole];
  const wanted = new Set(need.core.map((word) => word.stem));
  return need.words.filter((word) => wanted.has(word.stem)).map((word) => word.text);
}
