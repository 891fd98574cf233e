/**
 * Simulates one day of all tenants and compares the load with the limits. Each limit is judged
 * alone, as if there were no other limits. So the result also shows which limit is met next if the
 * first one is raised.
 */
import { CACHED_MS, SESSION_EVENTS } from "../billable-units.ts";
import {
  ASSUMED,
  type Asked,
  DAY_MINUTES,
  eventsByMinute,
  makeTenants,
  type Tenant,
} from "./arrivals.ts";
import { type Calibration, NO_UNITS, sumUnits, type Units } from "./calibration.ts";
import { LIMITS, SHORTEST_DATABASE_CALL } from "./platform.ts";
import { packsOfGraph, patienceSeconds, type Rules } from "./rules.ts";
import { Waiting } from "./waiting.ts";

const DAY_SECONDS = 60 * DAY_MINUTES;
const SECOND_MS = 1_000;
/** A graph that always gets a batch a second is packed by its alarm, twice in each minute. */
const HOT_BATCH_GAP_MS = 1_000;

export type LimitName =
  | "projectRate"
  | "hotGraph"
  | "attribution"
  | "databaseTime"
  | "databaseSize"
  | "accountSize"
  | "queue";

/** How a limit was loaded. */
export interface Load {
  readonly limit: LimitName;
  /** Highest load as a multiple of the limit. For a limit on size: the load after the first day. */
  readonly peak: number;
  /** Seconds from the start of the first day; undefined if the limit is never met. */
  readonly metAtSeconds: number | undefined;
  /**
   * Number of tenants that reached their own limit. If all tenants share the limit, this is the
   * number of all tenants.
   */
  readonly tenants: number;
  readonly longestWaitSeconds: number;
  /** Share of the day's work of this kind that was refused for good. */
  readonly lostShare: number;
}

export interface Played {
  readonly asked: Asked;
  /** Events that the tenants sent, counted while they were played. */
  readonly events: number;
  readonly peakEventsPerSecond: number;
  readonly largestTenantEvents: number;
  readonly wrongAnswers: number;
  /** Units of one day. */
  readonly units: Units;
  readonly largestTenantBytes: number;
  /** Shares of the main database's time, by the cause of its work. */
  readonly databaseShares: Readonly<Record<"coldRequests" | "wrongAnswers" | "packs", number>>;
  readonly loads: readonly Load[];
}

/** Work of one minute, counted by the causes of the calibration. */
interface Work {
  requests: number;
  coldRequests: number;
  graphs: number;
  packs: number;
  events: number;
  wrongAnswers: number;
}

const CAUSES = [
  "requests",
  "coldRequests",
  "graphs",
  "packs",
  "events",
  "wrongAnswers",
] as const satisfies readonly (keyof Work)[];

const NO_WORK: Work = {
  ...{ requests: 0, coldRequests: 0, graphs: 0, packs: 0, events: 0, wrongAnswers: 0 },
};

export function play(asked: Asked, calibration: Calibration, rules: Rules): Played {
  const day = new SharedDay(calibration, rules, asked.tenants);
  const own = {
    projectRate: new OwnLimit("projectRate"),
    hotGraph: new OwnLimit("hotGraph"),
    attribution: new OwnLimit("attribution"),
  };
  const hotPacks = packsOfGraph(60, HOT_BATCH_GAP_MS);
  let largest = { events: 0, bytes: 0 };
  for (const tenant of makeTenants(asked)) {
    const arriving = eventsByMinute(tenant);
    const packs = packsPerGraph(tenant);
    const work = Array.from(arriving, (events) => workOf(tenant, events, packs, hotPacks));
    const bytes = day.add(arriving, work);
    if (tenant.events > largest.events) largest = { events: tenant.events, bytes };
    own.projectRate.play(
      work.map(({ requests }) => requests),
      {
        ...{ capacity: rules.projectRequestsPerMinute, stepSeconds: 60 },
        patienceSeconds: patienceSeconds(rules.rateRetrySeconds),
      },
    );
    own.attribution.play(
      work.map(({ wrongAnswers }) => wrongAnswers),
      { capacity: 60 * verdictsPerSecond(calibration, rules), stepSeconds: 60 },
    );
    if (tenant.hotShare > 0) own.hotGraph.play(hotSeconds(tenant, work), hotBounds(rules));
  }
  return {
    asked,
    ...day.totals(),
    largestTenantEvents: largest.events,
    largestTenantBytes: largest.bytes,
    loads: [...Object.values(own).map((limit) => limit.load()), ...day.loads()],
  };
}

function packsPerGraph(tenant: Tenant): number {
  const batches = Math.max(1, Math.round(tenant.graphEvents / tenant.batchEvents));
  return packsOfGraph(batches, tenant.batchGapSeconds * SECOND_MS);
}

function workOf(tenant: Tenant, events: number, packs: number, hotPacks: number): Work {
  const { batchEvents, graphEvents, hotShare, wrongShare } = tenant;
  const requests = (events / batchEvents) * (1 + ASSUMED.repeatedShare);
  const graphs = (events * (1 - hotShare)) / graphEvents;
  const wrongAnswers = (events / SESSION_EVENTS) * wrongShare;
  // A wrong answer is packed at once, so its graph gets one pack more.
  const urgentPacks = packs > 1 ? wrongAnswers : 0;
  const ofHotGraph = hotShare > 0 && events > 0 ? Math.min(hotPacks, requests * hotShare) : 0;
  return {
    requests,
    graphs,
    events,
    wrongAnswers,
    coldRequests: Math.min(requests, (60 * SECOND_MS) / CACHED_MS),
    packs: graphs * packs + urgentPacks + ofHotGraph,
  };
}

/** One thread attributes the cases of a project, and waits for the database in between. */
function verdictsPerSecond({ wrongAnswer }: Calibration, { graphsAtOnce }: Rules): number {
  const processor = wrongAnswer.processorMilliseconds;
  const whole = processor + databaseMs(wrongAnswer);
  return Math.min(SECOND_MS / processor, (graphsAtOnce * SECOND_MS) / whole);
}

/** Time for which a database is busy. A call takes at least as long as the platform's example. */
function databaseMs({ databaseCalls, databaseMilliseconds }: Units): number {
  return Math.max(databaseMilliseconds, databaseCalls * SHORTEST_DATABASE_CALL.value);
}

function hotBounds({ overloadedRetrySeconds }: Rules) {
  return {
    capacity: LIMITS.objectRequestsPerSecond.value,
    stepSeconds: 1,
    patienceSeconds: patienceSeconds(overloadedRetrySeconds),
  };
}

/** Requests to the hot graph in each second. Many arrive in the first second of a minute. */
function* hotSeconds(tenant: Tenant, work: readonly Work[]): Generator<number> {
  for (const { requests } of work) {
    const hot = requests * tenant.hotShare;
    const first = hot * tenant.hotSecondShare;
    yield first;
    for (let second = 1; second < 60; second++) yield (hot - first) / 59;
  }
}

/** A limit that each tenant has for itself. */
class OwnLimit {
  readonly #limit: LimitName;
  #peak = 0;
  #metAt: number | undefined;
  #tenants = 0;
  #longestWait = 0;
  #offered = 0;
  #lost = 0;

  constructor(limit: LimitName) {
    this.#limit = limit;
  }

  /** @param steps the tenant's work in each step of the day */
  play(steps: Iterable<number>, bounds: ConstructorParameters<typeof Waiting>[0]): void {
    const waiting = new Waiting(bounds);
    let metAt: number | undefined;
    let step = 0;
    for (const arriving of steps) {
      waiting.step(arriving);
      this.#offered += arriving;
      this.#peak = Math.max(this.#peak, arriving / bounds.capacity);
      if (arriving > bounds.capacity) metAt ??= step * bounds.stepSeconds;
      step += 1;
    }
    this.#lost += waiting.lost;
    this.#longestWait = Math.max(this.#longestWait, waiting.longestSeconds);
    if (metAt === undefined) return;
    this.#tenants += 1;
    this.#metAt = Math.min(metAt, this.#metAt ?? metAt);
  }

  load(): Load {
    return {
      ...{ limit: this.#limit, peak: this.#peak, metAtSeconds: this.#metAt },
      ...{ tenants: this.#tenants, longestWaitSeconds: this.#longestWait },
      lostShare: this.#offered === 0 ? 0 : this.#lost / this.#offered,
    };
  }
}

/** The work of all tenants together, minute by minute. */
class SharedDay {
  readonly #calibration: Calibration;
  readonly #rules: Rules;
  readonly #tenants: number;
  readonly #events = new Float64Array(DAY_MINUTES);
  readonly #databaseMs = new Float64Array(DAY_MINUTES);
  readonly #messages = new Float64Array(DAY_MINUTES);
  readonly #bytes = new Float64Array(DAY_MINUTES);
  #units = NO_UNITS;
  readonly #work = { ...NO_WORK };

  constructor(calibration: Calibration, rules: Rules, tenants: number) {
    this.#calibration = calibration;
    this.#rules = rules;
    this.#tenants = tenants;
  }

  /** @returns the bytes that the tenant's work adds to the database */
  add(arriving: Float64Array, work: readonly Work[]): number {
    const total = { ...NO_WORK };
    const databaseMsOf = this.#perCause(databaseMs);
    const messagesOf = this.#perCause(({ queueMessages }) => queueMessages);
    const bytesOf = this.#perCause(({ databaseBytes }) => databaseBytes);
    for (let minute = 0; minute < DAY_MINUTES; minute++) {
      const one = work[minute] ?? NO_WORK;
      this.#events[minute] = (this.#events[minute] ?? 0) + (arriving[minute] ?? 0);
      this.#databaseMs[minute] = (this.#databaseMs[minute] ?? 0) + databaseMsOf(one);
      this.#messages[minute] = (this.#messages[minute] ?? 0) + messagesOf(one);
      this.#bytes[minute] = (this.#bytes[minute] ?? 0) + bytesOf(one);
      for (const cause of CAUSES) total[cause] += one[cause];
    }
    const units = this.#unitsOf(total);
    this.#units = sumUnits([
      [this.#units, 1],
      [units, 1],
    ]);
    for (const cause of CAUSES) this.#work[cause] += total[cause];
    return units.databaseBytes;
  }

  #unitsOf(work: Work): Units {
    const { batch, graph, pack, event, wrongAnswer, coldRequest } = this.#calibration;
    return sumUnits([
      [batch, work.requests],
      [coldRequest, work.coldRequests],
      [graph, work.graphs],
      [pack, work.packs],
      [event, work.events],
      [wrongAnswer, work.wrongAnswers],
    ]);
  }

  /** Returns a function that weighs work by one figure of its units. */
  #perCause(figure: (units: Units) => number): (work: Work) => number {
    const { batch, graph, pack, event, wrongAnswer, coldRequest } = this.#calibration;
    const each = [batch, coldRequest, graph, pack, event, wrongAnswer].map(figure);
    const [ofBatch = 0, ofCold = 0, ofGraph = 0, ofPack = 0, ofEvent = 0, ofWrong = 0] = each;
    return (work) =>
      work.requests * ofBatch +
      work.coldRequests * ofCold +
      work.graphs * ofGraph +
      work.packs * ofPack +
      work.events * ofEvent +
      work.wrongAnswers * ofWrong;
  }

  totals() {
    return {
      events: this.#events.reduce((sum, events) => sum + events, 0),
      peakEventsPerSecond: Math.max(...this.#events) / 60,
      wrongAnswers: this.#work.wrongAnswers,
      units: this.#units,
      databaseShares: this.#databaseShares(),
    };
  }

  #databaseShares(): Played["databaseShares"] {
    const msOf = this.#perCause(databaseMs);
    const all = msOf(this.#work);
    const shareOf = (part: Partial<Work>) => (all === 0 ? 0 : msOf({ ...NO_WORK, ...part }) / all);
    const { coldRequests, wrongAnswers, requests, graphs, packs, events } = this.#work;
    return {
      coldRequests: shareOf({ coldRequests }),
      wrongAnswers: shareOf({ wrongAnswers }),
      packs: shareOf({ requests, graphs, packs, events }),
    };
  }

  loads(): Load[] {
    const { databases } = this.#rules;
    return [
      // The first database has the rows of all graphs and cases, however many databases take packs.
      this.#rate("databaseTime", this.#databaseMs, LIMITS.databaseTime.value),
      this.#rate("queue", this.#messages, LIMITS.queueMessagesPerSecond.value),
      this.#size("databaseSize", databases * LIMITS.databaseBytes.value),
      this.#size("accountSize", LIMITS.accountDatabaseBytes.value),
    ];
  }

  #rate(limit: LimitName, perMinute: Float64Array, perSecond: number): Load {
    const capacity = 60 * perSecond;
    const waiting = new Waiting({ capacity, stepSeconds: 60 });
    for (const work of perMinute) waiting.step(work);
    const metAt = perMinute.findIndex((work) => work > capacity);
    return {
      ...{ limit, peak: Math.max(...perMinute) / capacity },
      metAtSeconds: metAt < 0 ? undefined : metAt * 60,
      ...{ tenants: metAt < 0 ? 0 : this.#tenants, lostShare: 0 },
      longestWaitSeconds: waiting.longestSeconds,
    };
  }

  /** Assumes that all later days are like the first day. */
  #size(limit: LimitName, most: number): Load {
    const perDay = this.#bytes.reduce((sum, bytes) => sum + bytes, 0);
    const days = perDay === 0 ? 0 : Math.floor(most / perDay);
    let left = most - days * perDay;
    let minute = 0;
    while (minute < DAY_MINUTES && left >= (this.#bytes[minute] ?? 0)) {
      left -= this.#bytes[minute] ?? 0;
      minute += 1;
    }
    return {
      ...{ limit, peak: perDay / most, longestWaitSeconds: 0, lostShare: 0 },
      metAtSeconds: perDay === 0 ? undefined : days * DAY_SECONDS + minute * 60,
      tenants: this.#tenants,
    };
  }
}
