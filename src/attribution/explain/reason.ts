/** The verdict in one to three plain sentences that quote what was lost. */
import { type Claim, claimsOf, unitsReturned } from "../claims/claims.ts";
import type { Finding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";
import { mayBeOverwritten } from "../roles/unversioned-units.ts";

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

/** The claims of the verdict as sentences: what the decisive step did, and what followed from it. */
export function reasonOf(finding: Finding, tracing: Tracing, prediction: string): string {
  const { graph } = tracing;
  const { need, op } = finding;
  const name = op === null ? "No recorded operation" : (graph.operations.get(op)?.name ?? op);
  if (need === undefined)
    return `${name} gave the answer; no detail of the evidence could be followed to it.`;
  const claims = claimsOf(finding, tracing);
  const followed = claims.flatMap((claim) => consequence(claim, tracing) ?? []);
  const sentences = [
    `${name} ${deed(finding, need, claims, prediction)}`,
    ...followed,
    `The message said ${quoted(need.statement)} (${need.from ?? "no message"})`,
  ];
  return sentences.map((sentence) => `${sentence}.`).join(" ");
}

function deed(
  { carrier, errorType, inStore }: Finding,
  need: Need,
  claims: readonly Claim[],
  prediction: string,
): string {
  const detail = quoted(need.text);
  const written = claims.find((claim) => claim.kind === "left-out")?.in;
  const into = written === undefined ? "" : ` when it wrote ${short(written)}`;
  switch (errorType) {
    case "ExtractionError": {
      const from = carrier === null || carrier === need.from ? "" : ` of ${short(carrier)}`;
      return `left out ${detail}${from}${into}`;
    }
    case "UpdateError": {
      const made = written === undefined ? "something" : short(written);
      const replaced = claims.find((claim) => claim.kind === "replaced");
      return replaced === undefined
        ? `wrote ${made}, which does not state ${detail}`
        : `replaced ${short(replaced.unit)} by ${made}, which does not state ${detail}`;
    }
    case "DeletionError":
      return `deleted ${short(carrier ?? "the memory unit")}, which stated ${detail}`;
    case "RetrievalError": {
      const unit = short(inStore[0] ?? carrier ?? "the unit");
      return written === undefined
        ? `did not return ${unit}, which states ${detail}`
        : `dropped ${detail} of ${unit}${into}`;
    }
    default:
      return `had ${detail} in ${short(carrier ?? "what it read")} and answered ${quoted(prediction)}`;
  }
}

/** Undefined for what the deed says already. */
function consequence(claim: Claim, tracing: Tracing): string | undefined {
  switch (claim.kind) {
    case "never-stored":
      return "No memory unit ever stated it";
    case "not-kept":
      return "No memory unit stated it when the question was asked";
    case "kept":
      return `${short(claim.unit)} was ${
        mayBeOverwritten(tracing) ? "written and never seen to be removed" : "in the memory"
      }`;
    case "not-returned": {
      const { size } = unitsReturned(tracing);
      return `It is not among the ${size} ${size === 1 ? "unit" : "units"} returned`;
    }
    case "not-shown":
      return "Nothing that the answering step read states it";
    default:
      return undefined;
  }
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
