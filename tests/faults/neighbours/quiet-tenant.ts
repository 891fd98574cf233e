/**
 * The tenant that behaves well. Measures how long its webhooks take while another tenant
 * misbehaves.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Figure, percentile } from "../../bench/measurement.ts";
import { failingVerdict, forgottenDog } from "../../workers/support/forgotten-dog.ts";
import type { Service } from "./scenario.ts";
import type { Tenant } from "./tenant.ts";

/** A webhook that has not arrived after this time counts as arrived at this time. */
const PATIENCE_MS = 150_000;
const LOOK_MS = 10;
/** The slowest of twenty deliveries may take at most this long. */
const P95_AT_MOST_MS = 2_000;

interface Told {
  readonly id: string;
  readonly graph: string | undefined;
  readonly report: string | undefined;
  readonly at: number;
}

export class QuietTenant {
  readonly tenant: Tenant;
  readonly #endpoint: string;
  readonly #told: readonly Told[];
  #graphs = 0;

  private constructor(tenant: Tenant, endpoint: string, told: readonly Told[]) {
    this.tenant = tenant;
    this.#endpoint = endpoint;
    this.#told = told;
  }

  static async of(service: Service): Promise<QuietTenant> {
    const told: Told[] = [];
    const url = await startReceiver(service, told);
    const tenant = await service.newTenant();
    const quiet = new QuietTenant(tenant, await tenant.newEndpoint(url), told);
    // Load the code first, so that no later measurement includes the loading.
    await quiet.testDelivery();
    await quiet.wrongAnswer();
    return quiet;
  }

  /**
   * Sends a test event.
   * @returns milliseconds from the request for the test event to its arrival
   */
  async testDelivery(): Promise<number> {
    const startedAt = performance.now();
    const id = await this.tenant.sendTest(this.#endpoint);
    return this.#arrival(startedAt, (told) => told.id === id);
  }

  /**
   * Sends a wrong answer.
   * @returns milliseconds from the wrong answer to the arrival of its attribution
   */
  async wrongAnswer(): Promise<number> {
    this.#graphs += 1;
    const graph = `quiet-${this.#graphs}`;
    const startedAt = performance.now();
    await this.tenant.record([...forgottenDog(graph), failingVerdict(graph)]);
    return this.#arrival(startedAt, (told) => told.graph === graph);
  }

  /**
   * Requests a report.
   * @returns milliseconds from the request for the report to its arrival
   */
  async report(): Promise<number> {
    const startedAt = performance.now();
    const period = { from: "2026-03-04T00:00:00.000Z", to: "2026-03-05T00:00:00.000Z" };
    const { id } = await this.tenant.call<{ id: string }>("POST", "/v1/reports", period);
    return this.#arrival(startedAt, (told) => told.report === id);
  }

  async #arrival(startedAt: number, isMeant: (told: Told) => boolean): Promise<number> {
    while (performance.now() - startedAt < PATIENCE_MS) {
      const found = this.#told.find(isMeant);
      if (found !== undefined) return found.at - startedAt;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return PATIENCE_MS;
  }
}

/** Starts `count` tasks, one every `everyMs` milliseconds, even if earlier tasks have not ended. */
export async function paced(
  count: number,
  everyMs: number,
  once: () => Promise<number>,
): Promise<number[]> {
  const running: Promise<number>[] = [];
  for (let started = 0; started < count; started++) {
    running.push(once());
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return Promise.all(running);
}

export function timesOf(what: string, times: readonly number[]): Figure[] {
  return [
    { name: `${what}, p50`, value: percentile(times, 0.5), unit: "ms" },
    {
      ...{ name: `${what}, p95`, value: percentile(times, 0.95), unit: "ms" },
      target: { atMost: P95_AT_MOST_MS },
    },
  ];
}

async function startReceiver(service: Service, told: Told[]): Promise<string> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { data } = JSON.parse(Buffer.concat(parts).toString("utf8"));
      const id = String(request.headers["webhook-id"]);
      told.push({ id, graph: data.graph, report: data.report, at: performance.now() });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  service.atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}
