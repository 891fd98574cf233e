/**
 * Converts clock times to one 24-hour spelling. "2:45 pm", "a quarter to three in the afternoon",
 * "14 Uhr 45" and "下午两点三刻" all become "14:45". Without a part of the day ("pm", "morning"), the
 * hour stays unchanged.
 */

import { cardinalValue } from "./languages/cardinals.ts";
import { inChinese, NUMBER_WORDS, SMALL } from "./number-words.ts";
import { withoutAccents } from "./spelling/without-accents.ts";
import {
  CLOCK_BEFORE,
  CLOCK_LATE,
  CLOCK_NIGHT,
  CLOCK_PARTS,
  type ClockForm as Form,
  hourNamed,
  minutesNamed,
  SPACED_CLOCKS,
  UNSPACED_CLOCKS,
} from "./times/clock-forms.ts";

const HOUR = "(?<hour>\\p{L}+|\\d{1,2})";
const FIGURE_HOUR = "(?<hour>\\d{1,2})";
const HAN_HOUR = "(?<hour>[一二两兩三四五六七八九十]{1,2}|\\d{1,2})";
/** In British English, "half nine" is half past nine. */
const HOUR_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
const ENGLISH_PERIOD = "(?:in the (?<period>morning|afternoon|evening)|at (?<night>night))";
/** "This evening" in languages that name it before the hour. */
const THIS_EVENING =
  "heute abend|morgen abend|ce soir|demain soir|esta noche|stasera|domani sera|esta noite|hoje à noite|vanavond|morgenavond";
const GERMAN_PERIOD =
  "(?<period>morgens|vormittags|nachmittags|abends|nachts|in der früh|am (?:morgen|vormittag|nachmittag|abend))";
const ENGLISH_MINUTES = "five|ten|twenty|twenty-five";
const GERMAN_MINUTES = "fünf|zehn|zwanzig|fünfundzwanzig";
const HAN_MINUTES =
  "[二三四五]十[一二三四五六七八九]?|十[一二三四五六七八九]?|零[一二三四五六七八九]";
const HAN_PERIOD = "(?<period>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上)";

/**
 * Each entry has two patterns for one form of clock times. The first one finds the clock times. The
 * second one is a fast test: if it does not match a text, the text has no clock time of this form.
 */
const BETWEEN_SPACES: readonly Form[] = [
  [`${FIGURE_HOUR}(?:[:.](?<minute>\\d\\d))? ?(?<half>[ap])\\.?m`, "\\d ?[ap]\\.?m"],
  [
    `(?<part>quarter|half) (?<side>past|to) ${HOUR}(?: o['’]clock)?(?:,? ${ENGLISH_PERIOD})?`,
    "quarter|half",
  ],
  [
    `(?<=(?:at|by|till?|until|before|after|from|around|about) )(?<minute>half) (?<hour>${HOUR_WORDS})(?=\\s*(?:[.,;!?)]|$)|,? (?:in the|at night|on|till?|until|then|sharp|tomorrow|today|tonight|this|every|when|because|but|so|\\p{L}+day)(?!\\p{L}))(?:,? ${ENGLISH_PERIOD})?`,
    "half ",
  ],
  [
    `(?<!(?:first|second|other|each|take|takes|took) )(?<minute>half) (?<hour>${HOUR_WORDS})(?= (?:on )?(?:tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day))`,
    "half ",
  ],
  [
    `(?<minute>five|ten|twenty|twenty[- ]five|\\d{1,2})(?: minutes)? (?<side>past) ${HOUR}(?: o['’]clock)?(?:,? ${ENGLISH_PERIOD})?`,
    " past ",
  ],
  [
    `(?<minute>five|ten|twenty|twenty[- ]five)(?: minutes (?<side>to) ${HOUR}(?:,? ${ENGLISH_PERIOD})?)`,
    " minutes to ",
  ],
  [
    `(?:at|until|by|around|about) (?<part>${ENGLISH_MINUTES}) (?<side>past|to) ${HOUR}(?:,? ${ENGLISH_PERIOD})?`,
    "(?:five|ten|twenty) (?:past|to)",
  ],
  [
    `(?<part>${GERMAN_MINUTES}) (?<side>nach|vor) (?<base>halb )?${HOUR}(?: Uhr)?(?: ${GERMAN_PERIOD})?`,
    "(?:fünf|zehn|zwanzig) (?:nach|vor)",
  ],
  [`${HOUR} o['’]clock(?:,? ${ENGLISH_PERIOD})?`, "o['’]clock"],
  [`${HOUR}(?:[:.](?<minute>\\d\\d))? ${ENGLISH_PERIOD}`, "in the (?:mor|aft|eve)|at night"],
  // The words "this evening" stay in the text, because they also name the day.
  [
    `(?<=\\b(?:at|by|until|till|around|about|from|before|after) )${HOUR}(?:[:.](?<minute>\\d\\d))?(?= (?:this (?<period>morning|afternoon|evening)|(?<night>tonight)))`,
    "this (?:mor|aft|eve)|tonight",
  ],
  [
    `(?<=(?<!\\p{L})(?<night>${THIS_EVENING}) (?:um|a las|alle|às|om) )${HOUR}(?:[:.](?<minute>\\d\\d))?(?: Uhr)?(?! ?(?:morgens|nachts|vormittags|nachmittags|abends))`,
    THIS_EVENING,
  ],
  [`(?<=(?<!\\p{L})(?<night>${THIS_EVENING}) {1,3})${FIGURE_HOUR}:(?<minute>\\d\\d)`, THIS_EVENING],
  ["(?<named>noon|midday|midnight)", "noon|mid(?:day|night)"],
  [
    `(?<part>Viertel|halb) (?:(?<side>nach|vor) )?${HOUR}(?: Uhr)?(?: ${GERMAN_PERIOD})?`,
    "viertel|halb",
  ],
  [`${HOUR}(?:[:.](?<minute>\\d\\d))? Uhr(?: (?<after>\\d\\d)(?!:))?(?: ${GERMAN_PERIOD})?`, "uhr"],
];
const SPACED = [...SPACED_CLOCKS, ...BETWEEN_SPACES];
const inSpaces = (form: string) => `(?<![\\p{L}\\p{N}:.])(?:${form})(?![\\p{L}\\p{N}])`;
/**
 * "一点" means "one o'clock", but also "a little". So these patterns match it only together with a
 * part of the day or with minutes.
 */
const UNSPACED: readonly Form[] = [
  [
    `(?:${HAN_PERIOD})?${HAN_HOUR}[点點](?<side>差)(?:(?<part>一刻|三刻)|(?<minute>\\d\\d?|${HAN_MINUTES}|[一二三四五六七八九])分?)`,
    "[点點]差",
  ],
  [
    `(?:${HAN_PERIOD})?(?<side>差)(?:(?<part>一刻|三刻)|(?<minute>\\d\\d?|${HAN_MINUTES}|[一二三四五六七八九])分?)(?:钟|鐘)?(?:到)?${HAN_HOUR}[点點]`,
    "差",
  ],
  [
    `${HAN_PERIOD}${HAN_HOUR}[点點時时](?:(?<part>半|一刻|三刻)|(?<minute>\\d\\d|${HAN_MINUTES})分?)?`,
    "[点點時时]",
  ],
  [
    `${HAN_HOUR}[点點](?:(?<part>半|一刻|三刻)|(?<minute>\\d\\d)分|(?<after>${HAN_MINUTES})分?)`,
    "[点點]",
  ],
];
const WITHOUT_SPACES = [...UNSPACED_CLOCKS, ...UNSPACED];
const FORMS: readonly Form[] = [
  ...SPACED.map(([form, part]): Form => [inSpaces(form), part]),
  ...WITHOUT_SPACES,
];

const SMALL_HOUR = `(?:${SMALL.slice(1, 13).join("|")}|1[0-2]|0?[1-9])`;
const WITH_PERIOD =
  " ?[ap]\\.?m| (?:in the (?:morning|afternoon|evening)|de la (?:mañana|tarde|noche))";
/**
 * Matches the first time of a range, such as "4 to" in "from 4 to 6 pm". The part of the day after
 * the last time also belongs to the first time. Without "from" or "between", "five to six" is 5:55.
 */
const RANGE_START = `(?<![\\p{L}\\d:./-])(?:(?<=(?:from|between|de|entre|dalle|das) )(${SMALL_HOUR})((?::\\d\\d)?)( (?:to|until|till|and|a|à|alle|às) |[-–])|(\\d{1,2})((?::\\d\\d)?)([-–]))(?=(${SMALL_HOUR})(?::\\d\\d)?(${WITH_PERIOD})(?!\\p{L}))`;
const RANGE = new RegExp(RANGE_START, "giu");

/** Writes the part of the day also after the first time: "4 pm to 6 pm". */
function withPeriods(text: string): string {
  return text.replace(RANGE, (all, ...groups: string[]) => {
    const [first = "", minute = "", to = ""] = groups[0] === undefined ? groups.slice(3) : groups;
    const [start = 0, end = 0] = [first, groups[6] ?? ""].map((hour) => hourOf(hour) ?? 0);
    return start <= 12 && start % 12 < end % 12 ? `${first}${minute}${groups[7]}${to}` : all;
  });
}

/**
 * Matches every clock time. The names of the groups are removed here. `numbers.ts` joins this
 * pattern with others, and then the same name would occur twice, which JavaScript does not allow.
 */
export const CLOCK = [
  `(?:${RANGE_START.replace(/\((?!\?)/g, "(?:")})?${inSpaces(SPACED.map(([form]) => form).join("|"))}`,
  ...WITHOUT_SPACES.map(([form]) => form),
]
  .map((form) => form.replace(/\?<\w+>/g, "?:"))
  .join("|");

const PATTERNS = FORMS.map(([form, part]) => ({
  pattern: new RegExp(form, "giu"),
  part: new RegExp(part, "iu"),
}));
const MAYBE_CLOCK = new RegExp(FORMS.map(([, part]) => part).join("|"), "iu");

export function inClockTimes(text: string): string {
  if (!MAYBE_CLOCK.test(text)) return text;
  return PATTERNS.reduce(
    (made, { pattern, part }) =>
      part.test(made)
        ? made.replace(pattern, (...matched) => clock(matched.at(-1)) ?? String(matched[0]))
        : made,
    withPeriods(text),
  );
}

type Said = Readonly<
  Partial<Record<"hour" | "minute" | "after" | "half" | "part" | "side" | "named", string>> &
    Partial<Record<"period" | "night" | "base", string>>
>;

const MINUTES: Readonly<Record<string, number>> = {
  ...{ five: 5, ten: 10, twenty: 20, "twenty-five": 25 },
  ...{ fünf: 5, zehn: 10, zwanzig: 20, fünfundzwanzig: 25 },
  ...{ quarter: 15, half: 30, viertel: 15, halb: 30, 半: 30, 一刻: 15, 三刻: 45 },
  ...CLOCK_PARTS,
};
const BEFORE = new Set(["to", "vor", "差", ...CLOCK_BEFORE]);
const LATE = new Set([
  ..."p afternoon evening nachmittags abends 中午 下午 傍晚 晚上".split(" "),
  ...["am nachmittag", "am abend"],
  ...CLOCK_LATE,
]);
const NIGHT = new Set(["night", "tonight", "nachts", ...CLOCK_NIGHT, ...THIS_EVENING.split("|")]);
const MIDNIGHT = new Set(["midnight", "minuit"]);
const NIGHT_ENDS = 6 * 60;

function clock({ hour, minute, after, half, part, side, named, period, night, base }: Said) {
  if (named !== undefined) return MIDNIGHT.has(named.toLowerCase()) ? " 0:00 " : " 12:00 ";
  const hours = hourOf(hour ?? "");
  if (hours === undefined) return undefined;
  const said = part?.toLowerCase() ?? "";
  // German "halb drei" and Dutch "half drie" name the next hour: both mean 2:30. English "half past
  // two" is recognised by the word "past", which is in the group `side`.
  const isHalfBefore = said === "halb" || (said === "half" && side === undefined);
  const isBefore = isHalfBefore || BEFORE.has(side?.toLowerCase() ?? "");
  const past = MINUTES[said] ?? cardinalValue(said) ?? minutesOf(minute ?? after ?? "0");
  // In "fünf vor halb acht" (7:25), `base` is "halb", and the minutes count from 7:30.
  const start = hours * 60 - (base === undefined ? 0 : 30);
  const total = start + (isBefore ? -past : past);
  const when = (half ?? period ?? night)?.toLowerCase().replace("’", "'");
  if (when === undefined || hours === 24) return written(total);
  const early = total % NOON;
  return written(LATE.has(when) || (NIGHT.has(when) && early >= NIGHT_ENDS) ? early + NOON : early);
}

const NOON = 12 * 60;
function minutesOf(minute: string): number {
  if (/^\p{Script=Han}/u.test(minute)) return Number(inChinese(minute));
  return MINUTES[minute.toLowerCase().replace(" ", "-")] ?? minutesNamed(minute);
}

function hourOf(word: string): number | undefined {
  const named = hourNamed(word);
  if (named !== undefined) return named;
  const plain = withoutAccents(word.toLowerCase());
  const figure = /^\p{Script=Han}/u.test(word)
    ? inChinese(word)
    : (NUMBER_WORDS.get(plain) ?? word);
  return /^\d+$/.test(figure) && Number(figure) <= 24 ? Number(figure) : undefined;
}

function written(minutes: number): string {
  return ` ${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} `;
}

interface ClockMention {
  readonly index: number;
  readonly text: string;
  /** The time in 24-hour spelling, as `words.ts` writes it. */
  readonly time: string;
  /** Whether the text names no part of the day, so that "half past seven" can mean 19:30. */
  readonly isVague: boolean;
}

/**
 * Returns the clock times that the text writes in words or in the form of a language, such as "half
 * past seven" and "14 Uhr 45".
 */
export function clockMentions(text: string): ClockMention[] {
  if (!MAYBE_CLOCK.test(text)) return [];
  return PATTERNS.flatMap(({ pattern, part }) => {
    if (!part.test(text)) return [];
    return [...text.matchAll(pattern)].flatMap(({ 0: said, index, groups = {} }) => {
      const time = clock(groups as Said)?.trim();
      if (time === undefined) return [];
      const { named, half, period, night } = groups as Said;
      const isVague = [named, half, period, night].every((each) => each === undefined);
      return [{ index, text: said, time, isVague }];
    });
  });
}
