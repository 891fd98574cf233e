/** A person's browser against the sign-in endpoints: keeps cookies, sends its origin. */
import { env } from "cloudflare:workers";
import { openDatabase } from "../../src/storage/database.ts";
import { type Auth, createAuth } from "../../src/tenancy/auth.ts";

export const ORIGIN = "http://memtrace.test";
export const PASSWORD = "correct horse battery";

export const database = openDatabase(env.DB);

export const devAuth = (): Auth =>
  createAuth({ database, secret: env.AUTH_SECRET, publicUrl: ORIGIN, development: true });

export class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #auth: Auth;
  readonly #origin: string;

  constructor(auth: Auth = devAuth(), origin: string = ORIGIN) {
    this.#auth = auth;
    this.#origin = origin;
  }

  get headers(): Headers {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return new Headers(cookie ? { cookie } : {});
  }

  /** `from` is the origin of the page that sends the request; null for a client without one. */
  async post(path: string, body: unknown, from: string | null = this.#origin): Promise<Response> {
    const headers = this.headers;
    headers.set("content-type", "application/json");
    if (from !== null) headers.set("origin", from);
    return this.#send(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async get(path: string): Promise<Response> {
    return this.#send(path, { headers: this.headers });
  }

  async #send(path: string, request: RequestInit): Promise<Response> {
    const answer = await this.#auth.handler(
      new Request(`${this.#origin}/api/auth${path}`, request),
    );
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      if (/max-age=0(;|$)/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }
}

export interface Person {
  readonly browser: Browser;
  readonly id: string;
  readonly email: string;
}

export const signUp = async (name: string, browser = new Browser()): Promise<Person> => {
  const email = `${name.toLowerCase()}-${crypto.randomUUID()}@example.com`;
  const answer = await browser.post("/sign-up/email", { name, email, password: PASSWORD });
  const { user } = await readJson<{ user: { id: string } }>(answer);
  return { browser, id: user.id, email };
};

/** The id of a new organization that the person owns. */
export const newOrganization = async ({ browser }: Person): Promise<string> => {
  const slug = crypto.randomUUID();
  const answer = await browser.post("/organization/create", { name: "Acme", slug });
  return (await readJson<{ id: string }>(answer)).id;
};

/** A new person who accepted the inviter's invitation. */
export const joinAs = async (
  role: string,
  inviter: Person,
  organizationId: string,
): Promise<Person> => {
  const person = await signUp(role);
  const answer = await inviter.browser.post("/organization/invite-member", {
    email: person.email,
    role,
    organizationId,
  });
  const { id } = await readJson<{ id: string }>(answer);
  await readJson(
    await person.browser.post("/organization/accept-invitation", { invitationId: id }),
  );
  return person;
};

/** The body of a successful answer; its shape is better-auth's word. */
const readJson = async <T>(answer: Response): Promise<T> => {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json<T>();
};
