import type { Operation } from "../../graph/model.ts";
import type { AnswerSource, FoundAnswerSource } from "../../protocol/api/attribution.ts";
import type { FoundSource, Statement } from "./found-source.ts";
import type { WrongPart } from "./wrong-part.ts";

const MAX_WORDS_CHARS = 300;

/**
 * The confidence that the found source is right. These values are estimates, not fitted on labelled
 * cases.
 */
const CLEAR = 0.9;
const ONE_DETAIL = 0.75;
const ONE_SHORT_NUMBER = 0.5;
/** If no links lead to the answer, the confidence is multiplied by this factor. */
const UNLINKED = 0.7;

export interface SearchedSource {
  readonly wrong: WrongPart | undefined;
  readonly found: FoundSource | "too-much" | undefined;
  readonly isLinked: boolean;
}

export function describeSource({ wrong, found, isLinked }: SearchedSource): AnswerSource {
  if (found === "too-much") return cannotTell("too-much-to-follow");
  if (found === undefined)
    return cannotTell(wrong === undefined ? "nothing-added" : "not-recorded");
  const { first, op, calledBy, related } = found;
  const details = [...new Set(wrong?.details.map(({ text }) => text))];
  return {
    outcome: "found",
    from: found.kind,
    ...named(op),
    stated: quoteOf(first),
    calledBy: calledBy === undefined ? null : { op: calledBy.id, opName: calledBy.name },
    related: related === undefined ? null : quoteOf(related),
    details,
    confidence: confidenceOf(wrong, isLinked),
    reason: `${sentenceOf(found, wrong?.text ?? "")}.`,
  };
}

const REASONS = {
  "nothing-added":
    "The answer adds nothing to the question and the expected answer, so there is nothing to trace.",
  "not-recorded":
    "No recorded value states the wrong part of the answer. Record the answer and what its step read.",
  "too-much-to-follow": "Tracing the answer takes more work than one case may cost.",
} as const;

function cannotTell(because: keyof typeof REASONS): AnswerSource {
  return { outcome: "cannot-tell", because, reason: REASONS[because] };
}

function named(op: Operation | undefined): Pick<FoundAnswerSource, "op" | "opName"> {
  return { op: op?.id ?? null, opName: op?.name ?? null };
}

function quoteOf({ step, words }: Statement): FoundAnswerSource["stated"] {
  return { variable: step.variable.id, ...named(step.op), words: cut(words, MAX_WORDS_CHARS) };
}

function confidenceOf(wrong: WrongPart | undefined, isLinked: boolean): number {
  const details = wrong?.details ?? [];
  const [only] = details;
  const isShort = only !== undefined && /^\d{1,3}$/.test(only.stem);
  const clear = details.length > 1 ? CLEAR : isShort ? ONE_SHORT_NUMBER : ONE_DETAIL;
  return Math.round(clear * (isLinked ? 1 : UNLINKED) * 100) / 100;
}

function sentenceOf(found: FoundSource, claimed: string): string {
  const { kind, first, op, calledBy, related } = found;
  const name = op?.name ?? "The answering step";
  const said = quoted(claimed);
  const origin = `${first.step.variable.id}, which says ${quoted(first.words)}`;
  const state = `${name} first stated ${said}`;
  switch (kind) {
    case "copied":
      if (op === undefined) return `${said} is in ${origin}; no recorded step states it after that`;
      return found.input !== undefined
        ? `${name} took ${said} from ${origin}`
        : `${name} was the first step to state ${said} after ${origin}`;
    case "older-version": {
      const newer = `${related?.step.variable.id}, which says ${quoted(related?.words ?? "")}`;
      return `${name} stated ${said} of ${first.step.variable.id}, although there is the newer ${newer}`;
    }
    case "tool-result": {
      const caller = calledBy === undefined ? "" : ` to ${calledBy.name}`;
      return `The tool step ${name} returned ${said}${caller}, in ${quoted(first.words)}`;
    }
    case "after-error": {
      const failure = `after a step had failed with ${quoted(related?.words ?? "")}`;
      return claimed === ""
        ? `${name} gave no value ${failure}`
        : `${state} ${failure}; ${readingOf(found)}`;
    }
    case "made": {
      const rests =
        related === undefined
          ? ""
          : `. It rests on ${quoted(related.words)}, which ${related.step.op?.name ?? "a step"} stated first, from inputs that do not state it`;
      return `${state}, in ${quoted(first.words)}; ${readingOf(found)}${rests}`;
    }
  }
}

function readingOf({ input }: FoundSource): string {
  return input === undefined
    ? "nothing that it read states it"
    : `it also read ${input.variable.id}, which says ${quoted(input.words)}`;
}

const MAX_QUOTE_CHARS = 140;

function quoted(text: string): string {
  return `“${cut(text.replace(/\s+/g, " ").trim(), MAX_QUOTE_CHARS)}”`;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).trimEnd()}…`;
}
