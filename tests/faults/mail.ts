/**
 * Sends letters through a scripted provider that fails, is slow, and answers falsely, while the
 * runtime is killed at random moments and restarted with the same storage. Every letter must arrive
 * exactly once.
 */
import type { Bench } from "../bench/command.ts";
import type { Figure, Measurement } from "../bench/measurement.ts";
import { bundleProduct, type Runtime, startRuntime, withFolder } from "../bench/runtime.ts";
import { type Random, seeded } from "./support/random.ts";
import { ScriptedProvider } from "./support/scripted-provider.ts";

/** Latest time of the kill, from the first request of a round. */
const KILL_WITHIN_MS = 1_500;
const PEOPLE_PER_ROUND = 3;
const ALERTS_PER_ROUND = 25;
/** Share of the people whose address rejects letters. */
const GONE = 0.1;
const DOWN = 0.3;
/**
 * Limits the attempts during the rounds: the shortened waits would use up a letter's nine attempts
 * within minutes.
 */
const CLAIMS_IN_ROUNDS = 6;
const SETTLE_MS = 120_000;
const POLL_MS = 300;

export const bench: Bench = {
  about:
    "the runtime is killed while the e-mail provider is down, slow or lying: letters lost or sent twice",
  options: {
    rounds: { about: "how often it is killed", default: "25" },
    seed: { about: "of the moments and of the provider's whims", default: "1" },
  },
  run: ({ rounds, seed }) =>
    withFolder((folder) => run(folder, Number(rounds), seeded(Number(seed)))),
};

async function run(folder: string, rounds: number, random: Random): Promise<Measurement> {
  const provider = new ScriptedProvider(random);
  await provider.start();
  process.env.MEASURED_MAIL_API_URL = provider.url;
  const bundle = await bundleProduct(folder, "tests/bench/workers/swept.ts");
  const service = new KilledMailer(bundle, `${folder}/state`, provider, random);
  try {
    await service.start();
    for (let round = 0; round < rounds; round++) {
      provider.isDown = random() < DOWN;
      await service.storeAlerts(round);
      const asking = service.askForLetters(round);
      await pause(random() * KILL_WITHIN_MS);
      await service.kill();
      await asking;
      await service.start();
      await service.sendDue(CLAIMS_IN_ROUNDS);
    }
    provider.isDown = false;
    provider.isTame = true;
    const isSettled = await service.settle();
    return {
      figures: await service.figures(isSettled),
      details: { rounds, did: provider.did, requests: service.requests, ...CONDITIONS },
    };
  } finally {
    await service.end();
    await provider.stop();
  }
}

const CONDITIONS = {
  runtime: "workerd, started by miniflare on one folder; both are killed with SIGKILL",
  load: `per round, ${PEOPLE_PER_ROUND} people sign up and ask for a new password, and ${ALERTS_PER_ROUND} alerts are stored; a tenth of the addresses do not exist`,
  provider:
    "a script in the form of Resend, which remembers idempotency keys; it is not a real provider",
  time: "waits between attempts are cut short in the database, so that hours of retries fit the measurement",
};

class KilledMailer {
  /** Counts of requests that were answered, and that a kill interrupted. */
  readonly requests = { answered: 0, cutOff: 0 };
  readonly #bundle: string;
  readonly #state: string;
  readonly #provider: ScriptedProvider;
  readonly #random: Random;
  #runtime: Runtime | undefined;
  #killsAtWork = 0;
  #stored = 0;
  /** Attempts whose outcome was never stored. */
  #cutOff = 0;

  constructor(bundle: string, state: string, provider: ScriptedProvider, random: Random) {
    this.#bundle = bundle;
    this.#state = state;
    this.#provider = provider;
    this.#random = random;
  }

  async start(): Promise<void> {
    this.#runtime = await startRuntime("product", this.#bundle, this.#state);
    const [cutOff] = await this.#rows<{ n: number | null }>(
      "select sum(claims - json_array_length(attempts)) as n from letter",
    );
    const attempts = cutOff?.n ?? 0;
    if (attempts > this.#cutOff) this.#killsAtWork += 1;
    this.#cutOff = attempts;
  }

  kill = async (): Promise<void> => this.#runtime?.kill();
  end = async (): Promise<void> => this.#runtime?.kill();

  /** Stores alerts as other parts of the service do: one statement per letter. */
  async storeAlerts(round: number): Promise<void> {
    const alerts = Array.from({ length: ALERTS_PER_ROUND }, (_, alert) => {
      const id = `a${round}-${alert}`;
      const address = `${this.#random() < GONE ? "gone-" : ""}${id}@memtrace.example`;
      return `('ltr_${id}', 'alert:${id}', '${address}', 'alert', 0, 'Alert', 'Text', '<p>Text</p>', 'queued', '[]', 0, 0, ${Date.now()})`;
    });
    await this.#rows(
      `insert into letter (id, once, address, kind, is_urgent, subject, text, html, state, attempts, claims, next_attempt_at, created_at)
       values ${alerts.join(", ")} returning id`,
    );
    this.#stored += ALERTS_PER_ROUND;
  }

  async askForLetters(round: number): Promise<void> {
    const url = this.#url;
    await fetch(`${url}/sweep?at=${Date.now()}`).catch(() => undefined);
    await Promise.all(
      Array.from({ length: PEOPLE_PER_ROUND }, async (_, person) => {
        const isGone = this.#random() < GONE;
        const email = `${isGone ? "gone-" : ""}p${round}-${person}@memtrace.example`;
        const signUp = { name: "Ada", email, password: "measured in one run" };
        if (await this.#ask(`${url}/api/auth/sign-up/email`, signUp)) {
          await this.#ask(`${url}/api/auth/request-password-reset`, { email });
        }
      }),
    );
  }

  /** Makes waiting letters due, releases letters that dead workers had claimed, and sweeps. */
  async sendDue(maxClaims: number): Promise<void> {
    await this.#rows(
      `update letter set next_attempt_at = 0
       where state = 'queued' and next_attempt_at > 0 and claims < ${maxClaims} returning id`,
    );
    await fetch(`${this.#url}/sweep?at=${Date.now()}`);
  }

  async settle(): Promise<boolean> {
    const until = Date.now() + SETTLE_MS;
    while (Date.now() < until) {
      await pause(POLL_MS);
      const [waiting] = await this.#rows<{ n: number; held: number }>(
        `select count(*) as n, sum(next_attempt_at > ${Date.now()} and next_attempt_at < ${Date.now() + 60_000}) as held
         from letter where state = 'queued'`,
      );
      if (waiting?.n === 0) return true;
      // No worker has claimed a letter now. The remaining letters only wait, so shorten their
      // waits.
      if (waiting?.n === waiting?.held || (waiting?.held ?? 0) === 0)
        await this.sendDue(Number.MAX_SAFE_INTEGER);
    }
    return false;
  }

  async figures(isSettled: boolean): Promise<Figure[]> {
    const letters = await this.#rows<{
      address: string;
      subject: string;
      state: string;
      n: number;
    }>(`select address, subject, state, count(*) as n from letter group by 1, 2, 3`);
    const { delivered } = this.#provider;
    const arrived = new Map<string, number>();
    for (const { to, subject } of delivered) {
      const key = `${to} ${subject}`;
      arrived.set(key, (arrived.get(key) ?? 0) + 1);
    }
    const ofState = (state: string) =>
      letters.filter((each) => each.state === state).reduce((sum, { n }) => sum + n, 0);
    const sent = letters.filter(({ state }) => state === "sent");
    const count = ({ address, subject }: { address: string; subject: string }) =>
      arrived.get(`${address} ${subject}`) ?? 0;
    const none = { unit: "", target: { atMost: 0 } };
    const [people] = await this.#rows<{ n: number }>(
      `select count(*) as n from user where not exists (
         select 1 from letter where address = email and kind = 'verification')`,
    );
    const [alerts] = await this.#rows<{ n: number }>(
      "select count(*) as n from letter where kind = 'alert'",
    );
    return [
      { name: "kills while a letter was under way", value: this.#killsAtWork, unit: "" },
      { name: "letters stored", value: letters.reduce((sum, { n }) => sum + n, 0), unit: "" },
      { name: "sent", value: ofState("sent"), unit: "" },
      {
        name: "to addresses that refuse letters",
        value: ofState("bounced") + ofState("suppressed"),
        unit: "",
      },
      {
        name: "alerts that were stored and are gone",
        ...{ value: this.#stored - (alerts?.n ?? 0), ...none },
      },
      { name: "accounts without their letter", value: people?.n ?? null, ...none },
      { name: "letters that did not end", value: isSettled ? 0 : ofState("queued"), ...none },
      { name: "letters given up", value: ofState("failed") + ofState("dropped"), ...none },
      {
        name: "letters lost: counted as sent, but not arrived",
        ...{ value: sent.filter((each) => count(each) < each.n).length, ...none },
      },
      {
        name: "letters that arrived more often than they were written",
        ...{ value: letters.filter((each) => count(each) > each.n).length, ...none },
      },
      { name: "lies of the provider", value: this.#provider.did.lied, unit: "" },
      {
        name: "repeated requests that it recognised",
        value: this.#provider.did.repeated,
        unit: "",
      },
    ];
  }

  get #url(): string {
    return this.#runtime?.url ?? "";
  }

  /** Returns false if the service was killed before it answered. */
  async #ask(url: string, body: object): Promise<boolean> {
    const headers = { "content-type": "application/json" };
    const isAnswered = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    }).then(
      (answer) => answer.ok,
      () => false,
    );
    this.requests[isAnswered ? "answered" : "cutOff"] += 1;
    return isAnswered;
  }

  async #rows<T>(sql: string): Promise<T[]> {
    const answer = await fetch(`${this.#url}/rows`, { method: "POST", body: sql });
    if (!answer.ok) throw new Error(`${sql}: ${await answer.text()}`);
    return (await answer.json()) as T[];
  }
}

const pause = (milliseconds: number) => new Promise((resume) => setTimeout(resume, milliseconds));
