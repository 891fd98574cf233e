/** The demo's way to the running service: as a person's browser would, and as a machine would. */
import type {
  Case,
  CaseSummary,
  Delivery,
  EndpointWithSecret,
  ImportAnswer,
  KeyWithSecret,
  Project,
  Scope,
} from "../protocol/api.ts";
import { ErrorEnvelope } from "../protocol/errors.ts";
import type { Report } from "../protocol/reports.ts";

class RefusedRequest extends Error {
  readonly status: number;
  /** The envelope's message, or the whole body where it is none. */
  readonly reason: string;

  constructor(request: string, status: number, body: string) {
    super(`${request}: ${status} ${body}`);
    this.status = status;
    const envelope = ErrorEnvelope.safeParse(asJson(body));
    this.reason = envelope.success ? envelope.data.error.message : body;
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export class ApiClient {
  readonly #url: string;
  #cookie = "";
  #project = "";

  constructor(url: string) {
    this.#url = url;
  }

  async signUp(person: { name: string; email: string; password: string }): Promise<void> {
    await this.#auth("sign-up/email", person);
  }

  async createOrganization(name: string, slug: string): Promise<string> {
    const created = await this.#auth("organization/create", { name, slug });
    return String(created.id);
  }

  /** Further calls are about this project. */
  async createProject(organization: string, name: string): Promise<Project> {
    const project: Project = await this.#call("POST", "/v1/projects", { organization, name });
    this.#project = project.id;
    return project;
  }

  createKey(name: string, scopes: readonly Scope[] = ["ingest", "read"]): Promise<KeyWithSecret> {
    return this.#call("POST", "/v1/keys", { name, scopes });
  }

  createEndpoint(url: string): Promise<EndpointWithSecret> {
    return this.#call("POST", "/v1/webhooks", { url, description: "Receiver of the demo" });
  }

  /** A file that the service does not take is refused with its reason. */
  async importGraph(
    content: Uint8Array<ArrayBuffer>,
    compressed: boolean,
  ): Promise<ImportAnswer | { refused: string }> {
    const headers: Record<string, string> = { "Content-Type": "application/octet-stream" };
    if (compressed) headers["Content-Encoding"] = "gzip";
    try {
      return await this.#send("POST", "/v1/graphs", content, headers);
    } catch (error) {
      if (error instanceof RefusedRequest && error.status < 500) return { refused: error.reason };
      throw error;
    }
  }

  createReport(): Promise<Report> {
    return this.#call("POST", "/v1/reports", {});
  }

  case(id: string): Promise<Case> {
    return this.#call("GET", `/v1/cases/${id}`);
  }

  cases(query: Record<string, string> = {}): Promise<CaseSummary[]> {
    return this.#all("/v1/cases", query);
  }

  deliveries(query: Record<string, string> = {}): Promise<Delivery[]> {
    return this.#all("/v1/deliveries", query);
  }

  async #all<T>(path: string, query: Record<string, string>): Promise<T[]> {
    const items: T[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const parameters = new URLSearchParams({ ...query, limit: "200" });
      if (cursor !== "") parameters.set("cursor", cursor);
      const page: { items: T[]; next: string | null } = await this.#call(
        "GET",
        `${path}?${parameters}`,
      );
      items.push(...page.items);
      cursor = page.next;
    }
    return items;
  }

  #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const content = body === undefined ? undefined : JSON.stringify(body);
    return this.#send(method, path, content, { "Content-Type": "application/json" });
  }

  async #send<T>(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string>,
  ): Promise<T> {
    const url = new URL(path, this.#url);
    if (this.#project !== "") url.searchParams.set("project", this.#project);
    const response = await fetch(url, {
      method,
      headers: { ...headers, Cookie: this.#cookie, Origin: this.#url },
      body: body ?? null,
    });
    if (!response.ok) {
      throw new RefusedRequest(`${method} ${path}`, response.status, await response.text());
    }
    return (await response.json()) as T;
  }

  async #auth(path: string, body: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.#url}/api/auth/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie: this.#cookie, Origin: this.#url },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
    if (cookies.length > 0) this.#cookie = cookies.join("; ");
    return (await response.json()) as Record<string, unknown>;
  }
}
