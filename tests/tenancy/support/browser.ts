/** A person's browser that uses the sign-in endpoints: it keeps cookies and sends its origin. */
import { env, exports, waitUntil } from "cloudflare:workers";
import { hashPassword } from "better-auth/crypto";
import { openDatabase } from "../../../src/database/database.ts";
import { createApp } from "../../../src/http/app.ts";
import { signUp as createAccount } from "../../../src/tenancy/sign-in/sign-up.ts";
import { createServices } from "../../../workers/services.ts";

export const ORIGIN = "http://memtrace.test";
export const PASSWORD = "correct horse battery";

export const database = openDatabase(env.DB);

type Fetch = (request: Request) => Promise<Response>;

/** The app in a production deployment at another URL. */
export const appOf = (publicUrl: string): Fetch => {
  const production = { ...env, ENVIRONMENT: "production", PUBLIC_URL: publicUrl } as const;
  const app = createApp(() => createServices(production, waitUntil));
  return async (request) => app.fetch(request);
};

/** The person that the browser's cookie signs in. */
export const signedIn = (headers: Headers) =>
  createServices(env, waitUntil).auth().session(headers);

export class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #fetch: Fetch;
  readonly #origin: string;
  /** Each browser has its own network. */
  readonly #address = newAddress();

  constructor(fetch: Fetch = (request) => exports.default.fetch(request), origin = ORIGIN) {
    this.#fetch = fetch;
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
    const asked = new Request(`${this.#origin}/api/auth${path}`, request);
    asked.headers.set("cf-connecting-ip", this.#address);
    const answer = await this.#fetch(asked);
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      if (/max-age=0(;|$)/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }
}

function newAddress(): string {
  const groups = new Uint16Array(3).map(() => Math.random() * 65_536);
  return `2001:${[...groups].map((group) => group.toString(16)).join(":")}::1`;
}

export interface Person {
  readonly browser: Browser;
  readonly id: string;
  readonly email: string;
  /** The same person in another browser. */
  signInAgain(): Promise<Person>;
}

/** Hashing takes long by design, so everybody's equal password is hashed once. */
let hashed: string | undefined;
const passwordHash = async () => {
  hashed ??= await hashPassword(PASSWORD);
  return hashed;
};

export const signUp = async (name: string, browser = new Browser()): Promise<Person> => {
  const email = `${name.toLowerCase()}@${crypto.randomUUID()}.example`;
  await createAccount(database, { name, email, password: PASSWORD }, passwordHash, new Date());
  const answer = await browser.post("/sign-in/email", { email, password: PASSWORD });
  const { user } = await readJson<{ user: { id: string } }>(answer);
  return personIn(browser, user.id, email);
};

const personIn = (browser: Browser, id: string, email: string): Person => ({
  ...{ browser, id, email },
  signInAgain: async () => {
    const other = new Browser();
    await readJson(await other.post("/sign-in/email", { email, password: PASSWORD }));
    return personIn(other, id, email);
  },
});

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

/** The body of a successful answer; the caller states its shape. */
const readJson = async <T>(answer: Response): Promise<T> => {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json<T>();
};
