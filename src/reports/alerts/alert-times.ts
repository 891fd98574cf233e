/** When an alert rule can send messages. All times are in milliseconds since 1970. */
import type { AlertRuleSettings } from "../../protocol/api/alerts/rules.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MINUTES_OF_DAY = 24 * 60;

type Times = Pick<AlertRuleSettings, "quiet" | "timeZone">;

export function sendAt({ quiet, timeZone }: Times, now: number): number {
  if (quiet === null) return now;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const minute = minuteOfDay(now, timeZone);
  const isQuiet = from <= to ? from <= minute && minute < to : from <= minute || minute < to;
  if (!isQuiet) return now;
  const wait = (to - minute + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  const end = Math.floor(now / MINUTE_MS) * MINUTE_MS + wait * MINUTE_MS;
  // Daylight saving time can begin or end before `end`. At `end`, the clock then usually shows one
  // hour more or less than `to`. `late` is how many minutes past `to` the clock is at `end`.
  const late = (minuteOfDay(end, timeZone) - to + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  const correction = late > MINUTES_OF_DAY / 2 ? late - MINUTES_OF_DAY : late;
  return Math.max(now, end - correction * MINUTE_MS);
}

/**
 * Returns the index of the current hour or day. The rule sends at most one message about each cause
 * in this hour or day. Returns null if the rule sends every message.
 */
export function repeatPeriod(repeat: AlertRuleSettings["repeat"], now: number): number | null {
  if (repeat === "always") return null;
  return Math.floor(now / (repeat === "hour" ? HOUR_MS : DAY_MS));
}

/**
 * Whether an hour, day or week of the digest has ended since `last`. Days and weeks begin at
 * midnight in the rule's time zone.
 */
export function isDigestDue(
  { digest, timeZone }: Pick<AlertRuleSettings, "digest" | "timeZone">,
  last: number,
  now: number,
): boolean {
  if (digest === "none" || now <= last) return false;
  if (digest === "hourly") return Math.floor(now / HOUR_MS) > Math.floor(last / HOUR_MS);
  const [lastDay, day] = [dayNumber(last, timeZone), dayNumber(now, timeZone)];
  return digest === "daily" ? day > lastDay : weekOf(day) > weekOf(lastDay);
}

/**
 * Returns the index of the week that contains the day. Weeks begin on Monday. Day 0 (1 January
 * 1970) was a Thursday, three days after a Monday.
 */
const weekOf = (day: number) => Math.floor((day + 3) / 7);

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

function minuteOfDay(at: number, timeZone: string): number {
  const { hour, minute } = localParts(at, timeZone);
  return hour * 60 + minute;
}

function dayNumber(at: number, timeZone: string): number {
  const { year, month, day } = localParts(at, timeZone);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

function localParts(at: number, timeZone: string) {
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric" },
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return {
    ...{ year: part("year"), month: part("month"), day: part("day") },
    ...{ hour: part("hour"), minute: part("minute") },
  };
}
