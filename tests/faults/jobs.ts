/**
 * Runs attribution with a model, reports and optimization while the runtime is killed at random
 * moments and restarted with the same storage. Every job must end exactly once. The service must
 * not pay again for a model answer that it had stored.
 */
import type { Bench } from "../bench/command.ts";
import type { Figure, Measurement } from "../bench/measurement.ts";
import { bundleProduct, newKey, type Runtime, startRuntime, withFolder } from "../bench/runtime.ts";
import { answerTo, eventsOf, GRAPHS_OF_ROUND, graphsOf, periodOf } from "./support/job-rounds.ts";
import { type PaidAnswer, PaidModel } from "./support/paid-model.ts";
import { type Random, seeded } from "./support/random.ts";

/**
 * Latest time of the kill, from the first request of a round; most rounds are still working then.
 */
const KILL_WITHIN_MS = 2_000;
/** A job without a sign of life for this long counts as dead. */
const DEAD_AFTER_MS = 10 * 60_000;
const SETTLE_MS = 90_000;
const POLL_MS = 200;

export const bench: Bench = {
  about: "the runtime is killed during jobs: jobs that do not end once, answers paid for twice",
  options: {
    rounds: { about: "how often it is killed", default: "30" },
    seed: { about: "of the moments and of the model's slowness", default: "1" },
  },
  run: ({ rounds, seed }) =>
    withFolder((folder) => run(folder, Number(rounds), seeded(Number(seed)))),
};

async function run(folder: string, rounds: number, random: Random): Promise<Measurement> {
  const bundle = await bundleProduct(folder, "tests/bench/workers/swept.ts");
  let round = 0;
  const model = await PaidModel.start((body) => answerTo(body, round), random);
  const service = new KilledService(bundle, `${folder}/state`, model);
  try {
    await service.start();
    await service.configure();
    for (; round <= rounds; round++) {
      await service.work(round);
      // The last round is not killed. It completes the work of the round before it.
      if (round < rounds) {
        await new Promise((resolve) => setTimeout(resolve, random() * KILL_WITHIN_MS));
        await service.kill();
        await service.start();
      }
      await service.settle((round + 1) * GRAPHS_OF_ROUND);
    }
    return {
      figures: await service.figures(),
      details: { rounds, ...CONDITIONS, ...service.details },
    };
  } finally {
    await service.end();
    await model.stop();
  }
}

const CONDITIONS = {
  runtime: "workerd, started by miniflare on one folder; both are killed with SIGKILL",
  load: `${GRAPHS_OF_ROUND} cases to attribute by an oracle; a report and a round of the optimiser on those of the round before`,
  model: "a script behind the chat completions protocol, that takes up to 300 ms for an answer",
  paidTwice:
    "an answer counts as stored where the database held it after the kill, or where it was sent and no kill followed; one that was on its way when the runtime was killed has to be asked for again, and counts apart",
};

interface FailedJob {
  readonly kind: string;
  readonly attempts: number;
  readonly failure: string;
}

class KilledService {
  readonly #bundle: string;
  readonly #state: string;
  readonly #model: PaidModel;
  #runtime: Runtime | undefined;
  #key = "";
  #killedAt = 0;
  /** Numbers of the model answers that the database still contained after a kill. */
  readonly #stored = new Set<number>();
  readonly #hit = { jobs: 0, attributions: 0, killsAtWork: 0 };
  #unsettled = 0;
  /** Jobs that did not end exactly once, counted by kind. */
  readonly #otherwise: Record<string, number> = {};
  #failed: readonly FailedJob[] = [];

  constructor(bundle: string, state: string, model: PaidModel) {
    this.#bundle = bundle;
    this.#state = state;
    this.#model = model;
  }

  async start(): Promise<void> {
    this.#model.life += 1;
    this.#runtime = await startRuntime("product", this.#bundle, this.#state);
    if (this.#key === "") return;
    const bodies = await this.#rows<{ body: string }>("select body from model_answer");
    for (const { body } of bodies) {
      const number = /#(\d+)#/.exec(body)?.[1];
      if (number !== undefined) this.#stored.add(Number(number));
    }
    const running = "where state = 'running'";
    const [[jobs], [cases]] = await Promise.all([
      this.#rows<{ n: number }>(`select count(*) as n from job ${running}`),
      this.#rows<{ n: number }>(`select count(*) as n from failed_case ${running}`),
    ]);
    this.#hit.jobs += jobs?.n ?? 0;
    this.#hit.attributions += cases?.n ?? 0;
    if ((jobs?.n ?? 0) + (cases?.n ?? 0) > 0) this.#hit.killsAtWork += 1;
  }

  async kill(): Promise<void> {
    await this.#runtime?.kill();
    this.#killedAt = Date.now();
  }

  async end(): Promise<void> {
    await this.#runtime?.kill();
  }

  async configure(): Promise<void> {
    this.#key = await newKey(this.#url, ["ingest", "read", "write", "admin"]);
    const endpoint = { url: `${this.#model.url}/v1`, model: "scripted", key: "sk-scripted" };
    await this.#send("PUT", "/v1/project/model", { endpoints: [endpoint] });
    await this.#send("PATCH", "/v1/project", { reportSchedule: "off" });
    await this.#send("POST", "/v1/webhooks", { url: `${this.#model.url}/hook` });
  }

  /** Starts all work of the round. */
  async work(round: number): Promise<void> {
    for (const graph of graphsOf(round)) {
      const lines = eventsOf(round, graph).map((event) => JSON.stringify(event));
      await this.#request("POST", "/v1/events", lines.join("\n"));
    }
    if (round === 0) return;
    const period = periodOf(round - 1);
    await this.#send("POST", "/v1/reports", period);
    // A job that never ends prevents others from starting.
    if (this.#unsettled === 0) await this.#send("POST", "/v1/proposals", period);
  }

  /**
   * Sweeps as if ten minutes had passed since the kill, until all jobs have ended.
   * @param cases number of wrong answers that were sent so far. After a kill, an alarm packs the
   * acknowledged events up to half a minute later, and until then the database knows no case.
   */
  async settle(cases: number): Promise<void> {
    const until = Date.now() + SETTLE_MS;
    while (Date.now() < until) {
      if (this.#killedAt > 0)
        await fetch(`${this.#url}/sweep?at=${this.#killedAt + DEAD_AFTER_MS + 1}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const [waiting] = await this.#rows<{ n: number; cases: number }>(WAITING);
      if (waiting?.n === 0 && waiting.cases === cases) return;
    }
    this.#unsettled += 1;
  }

  async figures(): Promise<Figure[]> {
    const [ended = {}] = await this.#rows<Record<string, number>>(ENDED);
    const { ended: all = null, open = null, ...otherwise } = ended;
    Object.assign(this.#otherwise, otherwise);
    this.#failed = await this.#rows<FailedJob>(FAILED);
    const [paid] = await this.#rows<{ n: number }>("select sum(calls) as n from model_spending");
    const { answers } = this.#model;
    const questions = new Set(answers.map(({ question }) => question)).size;
    const again = answers.filter((answer) => this.#earlier(answer).length > 0);
    const none = { unit: "", target: { atMost: 0 } };
    return [
      { name: "kills while a job or an attribution ran", value: this.#hit.killsAtWork, unit: "" },
      { name: "jobs and attributions that ended", value: all, unit: "" },
      { name: "that did not end", value: open, ...none },
      {
        name: "that ended otherwise than once",
        ...{ value: Object.values(otherwise).reduce((sum, each) => sum + each, 0), ...none },
      },
      { name: "questions to the model", value: questions, unit: "" },
      {
        name: "model calls paid twice: asked again though the answer was stored",
        ...{ value: again.filter((answer) => this.#wasStored(answer)).length, ...none },
      },
      {
        name: "model calls paid twice: stored and charged again",
        ...{ value: (paid?.n ?? 0) - this.#answered, ...none },
      },
      {
        name: "answers lost on their way by a kill, and asked for again",
        ...{ value: again.length, unit: "" },
      },
    ];
  }

  get details(): object {
    return {
      killed: this.#hit,
      unsettledRounds: this.#unsettled,
      otherwise: this.#otherwise,
      failed: this.#failed,
    };
  }

  /**
   * Number of questions with an answer that was sent or stored. The paid calls minus this number
   * are the calls that were paid twice.
   */
  get #answered(): number {
    const had = this.#model.answers.filter(
      ({ number, isSent }) => isSent || this.#stored.has(number),
    );
    return new Set(had.map(({ question }) => question)).size;
  }

  #earlier({ question, number }: PaidAnswer): PaidAnswer[] {
    return this.#model.answers.filter(
      (other) => other.question === question && other.number < number,
    );
  }

  #wasStored(answer: PaidAnswer): boolean {
    return this.#earlier(answer).some(
      ({ number, life, isSent }) => this.#stored.has(number) || (isSent && life === answer.life),
    );
  }

  get #url(): string {
    return this.#runtime?.url ?? "";
  }

  async #rows<T>(sql: string): Promise<T[]> {
    const answer = await fetch(`${this.#url}/rows`, { method: "POST", body: sql });
    if (!answer.ok) throw new Error(`${sql}: ${await answer.text()}`);
    return (await answer.json()) as T[];
  }

  #send(method: string, path: string, body: object): Promise<void> {
    return this.#request(method, path, JSON.stringify(body), "application/json");
  }

  async #request(method: string, path: string, body: string, type?: string): Promise<void> {
    const headers = {
      authorization: `Bearer ${this.#key}`,
      ...(type === undefined ? {} : { "content-type": type }),
    };
    const answer = await fetch(`${this.#url}${path}`, { method, headers, body });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  }
}

const WAITING = `select
  (select count(*) from job where state in ('queued', 'running')) +
  (select count(*) from failed_case where state in ('queued', 'running')) +
  (select count(*) from graph where wanted_revision > max(examined_revision, given_up_revision)) +
  (select count(*) from delivery where state = 'queued') as n,
  (select count(*) from failed_case) as cases`;

const FAILED = "select kind, attempts, failure from job where state = 'failed'";

/**
 * Every end of a job also writes a delivery, so each report, proposal and attributed case must have
 * exactly one.
 */
const ENDED = `with told as (
  select event, coalesce(payload ->> '$.data.report', payload ->> '$.data.case') as what, count(*) as n
  from delivery where event in ('report.ready', 'attribution.completed') group by 1, 2
), proposed as (select round, prompt, count(*) as n from proposal group by 1, 2)
select
  (select count(*) from job where state = 'done') + (select count(*) from failed_case where state = 'done') as ended,
  (select count(*) from job where state <> 'done') + (select count(*) from failed_case where state <> 'done') as open,
  (select count(*) from told where n <> 1) as told_otherwise,
  (select count(*) from proposed where n <> 1) as proposed_otherwise,
  (select count(*) from failed_case where id not in (select what from told)) as untold_cases,
  (select count(*) from report where id not in (select what from told)) as untold_reports,
  (select count(*) from report where explanation is null) as unexplained_reports,
  (select count(*) from job where kind = 'optimization' and id not in (select round from proposed)) as rounds_without_proposal`;
