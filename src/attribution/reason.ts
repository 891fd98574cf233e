/** The verdict in one to three plain sentences that quote what was lost. */
import type { Finding, Tracing } from "./finding.ts";

const MAX_QUOTE_CHARS = 140;

export function quoted(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  const cut =
    flat.length <= MAX_QUOTE_CHARS ? flat : `${flat.slice(0, MAX_QUOTE_CHARS).trimEnd()}…`;
  return `“${cut}”`;
}

export function reasonOf(finding: Finding, tracing: Tracing, prediction: string): string {
  const { graph, roles } = tracing;
  const { need, op, carrier, errorType, link } = finding;
  const name = op === null ? "No recorded operation" : (graph.operations.get(op)?.name ?? op);
  if (need === undefined)
    return `${name} gave the answer; no detail of the evidence could be followed to it.`;
  const said = `${quoted(need.statement)} (${need.from ?? "no message"})`;
  const detail = quoted(need.text);
  const target = link === null ? undefined : graph.links.get(link)?.to;
  const into = target === undefined ? "" : ` into ${target}`;
  const from = carrier === null || carrier === need.from ? "" : ` from ${carrier}`;
  switch (errorType) {
    case "ExtractionError":
      return op === null
        ? `No operation read the message that says ${said}, so ${detail} never entered the memory.`
        : `${name} dropped ${detail}${from}${into}, so no memory unit states it. The message said ${said}.`;
    case "UpdateError":
      return `${name} replaced the text that stated ${detail}${from}${into} by one that does not, and nothing states it afterwards. The message said ${said}.`;
    case "DeletionError":
      return `${name} deleted ${carrier ?? "the memory unit"}, the last one that stated ${detail}. The message said ${said}.`;
    case "RetrievalError": {
      const count = roles.retrievalOps.length === 0 ? undefined : unitsRead(tracing);
      const returned =
        count === undefined
          ? "did not hand on"
          : `led to ${count} ${count === 1 ? "unit" : "units"} in the context and left out`;
      return `${name} ${returned} what states ${detail}: ${finding.inStore[0] ?? carrier ?? "a unit"} was in the memory. The message said ${said}.`;
    }
    default:
      return `${name} had ${detail} in ${carrier ?? "what it read"} and answered ${quoted(prediction)}. The message said ${said}.`;
  }
}

function unitsRead({ graph, roles }: Tracing): number {
  const units = new Set<string>();
  for (const link of roles.answerOp ? graph.linksOf(roles.answerOp.id) : []) {
    const variable = graph.variables.get(link.from);
    if (variable !== undefined && roles.isMemory(variable)) units.add(variable.id);
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
