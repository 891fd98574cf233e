/**
 * Tests whether a given answer states the whole expected answer. If an answer passes the test, but
 * a judge called the answer wrong, the judge made an error. The test is stricter than
 * `statesAnswer`: an answer fails if anything is missing, contradicted or uncertain.
 */
import { inClockTimes } from "../../text/clock-times.ts";
import {
  excludes,
  isAboutNow,
  isFormerly,
  isNear,
  isTooMuch,
  leavesOpen,
  leftIn,
  limits,
  OPPOSITES,
} from "../../text/denial/contrast-words.ts";
import { deniesWithoutNot } from "../../text/denial/denial-without-not.ts";
import { deniesQuestion } from "../../text/denial/denied-question.ts";
import { eventsOf } from "../../text/denial/opposite-events.ts";
import { choosesOther } from "../../text/denial/other-choice.ts";
import {
  corrects,
  isOfOtherThing,
  isRelativeOf,
  lacksFavourite,
  saysOtherwise,
} from "../../text/denial/otherwise.ts";
import { withoutRejected } from "../../text/denial/rejected-side.ts";
import { equalDuration } from "../../text/durations.ts";
import { isBeforeList } from "../../text/lists.ts";
import { signedNumbers } from "../../text/numbers.ts";
import { bareWord, isNegated } from "../../text/polarity.ts";
import { isRelative } from "../../text/spelling/role-words.ts";
import { isBareIn } from "../../text/spelling/shortened-thousands.ts";
import { hasOtherGrade, hasOtherSign } from "../../text/spelling/signs.ts";
import { contentStems } from "../../text/words.ts";
import { tellingDetails } from "../source/wrong-part.ts";
import { isSwapped } from "./answer-order.ts";
import { type AnswerReading, figures, readAnswer, readValues } from "./answer-reading.ts";
import { comparable, statesAnswer } from "./answers.ts";
import { isResultOf } from "./compare/computed-count.ts";
import { hasEveryWord } from "./compare/every-word.ts";
import { withPartOfDay } from "./part-of-day.ts";
import { PAIR } from "./same-values.ts";
import { shorterAnswer } from "./shorter-answer.ts";
import { bestLikeness } from "./word-share.ts";

/**
 * If an expected answer has at most this number of words that are not in the question, it is a
 * value, such as a name. With more such words, it is an explanation.
 */
const VALUE_STEMS = 6;

interface Compared {
  readonly asked: ReadonlySet<string>;
  readonly question: string;
  readonly wanted: AnswerReading;
  readonly read: AnswerReading;
  /**
   * The clauses of the given answer. Each clause in `stating` has a word of the expected answer.
   * The clauses in `others` have none.
   */
  readonly stating: readonly string[];
  readonly others: readonly string[];
}

/**
 * Whether the given answer states the whole expected answer and nothing that contradicts it.
 * @param evidence texts that can say the part of the day of a clock time
 */
export function statesWholeAnswer(
  question: string,
  wanting: string,
  answer: string,
  evidence: readonly string[] = [],
): boolean {
  const [expected, given] = comparable(question, withPartOfDay(wanting, evidence), answer);
  if (plain(expected) === plain(given) && plain(given) !== "") return true;
  if (choosesOther(question, expected, given)) return false;
  const shorter = shorterAnswer(question, expected, given);
  if (shorter !== undefined && statesWholeAnswer(question, shorter, given)) return true;
  if (bareWord(expected) === "no" && deniesQuestion(question, given)) return true;
  const { isYes, missing, features } = statesAnswer(question, expected, given);
  if (!isYes || missing.length > 0) return false;
  const asked = new Set(contentStems(question));
  const [wanted, read] = [readAnswer(expected, asked), readAnswer(given, asked)];
  if (wanted.isUnknown) return true;
  const isAffirmed = features.polarity === 1;
  const clauses = clausesOf(wanted, given, isAffirmed);
  const compared = { asked, question, wanted, read, ...clauses };
  if (isDenied(compared) || features.polarity === -1) return false;
  if (isAffirmed) return true;
  if (
    clauses.stating.some(
      (clause) => isRelativeOf(clause, wanted.own) && !isRelativeOf(expected, wanted.own),
    )
  )
    return false;
  return (
    isSameValue(compared, features.time, features.duration) &&
    hasEveryWord(wanted, read, asked) &&
    !isRelatedOtherwise(compared) &&
    !isSwapped(wanted, read, question) &&
    !isFormer(compared) &&
    !lacksRelative(compared) &&
    !isOfAnotherClause(compared)
  );
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^["'“”‘’\s]+|[.!"'“”‘’\s]+$/gu, "");
}

const CLAUSE_END = /(?<!\d)[,.:](?!\d)|[,.:](?=\s)|[;!?。，、；！？\n]| – | — /u;

function clausesOf(wanted: AnswerReading, given: string, isAffirmed: boolean) {
  const own = isAffirmed ? [] : wanted.own.length > 0 ? wanted.own : wanted.stems;
  const clauses = given.split(CLAUSE_END).filter((clause) => clause.trim() !== "");
  const states = (clause: string) => {
    const stems = new Set(contentStems(clause));
    return own.some((each) => bestLikeness(each, stems) > 0);
  };
  const stating = clauses.filter(states);
  return { stating, others: clauses.filter((clause) => !stating.includes(clause)) };
}

/**
 * Whether the given answer mentions the expected answer without giving it. For example, it denies
 * or excludes the expected answer, leaves it open, or names only a place near it.
 */
function isDenied({ wanted, read, stating, others, question }: Compared): boolean {
  const { text, polarity } = wanted;
  if (polarity === "no") return false;
  if (polarity === "yes") return isNegated(read.text) && !isNegated(text) && !isNegated(question);
  if (isNegated(text)) return !isNegated(read.text);
  if (stating.some((clause) => isNegated(clause) && !isNegated(question))) return true;
  if (others.some((clause) => bareWord(clause) === "no")) return true;
  const isOnlyGiven = (test: (clause: string) => boolean) =>
    stating.some(test) && !test(text) && !test(question);
  if (isRejected(wanted, read) || corrects(read.text, text)) return true;
  const isList = wanted.parts.length === 1 && read.parts.length > 2;
  if (isList && lacksFavourite(question, read.parts, wanted.own)) return true;
  const compares = { question, expected: text, own: wanted.own };
  if (stating.some((clause) => saysOtherwise({ ...compares, clause }))) return true;
  const compared = eventsOf(question);
  const events = stating.map(compared);
  if (compared(text) === undefined && events.includes("opposite") && !events.includes("same"))
    return true;
  // "The blue one instead of the red one" excludes only the red one, and `isRejected` has tested
  // this. So do not use `excludes` on such an answer.
  const tests = [leavesOpen, isNear, deniesWithoutNot, isTooMuch];
  return [...tests, ...(withoutRejected(read.text) === undefined ? [excludes] : [])].some(
    isOnlyGiven,
  );
}

/** Whether the given answer rejects the expected answer: "tea rather than coffee" for "coffee". */
function isRejected(wanted: AnswerReading, read: AnswerReading): boolean {
  const chosen = withoutRejected(read.text);
  if (chosen === undefined || withoutRejected(wanted.text) !== undefined) return false;
  const left = new Set(contentStems(chosen));
  return wanted.own.some((each) => bestLikeness(each, left) === 0);
}

/**
 * Whether the expected answer names a relative ("Ann's sister"), but no clause that answers the
 * question names this relative. For example, "Ann pays; her sister helps" answers "Who pays?" with
 * Ann. The clauses with most words of the question count as answering it.
 */
function lacksRelative({ wanted, asked, stating }: Compared): boolean {
  const relatives = wanted.own.filter(isRelative);
  if (relatives.length === 0 || relatives.length === wanted.own.length) return false;
  if (!isRelativeOf(wanted.text, wanted.own)) return false;
  const read = stating.map((clause) => {
    const stems = new Set(contentStems(clause));
    return { stems, share: [...asked].filter((stem) => stems.has(stem)).length };
  });
  const most = Math.max(0, ...read.map(({ share }) => share));
  const answering = read.filter(({ share }) => share === most);
  return most > 0 && answering.every(({ stems }) => !relatives.some((stem) => stems.has(stem)));
}

/** Whether the given answer says that the expected answer is no longer true. */
function isFormer({ wanted, stating, others, asked }: Compared): boolean {
  const isNew = (text: string) =>
    tellingDetails(text).some(({ stem }) => !asked.has(stem) && !wanted.stems.includes(stem));
  if (others.some((clause) => isAboutNow(clause) && isNew(clause))) return true;
  if (leftIn(`${wanted.text} `).length > 0) return false;
  return stating.flatMap(leftIn).some((left) => {
    const stems = new Set(contentStems(left));
    return wanted.own.some((each) => stems.has(each));
  });
}

/**
 * Matches a date such as "3/4", which can mean 3 April or 4 March. Therefore, the given answer must
 * contain such a date in exactly the same form.
 */
const DAY_AND_MONTH = /(?<![\d/.])\d{1,2}(?:\/\d{1,2}(?![\d/])|\.\d{1,2}\.(?!\d))/gu;

/** Matches the number of a door, room or similar, and a day of the month in an East Asian date. */
const NUMBERED =
  /(?<=\b(?:door|gate|room|hall|floor|platform|bus|line|dock|desk|table|track) )\d+(?![\d:.]*\d)|\d+(?=[日号號일])/giu;

/** Matches a letter that names one of several things, as in "reviewer C". */
const LABEL = /(?<=\p{L} )[A-HJ-Z](?![\p{L}\p{N}.'’+-])/gu;

/** Matches the scores and ratios of a text. */
const PAIRS = /(?<![\d:-])\d{1,3} ?(?:[-–]|:(?!\d\d)) ?\d{1,3}(?![\d:-])/g;

/**
 * Whether numbers, signs and times of both answers agree. If the expected answer has numbers, the
 * given answer may have only two kinds of other numbers: numbers in the question, and numbers from
 * which the expected number is computed (see `isResultOf`).
 */
function isSameValue(compared: Compared, time: number, duration: number): boolean {
  const { wanted, read, asked, stating } = compared;
  if (hasOtherSign(wanted.text, read.text)) return false;
  const labels = new Set(read.text.match(/\b[A-Z]\b/g));
  if (wanted.text.match(LABEL)?.some((label) => !labels.has(label))) return false;
  if (hasOtherGrade(wanted.text, read.text)) return false;
  const pairs = read.text.match(PAIRS) ?? [];
  if (PAIR.test(wanted.text) && pairs.join() !== wanted.text.trim()) return false;
  if (wanted.times.length > 0) return time > 0 && hasBothEnds(wanted.text, read.text);
  if (wanted.durations.length > 0) return duration > 0 && isSameDuration(wanted, read);
  const [negative, given] = [wanted.text, read.text].map((text) => signedNumbers(text).join(" "));
  if (negative !== given) return false;
  const dates = wanted.text.match(DAY_AND_MONTH) ?? [];
  if (!dates.every((date) => read.text.includes(date))) return false;
  if (wanted.counts.length === 0) return true;
  // In "las siete menos veinte" (6:40), "menos" (less) is a part of the clock time, and no limit.
  const isLimited = (clause: string) => limits(inClockTimes(clause));
  const isCounted = (clause: string) =>
    figures(clause).some((each) => wanted.counts.includes(each));
  if (stating.some((each) => isCounted(each) && isLimited(each)) && !isLimited(wanted.text))
    return false;
  const saysNow = stating.some((clause) => isCounted(clause) && isAboutNow(clause));
  const isOld = (clause: string) => saysNow && isFormerly(clause) && !isCounted(clause);
  const now = read.text.split(CLAUSE_END).filter((clause) => !isOld(clause));
  const counts = figures(readValues(now.join(" ; ")).rest);
  const isClock = wanted.counts.every((count) => count.includes(":"));
  const others = counts.filter(
    (count) =>
      !wanted.counts.includes(count) &&
      !asked.has(count) &&
      // If a clock time is expected, a number with a noun states something else: "door 6".
      !(isClock && !isBareIn(read.text.replace(NUMBERED, ""), count)),
  );
  return (
    wanted.counts.every((count) => counts.includes(count)) &&
    (others.length === 0 || isResultOf(others, wanted.counts, counts, read.text, asked))
  );
}

const DAYS_FROM_TO =
  /(?<![\d.:/-])(\d{1,2})(?:st|nd|rd|th|\.)?(?: (?:de )?\p{L}+)? ?(?:[-–—~〜]|to|until|till|bis|hasta|al|au|até|tot|から|到|至|부터) ?(?:\p{L}+ )?(\d{1,2})(?![\d:/.-]\d)/iu;

/** If the expected answer is a range of days, whether the given answer has both days. */
function hasBothEnds(expected: string, given: string): boolean {
  const days = DAYS_FROM_TO.exec(expected)?.slice(1) ?? [];
  const said = new Set((given.match(/\d+/g) ?? []).map(Number));
  return days.every((day) => said.has(Number(day)));
}

const ABOUT =
  /\b(?:about|around|roughly|nearly|almost|approximately|just (?:over|under))\b|(?<!\p{L})(?:etwa|fast|ungefähr|rund|knapp)(?!\p{L})/iu;

/**
 * Whether a duration of the expected answer exactly equals a duration of the given answer. Call
 * this only if the durations are nearly equal. If an answer says "about" or a similar word, always
 * returns true.
 */
function isSameDuration(wanted: AnswerReading, read: AnswerReading): boolean {
  if (ABOUT.test(wanted.text) || ABOUT.test(read.text)) return true;
  return wanted.durations.some((one) =>
    read.durations.some((other) => equalDuration(one.days, other.days)),
  );
}

/**
 * Whether the given answer lacks a relation of the expected answer, such as "before", or has its
 * opposite ("after").
 */
function isRelatedOtherwise({ wanted, read, stating }: Compared): boolean {
  const expected = inClockTimes(readValues(wanted.text).rest);
  const given = inClockTimes(stating.join(" ; "));
  const whole = inClockTimes(read.text);
  return OPPOSITES.some(([one, other]) =>
    [
      [one, other],
      [other, one],
    ].some(([own, opposite]) => {
      if (own === undefined || opposite === undefined || !own.test(expected)) return false;
      return !own.test(whole) || (opposite.test(given) && !opposite.test(expected));
    }),
  );
}

/** Matches a clause that adds somebody: "Rosa runs the stand, with Yusuf as backup". */
const WITH =
  /^\s*(?:(?:along|together|and|zusammen|samen|junto) )?(?:with|mit|met|avec|con|com)(?!\p{L})/iu;

/**
 * Whether a clause without any word of the expected answer seems to answer the question. For
 * example, the expected answer to "Where does Anna live?" is "Berlin", and the given answer is
 * "Anna lives in Paris. Bert likes Berlin."
 */
function isOfAnotherClause({ wanted, read, question, asked, stating, others }: Compared): boolean {
  if (wanted.own.length === 0 || wanted.own.length > VALUE_STEMS) return false;
  const isAbout = (clause: string) => contentStems(clause).some((each) => asked.has(each));
  if (isOfOtherThing({ question, asked, own: wanted.own, stating, others })) return true;
  if (stating.some(isAbout)) return false;
  const hasSubject = (clause: string) => {
    const [, first = ""] = /^\s*(\p{Lu}\p{Ll}+) \p{Ll}/u.exec(clause) ?? [];
    return isAbout(clause) && contentStems(first).some((each) => !asked.has(each));
  };
  if (stating.every((each) => WITH.test(each)) && others.some(hasSubject)) return true;
  // If the first clause has only words of the expected answer, this clause answers the question.
  const [first = ""] = read.text.split(CLAUSE_END);
  if (contentStems(first).every((each) => wanted.stems.includes(each)) && stating.includes(first))
    return false;
  return others.some((clause) => {
    if (announces(clause, wanted, read, asked)) return false;
    const details = tellingDetails(readValues(clause).rest);
    return isAbout(clause) && details.some((detail) => !asked.has(detail.stem));
  });
}

/** Whether the clause only announces the items of a list, and names nothing new. */
function announces(
  clause: string,
  wanted: AnswerReading,
  read: AnswerReading,
  asked: ReadonlySet<string>,
): boolean {
  if (wanted.parts.length < 2 || isNegated(clause) || !isBeforeList(clause, read.text))
    return false;
  return tellingDetails(clause).every(({ stem: each }) => asked.has(each) || /^\d/.test(each));
}
