/** One tenant of the service under test: a project with a key. */
import type { TraceEvent } from "../../../src/protocol/events/events.ts";

const JSON_LINES = "application/x-ndjson";

export class Tenant {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    return this.#send(method, path, body && JSON.stringify(body), "application/json");
  }

  async record(events: readonly TraceEvent[]): Promise<void> {
    const lines = events.map((event) => JSON.stringify(event)).join("\n");
    await this.#send("POST", "/v1/events", lines, JSON_LINES);
  }

  /**
   * Creates a webhook endpoint.
   * @returns its id
   */
  async newEndpoint(url: string): Promise<string> {
    return (await this.call<{ id: string }>("POST", "/v1/webhooks", { url })).id;
  }

  /**
   * Sends a test event to the endpoint.
   * @returns the id of the delivery, which the receiver sees as `webhook-id`
   */
  async sendTest(endpoint: string): Promise<string> {
    return (await this.call<{ id: string }>("POST", `/v1/webhooks/${endpoint}/test`)).id;
  }

  /** Sets the model. `url` is the address of the model's server. */
  async setModel(url: string): Promise<void> {
    const endpoint = { url: `${url}/v1`, model: "scripted", key: "sk-scripted" };
    await this.call("PUT", "/v1/project/model", { endpoints: [endpoint] });
  }

  async #send<T>(method: string, path: string, body: string | undefined, type: string): Promise<T> {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, "content-type": type },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }
}
