/**
 * A scripted Cloudflare API. It keeps databases, queues and secrets in memory, and answers only the
 * requests that wrangler sends when it sets up a deployment.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";

const NOT_FOUND = { code: 10007, message: "This Worker does not exist on your account." };

export class ScriptedCloudflare {
  readonly databases: { uuid: string; name: string }[] = [];
  readonly queues: string[] = [];
  readonly secrets = new Map<string, string>();
  /** Requests that change something, in order. */
  readonly changes: string[] = [];
  readonly #contents = new Map<string, DatabaseSync>();
  readonly #server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const { status, answer } = this.#answer(request.method ?? "GET", url, body);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ errors: [], messages: [], ...answer }));
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Runs the statements in SQLite, and returns one result for all. */
  #query(id: string, sql: string) {
    const content = this.#contents.get(id) ?? new DatabaseSync(":memory:");
    this.#contents.set(id, content);
    const isRead = /^\s*select/i.test(sql);
    const results = isRead ? content.prepare(sql).all() : [];
    if (!isRead) content.exec(sql);
    return { success: true, results, meta: { duration: 1, served_by: "scripted" } };
  }

  #answer(method: string, { pathname, searchParams }: URL, body: string) {
    const result = (value: unknown) => ({
      status: 200,
      answer: { success: true, result: value, result_info: { total_count: 1, total_pages: 1 } },
    });
    const sent = body === "" ? {} : JSON.parse(body);
    const [, queried] = /\/d1\/database\/([^/]+)\/query$/.exec(pathname) ?? [];
    if (queried !== undefined) return result([this.#query(queried, String(sent.sql))]);
    if (method !== "GET") this.changes.push(`${method} ${pathname}`);
    if (pathname === "/user") return result({ id: "person", email: "person@example.com" });
    if (pathname === "/accounts") return result([{ id: "account", name: "Team" }]);
    const [, shown] = /\/d1\/database\/([^/]+)$/.exec(pathname) ?? [];
    if (shown !== undefined) {
      return result(this.databases.find(({ uuid, name }) => uuid === shown || name === shown));
    }
    if (pathname.endsWith("/d1/database")) {
      if (method === "GET") return result(this.databases);
      const database = { uuid: `d1-${this.databases.length + 1}`, name: String(sent.name) };
      this.databases.push(database);
      return result({ ...database, version: "production" });
    }
    if (pathname.endsWith("/queues")) {
      const wanted = searchParams.get("name");
      const named = (queue_name: string) => ({
        ...{ queue_name, queue_id: queue_name, created_on: "2026-01-01T00:00:00Z" },
        ...{ producers: [], consumers: [], producers_total_count: 0, consumers_total_count: 0 },
      });
      if (method === "GET") {
        return result(this.queues.filter((name) => !wanted || name === wanted).map(named));
      }
      this.queues.push(String(sent.queue_name));
      return result(named(String(sent.queue_name)));
    }
    if (pathname.endsWith("/secrets")) {
      if (method === "GET" && this.secrets.size === 0) {
        return { status: 404, answer: { success: false, errors: [NOT_FOUND], result: null } };
      }
      if (method === "GET") {
        return result([...this.secrets.keys()].map((name) => ({ name, type: "secret_text" })));
      }
      this.secrets.set(String(sent.name), String(sent.text));
      return result({ name: sent.name, type: "secret_text" });
    }
    return result(pathname.includes("/queues/") ? { metrics: [] } : []);
  }
}
