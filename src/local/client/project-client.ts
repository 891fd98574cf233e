/** A project's part of the API, as programs call it. */
import type {
  Case,
  CaseSummary,
  GraphSummary,
  ImportAnswer,
  KeyWithSecret,
  Scope,
  Whoami,
} from "../../protocol/api/api.ts";
import type {
  Comparison,
  Dataset,
  Experiment,
  ExperimentResult,
  ItemsAdded,
} from "../../protocol/api/experiments.ts";
import type { Correction, Replay, ReplayFacts, ReplayPlan } from "../../protocol/api/replays.ts";
import type { Report, ReportSummary } from "../../protocol/api/reports.ts";
import type { Delivery, EndpointWithSecret } from "../../protocol/api/webhook-endpoints.ts";
import {
  answerTo,
  brokenOff,
  foreign,
  jsonAnswerTo,
  RefusedRequest,
  type Requests,
} from "./requests.ts";

type Query = Readonly<Record<string, string>>;

const PAGE_ITEMS = 200;
/** The file is at fault, not the key or the service. */
const OF_THE_FILE: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** Every call throws `RefusedRequest` or `UnreachableService`. */
export class ProjectClient {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  whoami(): Promise<Whoami> {
    return this.call("GET", "/v1/whoami");
  }

  createKey(name: string, scopes: readonly Scope[] = ["ingest", "read"]): Promise<KeyWithSecret> {
    return this.call("POST", "/v1/keys", { name, scopes });
  }

  createEndpoint(url: string): Promise<EndpointWithSecret> {
    return this.call("POST", "/v1/webhooks", { url, description: "Receiver of the demo" });
  }

  /** A file that the service does not take is refused with its reason. */
  async importGraph(gzipped: Uint8Array<ArrayBuffer>): Promise<ImportAnswer | { refused: string }> {
    const headers = { "Content-Type": "application/octet-stream", "Content-Encoding": "gzip" };
    const asked = {
      method: "POST",
      path: "/v1/graphs",
      body: gzipped,
      headers,
      isRepeatable: true,
    };
    try {
      return await jsonAnswerTo(this.#requests, asked);
    } catch (error) {
      if (error instanceof RefusedRequest && OF_THE_FILE.has(error.status)) {
        return { refused: error.reason };
      }
      throw error;
    }
  }

  graph(id: string): Promise<GraphSummary> {
    return this.call("GET", `/v1/graphs/${encodeURIComponent(id)}`);
  }

  /** The bytes of a smartcomment file; with `labels`, those of its cases stand among the annotations. */
  async *exportGraph(id: string, { labels = false } = {}): AsyncGenerator<Uint8Array> {
    const path = `/v1/graphs/${encodeURIComponent(id)}/export${labels ? "?labels=true" : ""}`;
    const { body, headers, status } = await answerTo(this.#requests, { method: "GET", path });
    const isFile = headers.get("content-type")?.startsWith("application/json") === true;
    if (!isFile) throw foreign(this.#requests.url, status);
    try {
      if (body !== null) yield* body;
    } catch (error) {
      throw brokenOff(this.#requests.url, error);
    }
  }

  case(id: string): Promise<Case> {
    return this.call("GET", `/v1/cases/${encodeURIComponent(id)}`);
  }

  cases(query: Query = {}, atMost?: number): Promise<CaseSummary[]> {
    return this.#all("/v1/cases", query, atMost);
  }

  /** Queued again; the earlier attribution stays until then. */
  attributeAgain(id: string): Promise<Case> {
    const path = `/v1/cases/${encodeURIComponent(id)}/attribute`;
    return jsonAnswerTo(this.#requests, { method: "POST", path, isRepeatable: true });
  }

  /** What has to run again to prove the verdict on the case. */
  replayPlan(id: string): Promise<ReplayPlan> {
    return this.call("GET", `/v1/cases/${encodeURIComponent(id)}/replay`);
  }

  /** What the project's model takes for the right output of the operation at fault. */
  correction(id: string): Promise<Correction> {
    return this.call("POST", `/v1/cases/${encodeURIComponent(id)}/correction`);
  }

  addReplay(id: string, facts: ReplayFacts): Promise<Replay> {
    return this.call("POST", `/v1/cases/${encodeURIComponent(id)}/replays`, facts);
  }

  /** The last seven days where the period is not given; ISO 8601. */
  createReport(period: { from?: string; to?: string } = {}): Promise<Report> {
    return this.call("POST", "/v1/reports", period);
  }

  report(id: string): Promise<Report> {
    return this.call("GET", `/v1/reports/${encodeURIComponent(id)}`);
  }

  reports(atMost?: number): Promise<ReportSummary[]> {
    return this.#all("/v1/reports", {}, atMost);
  }

  deliveries(): Promise<Delivery[]> {
    return this.#all("/v1/deliveries", {});
  }

  /** The one of that name, or a new one. */
  createDataset(name: string): Promise<Dataset> {
    return this.call("POST", "/v1/datasets", { name });
  }

  /** By its id or its name. */
  dataset(dataset: string): Promise<Dataset> {
    return this.call("GET", `/v1/datasets/${encodeURIComponent(dataset)}`);
  }

  /** Items that are there already change nothing. */
  addItems(dataset: string, body: string, type: string): Promise<ItemsAdded> {
    const path = `/v1/datasets/${encodeURIComponent(dataset)}/items`;
    const headers = { "Content-Type": type };
    return jsonAnswerTo(this.#requests, {
      ...{ method: "POST", path, headers, body, isRepeatable: true },
    });
  }

  experiment(id: string): Promise<Experiment> {
    return this.call("GET", `/v1/experiments/${encodeURIComponent(id)}`);
  }

  experimentResults(id: string, query: Query, atMost?: number): Promise<ExperimentResult[]> {
    return this.#all(`/v1/experiments/${encodeURIComponent(id)}/results`, query, atMost);
  }

  compareExperiments(id: string, against: string): Promise<Comparison> {
    const ids = [id, "comparison", against].map(encodeURIComponent).join("/");
    return this.call("GET", `/v1/experiments/${ids}`);
  }

  protected call<T>(method: string, path: string, body?: unknown): Promise<T> {
    if (body === undefined) return jsonAnswerTo(this.#requests, { method, path });
    const headers = { "Content-Type": "application/json" };
    return jsonAnswerTo(this.#requests, { method, path, headers, body: JSON.stringify(body) });
  }

  async #all<T>(path: string, query: Query, atMost = Number.POSITIVE_INFINITY): Promise<T[]> {
    const items: T[] = [];
    for (let cursor: string | null = ""; cursor !== null && items.length < atMost; ) {
      const limit = `${Math.min(PAGE_ITEMS, atMost - items.length)}`;
      const parameters = new URLSearchParams({ ...query, limit });
      if (cursor !== "") parameters.set("cursor", cursor);
      const page: { items: T[]; next: string | null } = await this.call(
        "GET",
        `${path}?${parameters}`,
      );
      items.push(...page.items);
      cursor = page.next;
    }
    return items;
  }
}
