/** Formats times and numbers in English. Times are in the reader's time zone. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const FINE_MS = 10_000;

const clock = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const fine = new Intl.DateTimeFormat("en-GB", {
  ...{ day: "numeric", month: "short", year: "numeric" },
  ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 },
});
const minute = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const shortDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const second = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const figure = new Intl.NumberFormat("en");
const cents = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const fractions = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });

export const exactTime = (iso: string): string => said(clock, iso);
/**
 * Returns a format for times within a period. For a period of a few seconds, times include
 * milliseconds.
 */
export const clockFor =
  (lengthMs: number) =>
  (iso: string): string =>
    said(lengthMs < FINE_MS ? fine : clock, iso);
export const minuteTime = (iso: string): string => said(minute, iso);
export const dayOf = (iso: string): string => said(day, iso);
/** Returns a range of days as text, or one day if both times are on it. */
export const daysBetween = (from: string, to: string): string =>
  dayOf(from) === dayOf(to) ? dayOf(from) : `${dayOf(from)} – ${dayOf(to)}`;
export const shortDayOf = (iso: string): string => said(shortDay, iso);
export const hourOf = (iso: string): string => said(hour, iso);
export const secondOf = (iso: string): string => said(second, iso);
export const count = (value: number): string => figure.format(value);
export const percent = (share: number): string => `${Math.round(share * 100)}%`;
/** Returns a percentage with at most one decimal: "62.1%", "82%". */
export const exactPercent = (share: number): string => `${Number((100 * share).toFixed(1))}%`;
/** @param confidence from 0 to 1 */
export const confidenceText = (confidence: number): string => confidence.toFixed(2);
/** Example: "2.1e-6". */
export const chanceText = (probability: number): string => probability.toExponential(1);
/** Example: "1.2 s". */
export const secondsText = (seconds: number): string => `${seconds.toFixed(1)} s`;
/** Amounts below one cent get two significant digits. */
export const money = (usd: number): string =>
  `$${(usd > 0 && usd < 0.01 ? fractions : cents).format(usd)}`;
const BYTE_UNITS = ["B", "kB", "MB", "GB", "TB"];
const BYTE_STEP = 1_000;
/** Example: "1.2 GB". */
export function bytesText(bytes: number): string {
  const power = Math.floor(Math.log(Math.max(1, bytes)) / Math.log(BYTE_STEP));
  const unit = Math.min(BYTE_UNITS.length - 1, power);
  return `${Number((bytes / BYTE_STEP ** unit).toFixed(1))} ${BYTE_UNITS[unit]}`;
}
/** @param kappa Cohen's κ; null if both authors put all cases into the same category */
export const kappaText = (kappa: number | null): string =>
  kappa === null ? "not defined" : kappa.toFixed(2);
/** Example: "1,204 wrong answers". */
export const wrongAnswers = (cases: number): string =>
  `${count(cases)} wrong ${cases === 1 ? "answer" : "answers"}`;

/** Returns `iso` unchanged if it is not a time. */
function said(format: Intl.DateTimeFormat, iso: string): string {
  const moment = Date.parse(iso);
  return Number.isNaN(moment) ? iso : format.format(moment);
}

/** Returns a text such as "12 min ago". After a month, returns the date. */
export function agoOf(iso: string, now: number): string {
  const past = now - Date.parse(iso);
  if (past < -MINUTE_MS) return aheadOf(-past, iso);
  if (past < MINUTE_MS) return "just now";
  if (past < HOUR_MS) return `${Math.floor(past / MINUTE_MS)} min ago`;
  if (past < DAY_MS) return `${Math.floor(past / HOUR_MS)} h ago`;
  if (past < 30 * DAY_MS) return `${Math.floor(past / DAY_MS)} d ago`;
  return dayOf(iso);
}

function aheadOf(ahead: number, iso: string): string {
  if (ahead < HOUR_MS) return `in ${Math.ceil(ahead / MINUTE_MS)} min`;
  if (ahead < DAY_MS) return `in ${Math.ceil(ahead / HOUR_MS)} h`;
  return dayOf(iso);
}
