import { isEmptied, isRemoval } from "../../graph/memory/removal.ts";
import { namesComeAgain, nextVersion } from "../../graph/memory/versions.ts";
import type { SubKind } from "../../protocol/error-types.ts";
import { shownText } from "../carry/carry.ts";
import { type Claim, claimsOf, unitKept, unitsReturned } from "../claims/claims.ts";
import { writtenInOtherLanguage } from "../confidence/extraction-doubt.ts";
import type { LossFinding } from "../flow/finding.ts";
import { keptDetails } from "../flow/handling-step.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";
import { CARRIED } from "../thresholds.ts";

const MAX_QUOTE_CHARS = 140;

export function quoted(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  const cut =
    flat.length <= MAX_QUOTE_CHARS ? flat : `${flat.slice(0, MAX_QUOTE_CHARS).trimEnd()}…`;
  return `“${cut}”`;
}

const MAX_ID_CHARS = 40;

/** Shortens a long id, such as the digest of a value without a name. */
function short(id: string): string {
  return id.length <= MAX_ID_CHARS ? id : `${id.slice(0, 24)}…${id.slice(-8)}`;
}

/**
 * Writes the claims of the verdict as sentences: what the decisive operation did, and what happened
 * to the detail afterwards.
 */
export function reasonOf(
  finding: LossFinding,
  tracing: Tracing,
  subKind: SubKind | null,
  prediction: string,
): string {
  const { graph } = tracing;
  const { need, op, errorType } = finding;
  const name = op === null ? "No recorded operation" : (graph.operations.get(op)?.name ?? op);
  if (need === undefined)
    return errorType === "ResponseError"
      ? `${name} gave the answer; no detail of the evidence could be followed to it.`
      : `${name} wrote ${short(writtenBy(finding, tracing))}, which gives the answer ${quoted(prediction)} as far as its words show. The tracer found no message that says so.`;
  const claims = claimsOf(finding, tracing);
  // If the operation wrote in another language than the message, comparing words cannot show
  // whether a memory unit states the detail. So the text leaves out the claims in `ON_UNITS`.
  const isComparable = writtenInOtherLanguage(finding, need, tracing) === undefined;
  const isElsewhere = namesElsewhere(finding, need, claims, tracing);
  const ofAnother = subKind === "wrong person" || isElsewhere;
  // Then a memory unit has the detail, but about another person or thing. The claims in `ON_UNITS`
  // say that no memory unit states the detail. A reader who sees that unit would think that the
  // claims are false. So the text leaves out these claims.
  const shown =
    isComparable && !ofAnother ? claims : claims.filter(({ kind }) => !ON_UNITS.has(kind));
  const followed = shown.flatMap((claim) => consequence(claim, tracing) ?? []);
  const sentences = [
    `${name} ${deed(finding, need, claims, tracing, prediction, subKind, isElsewhere)}`,
    ...carriedOut(finding, tracing),
    ...followed,
    `The message said ${quoted(need.statement)} (${need.from ?? "no message"})`,
  ];
  return sentences.map((sentence) => `${sentence}.`).join(" ");
}

/** Whether the text of an extraction that left out the detail has its words all the same. */
function namesElsewhere(
  { errorType }: LossFinding,
  need: Need,
  claims: readonly Claim[],
  tracing: Tracing,
): boolean {
  const written = claims.find((claim) => claim.kind === "left-out")?.in;
  return (
    errorType === "ExtractionError" &&
    written !== undefined &&
    need.core.length > 0 &&
    hasWords(need.text, written, tracing)
  );
}

function carriedOut({ decided, errorType }: LossFinding, { graph }: Tracing): string[] {
  if (decided === undefined || errorType === "RetrievalError") return [];
  const { carriedOutBy } = decided;
  const { name = carriedOutBy } = graph.operations.get(carriedOutBy) ?? {};
  return [`It decided this, and ${name} carried it out`];
}

/** The kinds of claims which say that no memory unit states the detail. */
const ON_UNITS: ReadonlySet<Claim["kind"]> = new Set(["never-stored", "not-kept"]);

/** Whether the operation removed only a part of the unit: the next version has the rest. */
function isShortened({ carrier, link }: LossFinding, { graph, roles }: Tracing): boolean {
  const next = carrier === null ? undefined : nextVersion(graph, carrier);
  const written = link === null ? undefined : graph.links.get(link);
  if (next === undefined || written?.to !== next.id) return false;
  return !isEmptied(graph, next) && !isRemoval(graph, written, roles.units);
}

function writtenBy({ link }: LossFinding, { graph }: Tracing): string {
  return (link === null ? undefined : graph.links.get(link)?.to) ?? "a unit";
}

function deed(
  finding: LossFinding,
  need: Need,
  claims: readonly Claim[],
  tracing: Tracing,
  prediction: string,
  subKind: SubKind | null,
  isElsewhere: boolean,
): string {
  const { carrier, errorType, link, op, flow } = finding;
  const { graph, carry } = tracing;
  const states = (id: string) => {
    const variable = graph.variables.get(id);
    return flow?.reached.has(id) || (variable !== undefined && carry(variable, need) >= CARRIED);
  };
  const detail = quoted(need.text);
  const detailIn = (id: string | null) =>
    hasWords(need.text, id, tracing) ? detail : `${detail} in other words`;
  const written = claims.find((claim) => claim.kind === "left-out")?.in;
  const into = written === undefined ? "" : ` when it wrote ${short(written)}`;
  if (finding.isMisplaced === true)
    return `stated ${detail} in ${short(writtenBy(finding, tracing))}, but not about the subject of the question`;
  if (finding.isEnded === true)
    return `marked ${short(carrier ?? "the memory unit")}, which states ${detailIn(carrier)}, as no longer true`;
  switch (errorType) {
    case "ExtractionError": {
      const late = claims.find((claim) => claim.kind === "stored-late")?.unit;
      if (late !== undefined)
        return `wrote ${short(late)}, which states ${detail}, only after the question was asked`;
      const error = op === null ? undefined : graph.operations.get(op)?.error;
      if (error !== undefined && link === null)
        return `failed with the error ${quoted(error)} and wrote nothing of ${detail}`;
      const from = carrier === null || carrier === need.from ? "" : ` of ${short(carrier)}`;
      if (subKind === "wrong person") return `stated ${detail} about another person${into}`;
      if (isElsewhere) return `named ${detail}${into}, but not about the subject of the question`;
      return `left out ${detail}${from}${into}`;
    }
    case "UpdateError": {
      const made = written === undefined ? "something" : short(written);
      const replaced = claims.find((claim) => claim.kind === "replaced");
      const step = graph.links.get(link ?? "");
      const kept = step === undefined ? [] : keptDetails(step, tracing);
      const lacks =
        kept.length === 0
          ? `which does not state ${detail}`
          : `which still states ${quoted(kept.join(", "))} and not ${detail}`;
      return replaced === undefined
        ? `wrote ${made}, ${lacks}`
        : `replaced ${short(replaced.unit)} by ${made}, ${lacks}`;
    }
    case "DeletionError":
      if (isShortened(finding, tracing))
        return `removed ${detailIn(carrier)} from ${short(carrier ?? "the memory unit")}`;
      return `deleted ${short(carrier ?? "the memory unit")}, which stated ${detailIn(carrier)}`;
    case "RetrievalError": {
      if (written !== undefined && finding.isAssumed !== true && finding.decided === undefined)
        return `dropped ${detail} of ${short(carrier ?? "a unit")}${into}`;
      const unit = unitKept(finding) ?? carrier ?? "the unit";
      const missed =
        subKind === "query missed"
          ? `changed the topic of the question, so the search did not return ${short(unit)}`
          : `did not return ${short(unit)}`;
      if (finding.isAssumed === true) return `${missed}, which may state ${detail} in other words`;
      return states(unit)
        ? `${missed}, which states ${detailIn(unit)}`
        : `${missed}, which gives the answer as far as its words show`;
    }
    default:
      return carrier === null || states(carrier)
        ? `had ${detailIn(carrier)} in ${short(carrier ?? "what it read")} and answered ${quoted(prediction)}`
        : `read ${short(carrier)} and answered ${quoted(prediction)}`;
  }
}

/**
 * Whether the visible text of the variable contains `words` in exactly this form; upper and lower
 * case and the kind of spaces do not matter. Returns true if the graph lacks the variable.
 */
function hasWords(words: string, id: string | null, tracing: Tracing): boolean {
  const variable = id === null ? undefined : tracing.graph.variables.get(id);
  if (variable === undefined) return true;
  return flat(shownText(variable, tracing)).includes(flat(words));
}

function flat(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}

/** Returns the sentence for a claim; undefined if the reason's first sentence already says it. */
function consequence(claim: Claim, tracing: Tracing): string | undefined {
  switch (claim.kind) {
    case "never-stored":
      return "No memory unit stated it before the question was asked";
    case "not-kept":
      return "No memory unit stated it when the question was asked";
    case "kept":
      return `${short(claim.unit)} was ${
        namesComeAgain(tracing.graph, tracing.roles.units)
          ? "in the memory"
          : "written, and no recorded step removed it before the question"
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

/** Returns the words of the lost detail, as the message writes them. */
export function lostWords(finding: LossFinding): string[] {
  const { need } = finding;
  if (need === undefined) return [];
  if (need.days !== undefined) return [need.text];
  const whole = need.text.trim();
  if (whole !== "" && need.statement.toLowerCase().includes(whole.toLowerCase())) return [whole];
  const wanted = new Set(need.core.map((word) => word.stem));
  return need.words.filter((word) => wanted.has(word.stem)).map((word) => word.text);
}
