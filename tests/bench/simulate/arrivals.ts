/**
 * Tenants and when their events arrive on one day (UTC). The same seed gives the same events, and
 * the events add up to the number that was asked for.
 */
import { SEND_EVENTS } from "../../../sdk/src/core/bounds.ts";
import { type Random, seeded } from "../../faults/support/random.ts";

export const DAY_MINUTES = 1_440;

/**
 * What tenants are assumed to do. None of it was observed: these figures set the scenario, and a
 * change of one of them can change which limit is met first.
 */
export const ASSUMED = {
  /**
   * The tenant of rank n sends 1/n of what the largest sends, times 2 to a random power: at least
   * minus this value, at most this value.
   */
  sizeSpread: 0.5,
  /** Hours (UTC) at which tenants of three regions send most, and the share of each region. */
  regions: [
    { peakHour: 6, share: 0.25 },
    { peakHour: 14, share: 0.35 },
    { peakHour: 20, share: 0.4 },
  ],
  /** Depth of the daily wave: at 0.9, the lowest minute has a nineteenth of the highest. */
  waveDepth: [0.3, 0.9],
  /** A tenant's bursts in a day, for example an evaluation or a campaign. */
  burstsPerDay: [0, 2],
  burstMinutes: [2, 30],
  burstTimes: [3, 12],
  /** Share of tenants whose network or app is down once; their events come right afterwards. */
  outageShare: 0.02,
  outageMinutes: [1, 5],
  /** Share of the batches that arrive twice, because the first answer was lost. */
  repeatedShare: 0.01,
  /** Events in a batch; the SDK sends at most 50. */
  batchEvents: [10, SEND_EVENTS],
  graphEvents: [50, 2_000],
  /** Time between two batches of one graph. */
  batchGapSeconds: [2, 60],
  /** Wrong answers among the judged answers. There is one judged answer for 50 events. */
  wrongShare: [0.01, 0.1],
  /** Share of tenants with one graph that many processes write, and its share of their events. */
  hotTenants: 0.05,
  hotShare: [0.02, 0.2],
  /** Share of a hot graph's batches in a minute that arrives within one second. */
  hotSecondShare: [1 / 60, 0.1],
} as const;

export interface Asked {
  readonly eventsPerDay: number;
  readonly tenants: number;
  readonly seed: number;
}

export interface Tenant {
  readonly events: number;
  /** Weight of each minute of the day. */
  readonly weights: Float64Array;
  readonly batchEvents: number;
  readonly graphEvents: number;
  readonly batchGapSeconds: number;
  readonly wrongShare: number;
  /** Share of the events that one graph gets; 0 without a hot graph. */
  readonly hotShare: number;
  readonly hotSecondShare: number;
}

/** Returns the tenants one at a time, from the largest rank to the smallest. */
export function* makeTenants({ eventsPerDay, tenants, seed }: Asked): Generator<Tenant> {
  const sizes = seeded(seed);
  const ranks = Array.from(
    { length: tenants },
    (_, rank) => 2 ** between(sizes, [-ASSUMED.sizeSpread, ASSUMED.sizeSpread]) / (rank + 1),
  );
  const shares = apportion(eventsPerDay, ranks);
  for (const events of shares) {
    // Each tenant has its own numbers, so one tenant more changes no other tenant's pattern.
    yield makeTenant(events, seeded(sizes() * 2 ** 32));
  }
}

function makeTenant(events: number, random: Random): Tenant {
  return {
    events,
    weights: makeWeights(random),
    batchEvents: between(random, ASSUMED.batchEvents),
    graphEvents: logBetween(random, ASSUMED.graphEvents),
    batchGapSeconds: logBetween(random, ASSUMED.batchGapSeconds),
    wrongShare: logBetween(random, ASSUMED.wrongShare),
    hotShare: random() < ASSUMED.hotTenants ? logBetween(random, ASSUMED.hotShare) : 0,
    hotSecondShare: logBetween(random, ASSUMED.hotSecondShare),
  };
}

function makeWeights(random: Random): Float64Array {
  const peak = (regionHour(random) + between(random, [-2, 2])) * 60;
  const depth = between(random, ASSUMED.waveDepth);
  const weights = new Float64Array(DAY_MINUTES);
  for (let minute = 0; minute < DAY_MINUTES; minute++) {
    weights[minute] = 1 + depth * Math.cos((2 * Math.PI * (minute - peak)) / DAY_MINUTES);
  }
  addBursts(weights, random);
  if (random() < ASSUMED.outageShare) addOutage(weights, random);
  return weights;
}

function regionHour(random: Random): number {
  let left = random();
  for (const { peakHour, share } of ASSUMED.regions) {
    left -= share;
    if (left < 0) return peakHour;
  }
  return ASSUMED.regions[0].peakHour;
}

function addBursts(weights: Float64Array, random: Random): void {
  const bursts = Math.round(between(random, ASSUMED.burstsPerDay));
  for (let burst = 0; burst < bursts; burst++) {
    const start = minuteOf(random);
    const minutes = between(random, ASSUMED.burstMinutes);
    const times = between(random, ASSUMED.burstTimes);
    for (let at = start; at < Math.min(DAY_MINUTES, start + minutes); at++) {
      weights[at] = (weights[at] ?? 0) * times;
    }
  }
}

/** Moves the events of the outage into the minute after it. */
function addOutage(weights: Float64Array, random: Random): void {
  const start = minuteOf(random);
  const end = Math.min(DAY_MINUTES - 1, start + Math.round(between(random, ASSUMED.outageMinutes)));
  for (let at = start; at < end; at++) {
    weights[end] = (weights[end] ?? 0) + (weights[at] ?? 0);
    weights[at] = 0;
  }
}

/** Returns the events of each minute; they add up to the tenant's events. */
export function eventsByMinute({ events, weights }: Tenant): Float64Array {
  return apportion(events, weights);
}

/** Divides a whole number in the ratio of the weights, into whole numbers with the same sum. */
export function apportion(total: number, weights: ArrayLike<number>): Float64Array {
  const parts = new Float64Array(weights.length);
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += weights[at] ?? 0;
  let seen = 0;
  let given = 0;
  for (let at = 0; at < weights.length; at++) {
    seen += weights[at] ?? 0;
    const upTo =
      at === weights.length - 1 ? total : Math.min(total, Math.round((total * seen) / sum));
    parts[at] = upTo - given;
    given = upTo;
  }
  return parts;
}

function minuteOf(random: Random): number {
  return Math.floor(random() * DAY_MINUTES);
}

function between(random: Random, [least, most]: readonly [number, number]): number {
  return least + random() * (most - least);
}

/** Values of every order of magnitude between the two are equally likely. */
function logBetween(random: Random, [least, most]: readonly [number, number]): number {
  return least * (most / least) ** random();
}
