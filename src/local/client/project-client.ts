/** Calls the API's routes of one project. */
import type { Scope } from "../../protocol/api/api.ts";
import type { CreateReport } from "../../protocol/api/insights/reports.ts";
import type { ReplayFacts } from "../../protocol/api/replays.ts";
import { refusesContent } from "../../protocol/error-codes.ts";
import { type Client, clientOf, type Input, requestOf } from "../../protocol/routes/client.ts";
import {
  answerTo,
  brokenOff,
  foreign,
  jsonAnswerTo,
  RefusedRequest,
  type Requests,
  type Sending,
} from "./requests.ts";

const PAGE_ITEMS = 200;

/**
 * True if the service refused the content of this file. False for other errors, such as a refused
 * key: with those, every other file would fail too.
 */
export function isOfTheFile(error: unknown): error is RefusedRequest {
  return error instanceof RefusedRequest && refusesContent(error.status);
}

type Filter<R extends Parameters<Client<Sending>>[0]> = NonNullable<Input<R>["query"]>;

/** If a request fails, the promise rejects with `RefusedRequest` or `UnreachableService`. */
export class ProjectClient {
  /** Calls any declared route. */
  readonly call: Client<Sending>;
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
    this.call = clientOf((asked, sending) => jsonAnswerTo(requests, asked, sending));
  }

  whoami() {
    return this.call("GET /whoami");
  }

  createKey(name: string, scopes: readonly Scope[] = ["ingest", "read"]) {
    return this.call("POST /keys", { body: { name, scopes: [...scopes] } });
  }

  createEndpoint(url: string) {
    return this.call("POST /webhooks", { body: { url, description: "Receiver of the demo" } });
  }

  /** Imports the file. If the service refuses it, returns the reason. */
  async importGraph(gzipped: Uint8Array<ArrayBuffer>) {
    const headers = { "Content-Type": "application/octet-stream", "Content-Encoding": "gzip" };
    const sending = { body: gzipped, headers, isRepeatable: true };
    try {
      return await this.call("POST /graphs", {}, sending);
    } catch (error) {
      if (isOfTheFile(error)) return { refused: error.reason };
      throw error;
    }
  }

  graph(id: string) {
    return this.call("GET /graphs/{graph}", { params: { graph: id } });
  }

  /**
   * Yields the bytes of a smartcomment file. With `labels`, the file's annotations contain the
   * labels of the graph's cases.
   */
  async *exportGraph(id: string, { labels = false } = {}): AsyncGenerator<Uint8Array> {
    const asked = requestOf("GET /graphs/{graph}/export", {
      params: { graph: id },
      query: { labels: labels ? "true" : undefined },
    });
    const { body, headers, status } = await answerTo(this.#requests, asked);
    const isFile = headers.get("content-type")?.startsWith("application/json") === true;
    if (!isFile) throw foreign(this.#requests.url, status);
    try {
      if (body !== null) yield* body;
    } catch (error) {
      throw brokenOff(this.#requests.url, error);
    }
  }

  operation(graph: string, operation: string) {
    return this.call("GET /graphs/{graph}/operations/{operation}", {
      params: { graph, operation },
    });
  }

  /** Returns the units that are in the graph's memory now. */
  store(graph: string) {
    const params = { graph };
    return allOf((query) => this.call("GET /graphs/{graph}/store", { params, query }));
  }

  case(id: string) {
    return this.call("GET /cases/{case}", { params: { case: id } });
  }

  cases(filter: Filter<"GET /cases"> = {}, atMost?: number) {
    return allOf((page) => this.call("GET /cases", { query: { ...filter, ...page } }), atMost);
  }

  /**
   * Queues the case for a new attribution. The earlier attribution stays until the new one is done.
   */
  attributeAgain(id: string) {
    const input = { params: { case: id } };
    return this.call("POST /cases/{case}/attribute", input, { isRepeatable: true });
  }

  /** Returns the steps that a replay must run again to test the case's verdict. */
  replayPlan(id: string) {
    return this.call("GET /cases/{case}/replay", { params: { case: id } });
  }

  /** Asks the project's model for the output that the operation at fault should have had. */
  correction(id: string) {
    return this.call("POST /cases/{case}/correction", { params: { case: id } });
  }

  addReplay(id: string, facts: ReplayFacts) {
    return this.call("POST /cases/{case}/replays", { params: { case: id }, body: facts });
  }

  /** By default, the report covers the last seven days. */
  createReport(selection: CreateReport = {}) {
    return this.call("POST /reports", { body: selection });
  }

  report(id: string) {
    return this.call("GET /reports/{report}", { params: { report: id } });
  }

  reports(atMost?: number) {
    return allOf((query) => this.call("GET /reports", { query }), atMost);
  }

  deliveries() {
    return allOf((query) => this.call("GET /deliveries", { query }));
  }

  /** Returns the dataset with this name. Creates it if it does not exist. */
  createDataset(name: string) {
    return this.call("POST /datasets", { body: { name } });
  }

  /** @param dataset id or name */
  dataset(dataset: string) {
    return this.call("GET /datasets/{dataset}", { params: { dataset } });
  }

  /** Adds the items. The service ignores items that the dataset already has. */
  addItems(dataset: string, body: string, type: string) {
    const sending = { headers: { "Content-Type": type }, body, isRepeatable: true };
    return this.call("POST /datasets/{dataset}/items", { params: { dataset } }, sending);
  }

  experiment(id: string) {
    return this.call("GET /experiments/{experiment}", { params: { experiment: id } });
  }

  experimentResults(
    id: string,
    filter: Filter<"GET /experiments/{experiment}/results">,
    atMost?: number,
  ) {
    const params = { experiment: id };
    return allOf(
      (page) =>
        this.call("GET /experiments/{experiment}/results", {
          params,
          query: { ...filter, ...page },
        }),
      atMost,
    );
  }

  compareExperiments(id: string, against: string) {
    const params = { experiment: id, against };
    return this.call("GET /experiments/{experiment}/comparison/{against}", { params });
  }
}

interface PageWanted {
  readonly limit: number;
  readonly cursor: string | undefined;
}

async function allOf<T>(
  read: (page: PageWanted) => Promise<{ readonly items: T[]; readonly next: string | null }>,
  atMost = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | null | undefined; cursor !== null && items.length < atMost; ) {
    const page: Awaited<ReturnType<typeof read>> = await read({
      limit: Math.min(PAGE_ITEMS, atMost - items.length),
      cursor,
    });
    items.push(...page.items);
    cursor = page.next;
  }
  return items;
}
