/** Converts dates and calendar units into spans of days. Days count from 1970-01-01 UTC. */

/** Both `first` and `last` belong to the span. */
export interface Days {
  readonly first: number;
  readonly last: number;
  /**
   * If true, the time is one single day: either `first` or `last`, and no day between them. For
   * example, "on Friday" can mean the Friday before or after today.
   */
  readonly isEither?: true;
}

/** Returns the spans that the time can mean. With `isEither`, these are two single days. */
export function spansOf(days: Days): readonly Days[] {
  return days.isEither === true ? [single(days.first), single(days.last)] : [days];
}

export function dayOf(year: number, month: number, day: number): number {
  return Math.floor(Date.UTC(year, month, day) / 86_400_000);
}

/**
 * Returns the days of a calendar unit, such as a week, that a text names on the day `anchor`. If
 * `sign` is negative, the text says "last week"; if it is 0, "this week"; if it is positive, "next
 * week". People do not use these words exactly, so the result can have more days than the unit. For
 * example, "last week" gives every day from 10 days to 1 day before `anchor`.
 */
export function adjacent(anchor: number, unit: string, sign: number): Days {
  const { year, month } = monthAt(anchor);
  if (/^year/i.test(unit)) return yearDays(year + sign);
  if (/^month/i.test(unit)) return monthDays(year, month + sign);
  if (/^fortnight/i.test(unit))
    return sign === 0
      ? single(anchor)
      : { first: anchor + sign * 14 - 2, last: anchor + sign * 14 + 2 };
  if (/^weekend/i.test(unit)) {
    const saturday = anchor - ((anchor + 5) % 7);
    const isWeekend = anchor - saturday <= 1;
    const start =
      sign === 0
        ? isWeekend
          ? saturday
          : saturday + 7
        : sign > 0
          ? saturday + 7
          : isWeekend
            ? saturday - 7
            : saturday;
    return { first: start - 1, last: start + 1 };
  }
  if (/^week/i.test(unit))
    return sign === 0
      ? { first: anchor - 6, last: anchor + 6 }
      : sign < 0
        ? { first: anchor - 10, last: anchor - 1 }
        : { first: anchor + 1, last: anchor + 10 };
  return single(anchor + sign);
}

export function offset(anchor: number, count: number, unit: string, vague: boolean): Days {
  const { year, month } = monthAt(anchor);
  if (/^year/i.test(unit))
    return vague
      ? { first: yearDays(year + count - 1).first, last: yearDays(year + count + 1).last }
      : yearDays(year + count);
  if (/^month/i.test(unit)) {
    const slack = vague ? 1 : 0;
    return {
      first: monthDays(year, month + count - slack).first,
      last: monthDays(year, month + count + slack).last,
    };
  }
  const length = /^week|^fortnight/i.test(unit) ? (/^f/i.test(unit) ? 14 : 7) : 1;
  const slack = length === 1 ? (vague ? 2 : 0) : vague ? length : 4;
  return { first: anchor + count * length - slack, last: anchor + count * length + slack };
}

export function single(day: number): Days {
  return { first: day, last: day };
}

export function monthDays(year: number, month: number): Days {
  return { first: dayOf(year, month, 1), last: dayOf(year, month + 1, 0) };
}

export function yearDays(year: number): Days {
  return { first: dayOf(year, 0, 1), last: dayOf(year, 11, 31) };
}

/** Returns the day of the month, from 1 to 31. */
export function dayOfMonth(day: number): number {
  return day - monthDays(monthAt(day).year, monthAt(day).month).first + 1;
}

export function monthAt(day: number): { year: number; month: number } {
  const date = new Date(day * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() };
}

/**
 * Returns a day with this weekday; 0 is Sunday. A negative `sign` gives the last such day before
 * `anchor`. 0 gives the nearest such day. A positive `sign` gives the first such day after
 * `anchor`.
 */
export function nearWeekday(anchor: number, weekday: number, sign: number): Days {
  const current = (anchor + 4) % 7;
  const back = (current - weekday + 7) % 7 || 7;
  if (sign < 0) return single(anchor - back);
  const ahead = (weekday - current + 7) % 7;
  return sign > 0
    ? single(anchor + (ahead || 7))
    : single(anchor + (ahead > 3 ? ahead - 7 : ahead));
}

/**
 * Like `nearWeekday`, for languages other than English. On a Monday, "el martes que viene" (next
 * Tuesday) can be the Tuesday in eight days, because people call the next day "tomorrow". The
 * result is then a span that contains both Tuesdays.
 */
export function nextOrLater(anchor: number, weekday: number, sign: number): Days {
  const near = nearWeekday(anchor, weekday, sign);
  return sign > 0 && near.first === anchor + 1 ? { first: near.first, last: anchor + 8 } : near;
}

/**
 * Returns the last and the next day with this weekday. The time is one of these two days, but "on
 * Friday" does not tell which.
 */
export function eitherWeekday(anchor: number, weekday: number): Days {
  return {
    first: nearWeekday(anchor, weekday, -1).first,
    last: nearWeekday(anchor, weekday, 1).last,
    isEither: true,
  };
}

/** Returns the date with this month and day that is closest to the day `anchor`. */
export function closestYear(anchor: number, month: number, day: number): number {
  const { year } = monthAt(anchor);
  const candidates = [year - 1, year, year + 1].map((y) => dayOf(y, month, day));
  return candidates.reduce((best, c) =>
    Math.abs(c - anchor) < Math.abs(best - anchor) ? c : best,
  );
}

/** Returns the month with this number, in the year in which it is closest to the anchor. */
export function closestMonth(anchor: number, month: number): Days {
  const { year } = monthAt(anchor);
  const candidates = [year - 1, year, year + 1].map((y) => monthDays(y, month));
  return candidates.reduce((best, c) =>
    Math.abs(c.first - anchor) < Math.abs(best.first - anchor) ? c : best,
  );
}

const SAID_DAY = new Intl.DateTimeFormat("en-GB", {
  ...{ day: "numeric", month: "long", year: "numeric", timeZone: "UTC" },
});
/** The last day that a JavaScript `Date` can represent, in days from 1970-01-01. */
const LAST_DAY = 100_000_000;

/** Writes a single day as "5 October 2022". Returns undefined for a span of several days. */
export function sayDay({ first, last }: Days): string | undefined {
  return first === last && Math.abs(first) <= LAST_DAY
    ? SAID_DAY.format(new Date(first * 86_400_000))
    : undefined;
}

/**
 * Whether two spans can mean the same time. They must overlap, and neither may be more than 13
 * times as long as the other.
 */
export function sameTime(a: Days, b: Days): boolean {
  return spansOf(a).some((one) => spansOf(b).some((other) => areSame(one, other)));
}

function areSame(a: Days, b: Days): boolean {
  if (a.first > b.last || b.first > a.last) return false;
  const lengths = [a.last - a.first + 1, b.last - b.first + 1];
  return Math.max(...lengths) <= 13 * Math.min(...lengths);
}

/** Returns the index of the name that begins with these letters, such as "Mar"; -1 if none does. */
export function placeOf(names: readonly string[], start: string | undefined): number {
  return names.findIndex((name) => name.startsWith((start ?? "-").toLowerCase()));
}
