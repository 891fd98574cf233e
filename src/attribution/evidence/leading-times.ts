/** Recognises messages that give a time only together with a calendar or with another message. */
import type { Variable } from "../../graph/model.ts";
import { dayOfMonth } from "../../text/calendar.ts";
import { exactDurations } from "../../text/durations.ts";
import type { Sentence } from "../../text/sentences.ts";
import type { TimeMention } from "../../text/time-mention.ts";
import { contentStems } from "../../text/words.ts";
import type { MessageCorpus } from "./message-corpus.ts";

/**
 * Whether a reader of the message may find the time `wanted` if the reader knows more than this
 * message. There are two such cases. First, the message names only the day of the month, such as
 * "by the 30th". Second, the message names a distance of a day or more, which can count from any
 * event: "ninety days after the move", "three days later", "the day before we open".
 */
export function leadsTo(wanted: TimeMention, message: Variable, corpus: MessageCorpus): boolean {
  const { sentences, stems, day } = corpus.message(message);
  const meant = wanted.resolve(day);
  if (meant === undefined) return false;
  const number = meant.first === meant.last ? `${dayOfMonth(meant.first)}` : undefined;
  if (number !== undefined && stems.has(`${number}th`)) return true;
  return sentences.some((sentence) => {
    const text = withoutResolved(sentence);
    const namesDay = number !== undefined && contentStems(text).includes(number);
    return namesDay || DISTANCE.test(text) || exactDurations(text).some(({ days }) => days >= 1);
  });
}

/**
 * Removes the times that need no other message, such as "5 May", and "two days ago", which counts
 * from the day of this message. "Two days later" and "for two days" stay, because they can count
 * from another day.
 */
function withoutResolved(sentence: Sentence): string {
  return sentence
    .times()
    .filter(({ text }) => !FROM_EVENT.test(text))
    .reduce((text, mention) => text.replace(mention.text, " "), sentence.text);
}

const FROM_EVENT = /^(?:for|over) |(?:before|after|earlier|later)$|[前后後전후]$/iu;

/** A unit of time without a number beside a word for "before" or "after", in ten languages. */
const DISTANCES = [
  "(?:day|night|week|month|year) (?:before|after|earlier|later)|eve of",
  "(?:tag|abend|woche|monat|jahr) (?:vor|nach|davor|danach|zuvor|darauf)|vortag|vorabend|folgetag",
  "(?:dag|avond|week|maand|jaar) (?:voor|na|ervoor|erna|daarvoor|daarna)|vooravond",
  "(?:día|noche|semana|mes|año) (?:antes|después|anterior|siguiente)|víspera",
  "(?:jour|semaine|mois|an|année) (?:avant|après|précédente?|suivante?)|veille|lendemain",
  "(?:giorno|sera|settimana|mese|anno) (?:prima|dopo|precedente|successiv[oa])|vigilia|indomani",
  "(?:dia|noite|semana|mês|ano) (?:antes|depois|anterior|seguinte)|véspera",
];
const DISTANCE = new RegExp(
  `(?<!\\p{L})(?:${DISTANCES.join("|")})(?!\\p{L})|前[一の]?[天日]|前夜|翌日|次日|第二天|次の日|전날|다음 ?날|이튿날`,
  "iu",
);
