import type { Variable } from "../../graph/model.ts";
import type { SubKind } from "../../protocol/error-types.ts";
import { deniesAnother } from "../../text/denial/denied-words.ts";
import type { Sentence } from "../../text/sentences.ts";
import { isFresh } from "../carry/paraphrase-rate.ts";
import { isStoredLate } from "../claims/claims.ts";
import { writtenInOtherLanguage } from "../confidence/extraction-doubt.ts";
import type { LossFinding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";
import { SPOKEN_OF } from "../thresholds.ts";
import { shareOf } from "./compared-words.ts";

/**
 * Returns what was wrong with the extraction. A finding without a needed detail means that no
 * message states the output, so the operation invented it.
 */
export function extractionKind(finding: LossFinding, tracing: Tracing): SubKind | null {
  const { need, op, carrier, link } = finding;
  const { graph, sentences } = tracing;
  if (op === null) return null;
  if (need === undefined) return "invented";
  if (isStoredLate(finding, tracing)) return null;
  if (writtenInOtherLanguage(finding, need, tracing) !== undefined) return null;
  const target = link === null ? undefined : graph.links.get(link)?.to;
  const written = graph.linksOf(op).map(({ to }) => to);
  const texts = [...new Set([...written, ...(target === undefined ? [] : [target])])];
  const told = texts.flatMap((id) => sentencesOf(graph.variables.get(id), sentences));
  const about = told.filter((sentence) => isAbout(sentence, need, tracing));
  if (about.some((sentence) => isOfAnother(sentence, need, tracing))) return "wrong person";
  const source = carrier === null ? undefined : graph.variables.get(carrier);
  if (told.some(isOtherFigure(need, source, tracing))) return "distorted";
  if (need.negated === true && told.some(({ text }) => deniesAnother(need.statement, text)))
    return "distorted";
  if (about.length === 0) return told.some(isOpen(need, tracing)) ? null : "omitted";
  return keptPart(about, need, source, tracing);
}

function sentencesOf(variable: Variable | undefined, sentences: Tracing["sentences"]) {
  return variable === undefined ? [] : sentences(variable);
}

/** Whether the sentence makes the needed statement about another person. */
function isOfAnother(sentence: Sentence, need: Need, { corpus }: Tracing): boolean {
  const { subject, core } = need;
  const named = corpus.namesIn(sentence);
  if (subject === undefined || core.length === 0 || named.length === 0) return false;
  const isNamed = named.includes(subject) || named.some((name) => need.others.has(name));
  return !isNamed && core.every(({ stem }) => sentence.stems.includes(stem));
}

/**
 * Whether the sentence has most of the words that stand beside the needed detail in its message.
 * Names of speakers do not count.
 */
function isAbout({ stems }: Sentence, need: Need, { corpus }: Tracing): boolean {
  const around = new Set(
    need.around.map(({ stem }) => stem).filter((stem) => !corpus.speakers.has(stem)),
  );
  return around.size > 1 && shareOf(around, new Set(stems)) >= SPOKEN_OF;
}

/**
 * Returns a function that tests whether a sentence may make the statement in other words. Such a
 * sentence has a word of the statement, and also a word that no message has. The new word may
 * replace the missing words of the statement.
 */
function isOpen({ core, around }: Need, { corpus }: Tracing) {
  const said = new Set([...core, ...around].map(({ stem }) => stem));
  return ({ stems }: Sentence): boolean =>
    stems.some((stem) => said.has(stem) && !corpus.speakers.has(stem)) &&
    stems.some((stem) => isFresh(stem, corpus));
}

const IS_FIGURE = /\d/;

/**
 * Returns a function that tests whether a sentence has another number in place of the lost number.
 * The sentence must have most words around the detail, and a number that `source` does not have. If
 * the lost detail has no number, the function always returns false.
 */
function isOtherFigure(need: Need, source: Variable | undefined, { corpus, sentences }: Tracing) {
  const isLost = need.core.some(({ stem }) => IS_FIGURE.test(stem));
  const around = new Set(
    need.around.map(({ stem }) => stem).filter((stem) => !corpus.speakers.has(stem)),
  );
  const said = new Set(sentencesOf(source, sentences).flatMap(({ stems }) => stems));
  return ({ stems }: Sentence): boolean =>
    isLost &&
    around.size > 0 &&
    shareOf(around, new Set(stems)) >= SPOKEN_OF &&
    stems.some((stem) => IS_FIGURE.test(stem) && !said.has(stem));
}

/**
 * Returns the sub-kind for a lost time, number or other detail. The sentences in `about` make the
 * statement without this detail. If a time or number was lost, and these sentences have one that
 * `source` lacks, the sub-kind is "distorted". If another detail was lost, and these sentences have
 * words that `source` lacks, the result is null, because these words may paraphrase the detail.
 */
function keptPart(
  about: readonly Sentence[],
  need: Need,
  source: Variable | undefined,
  { sentences }: Tracing,
): SubKind | null {
  if (need.days !== undefined) {
    const read = source?.value.toLowerCase() ?? "";
    const times = about.flatMap((sentence) => sentence.times());
    const isNew = times.some(({ text }) => !read.includes(text.toLowerCase()));
    return isNew ? "distorted" : "time lost";
  }
  const said = new Set(sentencesOf(source, sentences).flatMap(({ stems }) => stems));
  const added = about.flatMap(({ stems }) => stems).filter((stem) => !said.has(stem));
  if (need.core.some(({ stem }) => IS_FIGURE.test(stem)))
    return added.some((stem) => IS_FIGURE.test(stem)) ? "distorted" : "omitted";
  return added.length > 0 ? null : "omitted";
}
