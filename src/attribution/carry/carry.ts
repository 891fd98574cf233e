/**
 * Whether a text still states a detail: the question that the tracer asks of every text. Compares
 * words under several match profiles.
 */

import type { Variable } from "../../graph/model.ts";
import type { Sentence } from "../../text/sentences.ts";
import { firstDate } from "../../text/times.ts";
import { type Effort, SENTENCE } from "../effort.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import type { Need } from "../needs/need.ts";
import type { Shown } from "../roles/visible-fields.ts";
import { DetailMatcher } from "./detail-matcher.ts";
import type { MatchProfile } from "./match-profiles.ts";
import type { MemoryParaphrase, Paraphrase, StepParaphrase } from "./paraphrase-rate.ts";
import { type Placements, placements } from "./placement.ts";

/** Share of the need, from 0 to 1, that the variable's shown text states. */
export type CarryTest = (variable: Variable, need: Need) => number;

export interface CarryParts {
  readonly corpus: MessageCorpus;
  readonly effort: Effort;
  readonly shown: Shown;
  readonly isMemory: (variable: Variable) => boolean;
  /** The sentences that the variable shows. */
  readonly sentences: (variable: Variable) => readonly Sentence[];
  readonly paraphrase: MemoryParaphrase;
  /** How freely steps of this step's kind paraphrase. */
  readonly paraphraseOf: (step: Readonly<Record<"op" | "from" | "to", string>>) => StepParaphrase;
  /**
   * Whether the variable's dates must come from its own text: true for units and values read out of
   * them.
   */
  readonly ownDates: (variable: Variable) => boolean;
  /**
   * Which words of a sentence correspond to which words of a statement. All profiles share this.
   */
  readonly placements: Placements;
}

export function lexicalCarry(
  profile: MatchProfile,
  parts: CarryParts,
  paraphrase: Paraphrase = { kept: parts.paraphrase.kept, standsFor: 0 },
): CarryTest {
  const statementIn = lexicalStatement(profile, parts, paraphrase);
  const shares = new Map<Need, Map<string, number>>();
  return (variable, need) => {
    const known = shares.get(need) ?? new Map<string, number>();
    shares.set(need, known);
    const share = known.get(variable.id);
    if (share !== undefined) return share;
    const computed = statementIn(variable, need, parts.sentences(variable)).share;
    known.set(variable.id, computed);
    return computed;
  };
}

interface Statement {
  readonly share: number;
  /**
   * The sentences that state the need. For a time, also their neighbours, because these may name
   * the day.
   */
  readonly sentences: readonly Sentence[];
}

/** How much of the need some of the variable's sentences state, and which sentences do. */
export function lexicalStatement(
  profile: MatchProfile,
  parts: CarryParts,
  paraphrase: Paraphrase,
): (variable: Variable, need: Need, sentences: readonly Sentence[]) => Statement {
  const matchers = new Map<Need, DetailMatcher>();
  return (variable, need, sentences) => {
    const matcher =
      matchers.get(need) ?? new DetailMatcher(need, profile, { ...parts, paraphrase });
    matchers.set(need, matcher);
    parts.effort.spend(SENTENCE * (1 + sentences.length));
    const own = parts.ownDates(variable);
    const said = own && variable.metadata ? metadataDay(variable.metadata) : undefined;
    const { share, from, to } = matcher.best(sentences, own, said);
    const margin = need.days === undefined ? 0 : 1;
    return { share, sentences: sentences.slice(Math.max(0, from - margin), to + margin) };
  };
}

/** The text of the variable that later steps can read: for a unit, only its visible fields. */
export function shownText(
  variable: Variable,
  { isMemory, shown }: Pick<CarryParts, "isMemory" | "shown">,
): string {
  return isMemory(variable) ? shown(variable) : variable.value;
}

/** Share of the need that a plain text states, compared with one profile. */
export function shareIn(
  text: string,
  need: Need,
  profile: MatchProfile,
  corpus: MessageCorpus,
): number {
  const parts = { corpus, paraphrase: VERBATIM, placements: placements(corpus, new Set()) };
  return new DetailMatcher(need, profile, parts).best(corpus.sentencesOf(text), true, undefined)
    .share;
}

/** For texts that must repeat the detail word by word. */
const VERBATIM = { kept: 1, standsFor: 0 };

/** The day in the metadata of a unit. */
export function metadataDay(metadata: Readonly<Record<string, unknown>>): number | undefined {
  for (const key of ["timestamp", "time", "date", "created_at"]) {
    const value = metadata[key];
    if (typeof value === "string") return firstDate(value);
  }
  return undefined;
}
