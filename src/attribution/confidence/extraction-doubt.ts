/**
 * Finds reasons to doubt an ExtractionError, an UpdateError or a ResponseError. Examples: no link
 * shows that the operation read the message, or the memory is in another language than the message.
 */
import type { Variable } from "../../graph/model.ts";
import { asksReason } from "../../text/languages/asking-words.ts";
import { isTranslation, languageOf } from "../../text/languages/language-of.ts";
import type { Sentence } from "../../text/sentences.ts";
import { isRoleWord } from "../../text/spelling/role-words.ts";
import { isFresh } from "../carry/paraphrase-rate.ts";
import { isUnlinked } from "../claims/claims.ts";
import type { LossFinding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";
import {
  MOST_IF_OTHER_LANGUAGE,
  MOST_IF_REASON_REWORDED,
  MOST_IF_UNLINKED,
  TELLING_WORD,
} from "../thresholds.ts";
import type { VerdictDoubt } from "./retrieval-doubt.ts";

export function extractionDoubts(finding: LossFinding, tracing: Tracing): VerdictDoubt[] {
  const { graph } = tracing;
  const { need, op, carrier } = finding;
  const doubts: VerdictDoubt[] = [];
  if (isUnlinked(finding, graph)) {
    const name = graph.operations.get(op ?? "")?.name ?? op;
    doubts.push({
      ...{ factor: 1, most: MOST_IF_UNLINKED },
      note: `No link shows that ${name} read ${carrier}. Record what each step reads.`,
    });
  }
  const other = need && writtenInOtherLanguage(finding, need, tracing);
  if (other !== undefined)
    doubts.push({
      ...{ factor: 1, most: MOST_IF_OTHER_LANGUAGE },
      note: `The words of ${other.id} cannot be compared with the message, because they seem to be in another language. So it may state the detail.`,
    });
  if (need && isReadInTranslation(finding, need, tracing))
    doubts.push({
      ...{ factor: 1, most: MOST_IF_OTHER_LANGUAGE },
      note: "The memory is in another language than the message. So words cannot show that the answering step read the whole statement.",
    });
  const reworded = need && rewordedReason(finding, need, tracing);
  if (reworded !== undefined)
    doubts.push({
      ...{ factor: 1, most: MOST_IF_REASON_REWORDED },
      note: `${reworded.id} has a word of the reason, so it may give the reason in other words.`,
    });
  return doubts;
}

/**
 * Whether a ResponseError is doubtful, because the memory is in another language than the message.
 * Then only words such as names can be compared. If the detail is a whole statement, or only a word
 * such as "mother", this does not prove that the answering operation read the detail. A text with
 * the same names can state another fact.
 */
function isReadInTranslation(
  { errorType }: LossFinding,
  { core, days, isPremise }: Need,
  { isMemoryTranslated }: Tracing,
): boolean {
  const isVague = core.every(({ stem }) => isRoleWord(stem));
  const isWhole = isPremise === true || (days === undefined && isVague);
  return errorType === "ResponseError" && isMemoryTranslated && isWhole;
}

/**
 * If the question asks for a reason, the needed detail is a reason, and the operation may have
 * written it in other words. Returns an output that perhaps contains the reason: the output has at
 * least one rare word of the detail that is not in the question. One such word is enough, because a
 * memory seldom copies all words of a reason.
 */
function rewordedReason(
  finding: LossFinding,
  { core, words }: Need,
  { graph, sentences, corpus, failed, question }: Tracing,
): Variable | undefined {
  const { errorType, op } = finding;
  if (errorType !== "ExtractionError" && errorType !== "UpdateError") return undefined;
  if (op === null || !asksReason(failed.query)) return undefined;
  const wanted = core.length > 0 ? core.map(({ stem }) => stem) : words.map(({ stem }) => stem);
  const telling = new Set(
    wanted.filter(
      (stem) =>
        !question.queryStems.includes(stem) &&
        !corpus.speakers.has(stem) &&
        corpus.rarity(stem) >= TELLING_WORD,
    ),
  );
  const hasTelling = (variable: Variable) =>
    sentences(variable).some(({ stems }) => stems.some((stem) => telling.has(stem)));
  const written = [...new Set(graph.linksOf(op).map(({ to }) => to))].slice(0, MAX_TEXTS);
  return written.flatMap((id) => graph.variables.get(id) ?? []).find(hasTelling);
}

/** A sentence with fewer words is too short to show that it is in another language. */
const LEAST_WORDS = 3;
/**
 * A word is new if it occurs in no message. A sentence with a smaller share of new words counts as
 * a copy of a message.
 */
const LEAST_NEW = 0.3;
/** Maximum number of texts that are read for each operation. */
const MAX_TEXTS = 16;
const LETTER_BEYOND_ASCII = /(?!\p{ASCII})\p{L}/u;

/**
 * Returns a text that the operation wrote in another language than the message. Returns undefined
 * if the detail has only numbers and names, because a translation does not change them.
 */
export function writtenInOtherLanguage(
  { errorType, op, link }: LossFinding,
  need: Need,
  {
    graph,
    sentences,
    corpus,
    isMemoryTranslated,
  }: Pick<Tracing, "graph" | "sentences" | "corpus" | "isMemoryTranslated">,
): Variable | undefined {
  if (errorType !== "ExtractionError" && errorType !== "UpdateError") return undefined;
  if (op === null || need.days !== undefined || !isTranslated(need, isMemoryTranslated))
    return undefined;
  const target = link === null ? undefined : graph.links.get(link)?.to;
  const written = target === undefined ? graph.linksOf(op).map(({ to }) => to) : [target];
  const isOther = ({ text, stems }: Sentence) => {
    const fresh = stems.filter((stem) => isFresh(stem, corpus)).length;
    // If most words of the sentence are in messages, the sentence is probably a copy of a message.
    // Then the operation did not translate the sentence, even if its language is not the language
    // of the statement. So skip the sentence.
    if (fresh < LEAST_NEW * stems.length) return false;
    if (isTranslation(need.statement, text, isMemoryTranslated)) return true;
    // `isTranslation` does not know all languages. So a sentence also counts as translated if no
    // message has any of its words, and if it has letters outside ASCII but the statement has none.
    const mayBeOther = LETTER_BEYOND_ASCII.test(text) && !LETTER_BEYOND_ASCII.test(need.statement);
    return mayBeOther && stems.length >= LEAST_WORDS && fresh === stems.length;
  };
  for (const id of [...new Set(written)].slice(0, MAX_TEXTS)) {
    const variable = graph.variables.get(id);
    if (variable === undefined) continue;
    // A few sentences can look like another language by chance. So require that most sentences do.
    const read = sentences(variable);
    if (2 * read.filter(isOther).length > read.length) return variable;
  }
  return undefined;
}

/**
 * Whether the detail has a word that a translation would change. Numbers and names stay the same.
 */
function isTranslated({ core, words, statement }: Need, isMemoryTranslated: boolean): boolean {
  const wanted = new Set(core.map(({ stem }) => stem));
  const own = words.filter(({ stem }) => wanted.size === 0 || wanted.has(stem));
  return own.some(({ text }) => {
    if (/\d/.test(text)) return false;
    // In German, every noun has a capital letter, so a capital letter does not show that a word is
    // a name.
    const isName = /^\p{Lu}/u.test(text) && !statement.startsWith(text);
    return !isName || (isMemoryTranslated && languageOf(statement) === "de");
  });
}
