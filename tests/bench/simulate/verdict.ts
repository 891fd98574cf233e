/** Says which limits a day meets, in order, and what the product then does. */
import { KEPT_DAYS, type MonthlyCost, monthlyCost } from "./monthly-cost.ts";
import { LIMITS } from "./platform.ts";
import type { LimitName, Load, Played } from "./play.ts";
import { patienceSeconds, type Rules } from "./rules.ts";
import { bytesText, count, durationText, momentText, percent } from "./texts.ts";

export interface Met extends Load {
  /** The limited resource and the size of the limit, as text. */
  readonly what: string;
  readonly consequence: string;
}

export interface Verdict {
  readonly eventsPerDay: number;
  readonly cost: MonthlyCost;
  /** The limits that are met, from the first to the last. */
  readonly met: readonly Met[];
  /** The other limits, the most loaded first. */
  readonly free: readonly Met[];
}

export function verdictOf(played: Played, rules: Rules): Verdict {
  const described = played.loads.map((load) => describe(load, played, rules));
  const at = ({ metAtSeconds }: Met) => metAtSeconds ?? Number.POSITIVE_INFINITY;
  return {
    eventsPerDay: played.asked.eventsPerDay,
    cost: monthlyCost(played.units, played.events),
    met: described
      .filter(({ metAtSeconds }) => metAtSeconds !== undefined)
      .toSorted((a, b) => at(a) - at(b)),
    free: described
      .filter(({ metAtSeconds }) => metAtSeconds === undefined)
      .toSorted((a, b) => b.peak - a.peak),
  };
}

function describe(load: Load, played: Played, rules: Rules): Met {
  return { ...load, ...TEXTS[load.limit](load, played, rules) };
}

type Describe = (load: Load, played: Played, rules: Rules) => Pick<Met, "what" | "consequence">;

const TEXTS: Readonly<Record<LimitName, Describe>> = {
  projectRate: (load, { asked }, rules) => ({
    what: `requests of one project (PROJECT_RATE, ${count(rules.projectRequestsPerMinute / 60)}/s)`,
    consequence: `Requests beyond it get 429 rate_limited with Retry-After ${rules.rateRetrySeconds}. SDKs wait and try again, up to ${durationText(load.longestWaitSeconds)} late; after ${durationText(patienceSeconds(rules.rateRetrySeconds))} they give a batch up. Projects that meet it: ${count(load.tenants)} of ${count(asked.tenants)}; ${percent(load.lostShare)} of all batches are lost.`,
  }),
  hotGraph: (load, _played, rules) => ({
    what: `requests to one graph (${count(LIMITS.objectRequestsPerSecond.value)}/s of a Durable Object)`,
    consequence: `Batches beyond it get 429 overloaded with Retry-After ${rules.overloadedRetrySeconds}. SDKs try again, up to ${durationText(load.longestWaitSeconds)} late. Graphs that meet it: ${count(load.tenants)}; ${percent(load.lostShare)} of the batches of hot graphs are lost.`,
  }),
  attribution: (load, { asked }, rules) => ({
    what: `attribution of one project (one thread, ${rules.graphsAtOnce} graphs at once)`,
    consequence: `Projects that meet it: ${count(load.tenants)} of ${count(asked.tenants)}. Their wrong answers wait in the state "queued", up to ${durationText(load.longestWaitSeconds)}. Other projects do not wait. Nothing is lost.`,
  }),
  databaseTime: (load, _played, rules) => ({
    what: "time of the main database (one query at a time)",
    consequence: `Packs fail and are tried again every ${rules.packRetrySeconds} s; batches are still acknowledged and wait in the graphs' Durable Objects. Graphs, cases and verdicts are up to ${durationText(load.longestWaitSeconds)} late. A request whose key is not cached gets 503 with Retry-After. It would take ${count(Math.ceil(load.peak))} such databases.`,
  }),
  databaseSize: (_load, { units, largestTenantBytes }, { databases }) => ({
    what: `size of the bound databases (${count(databases)} × ${bytesText(LIMITS.databaseBytes.value)})`,
    consequence: `No pack, case or verdict is stored any more. Batches are still acknowledged; they wait in the graphs' Durable Objects, ${bytesText(LIMITS.objectBytes.value)} each. Keeping ${KEPT_DAYS} days takes ${count(Math.ceil((units.databaseBytes * KEPT_DAYS) / LIMITS.databaseBytes.value))} databases; the largest project alone fills one in ${durationText((86_400 * LIMITS.databaseBytes.value) / Math.max(1, largestTenantBytes))}.`,
  }),
  accountSize: (_load, { units }) => ({
    what: `D1 storage of one account (${bytesText(LIMITS.accountDatabaseBytes.value)})`,
    consequence: `No database of the account takes another pack. Keeping ${KEPT_DAYS} days takes ${bytesText(units.databaseBytes * KEPT_DAYS)}.`,
  }),
  queue: (load) => ({
    what: `messages of one queue (${count(LIMITS.queueMessagesPerSecond.value)}/s)`,
    consequence: `Wake-ups beyond it fail and are logged; nothing is lost, because the database lists the work. A busy project takes all its due work at its next wake-up; the sweep wakes the others, after a minute or later. At the peak, ${percent(Math.max(0, 1 - 1 / load.peak))} of the wake-ups fail.`,
  }),
};

/** One line: which limit is met first. */
export function firstText({ met, free }: Verdict): string {
  const [first] = met;
  if (first !== undefined) return `${momentText(first.metAtSeconds ?? 0)}: ${first.what}`;
  const [closest] = free;
  return closest === undefined
    ? "none"
    : `none; closest: ${closest.what}, ${percent(closest.peak)}`;
}
