/** A person's browser at the sign-in endpoints: it keeps cookies and sends its origin. */
import { env, exports, waitUntil } from "cloudflare:workers";
import { hashPassword } from "better-auth/crypto";
import { eq, sql } from "drizzle-orm";
import { openDatabase } from "../../../src/database/database.ts";
import { session, user } from "../../../src/database/schema/identity.ts";
import { createApp } from "../../../src/http/app.ts";
import type { Scope } from "../../../src/protocol/api/api.ts";
import { personAccess } from "../../../src/tenancy/projects.ts";
import { signUp as createAccount } from "../../../src/tenancy/sign-in/sign-up.ts";
import { createServices } from "../../../workers/services.ts";

export const ORIGIN = "http://memtrace.test";
export const PASSWORD = "correct horse battery";

export const database = openDatabase(env.DB);

/** Settings for new accounts and their links. */
export const LINKS = {
  ...{ database, publicUrl: ORIGIN, now: Date.now },
  randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
};

type Fetch = (request: Request) => Promise<Response>;

/** Makes an app as in a production deployment with another URL. */
export const appOf = (publicUrl: string, changes: Partial<typeof env> = {}): Fetch => {
  const production = {
    ...{ ...env, ENVIRONMENT: "production" as const, PUBLIC_URL: publicUrl },
    ...changes,
  };
  const app = createApp(() => createServices(production, waitUntil));
  return async (request) => app.fetch(request);
};

/** Returns the person whom the browser's cookie signs in. */
export const signedIn = (headers: Headers) => createServices(env, waitUntil).personOf(headers);

export class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #fetch: Fetch;
  readonly #origin: string;
  /** Each browser has another IP address, because rate limits apply per network. */
  readonly #address = newAddress();

  constructor(fetch: Fetch = (request) => exports.default.fetch(request), origin = ORIGIN) {
    this.#fetch = fetch;
    this.#origin = origin;
  }

  get headers(): Headers {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return new Headers(cookie ? { cookie } : {});
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  /**
   * Sends a request. `from` is the origin of the page that sends it; null for a client without an
   * origin.
   */
  async post(path: string, body: unknown, from: string | null = this.#origin): Promise<Response> {
    const headers = this.headers;
    headers.set("content-type", "application/json");
    if (from !== null) headers.set("origin", from);
    return this.#send(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async get(path: string): Promise<Response> {
    return this.#send(path, { headers: this.headers });
  }

  /** Opens an address of the service as a page, without following redirects. */
  async open(path: string): Promise<Response> {
    return this.#fetchWith(`${this.#origin}${path}`, { headers: this.headers });
  }

  async #send(path: string, request: RequestInit): Promise<Response> {
    return this.#fetchWith(`${this.#origin}/api/auth${path}`, request);
  }

  async #fetchWith(url: string, request: RequestInit): Promise<Response> {
    const asked = new Request(url, { redirect: "manual", ...request });
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
  /** Returns the same person in another browser. */
  signInAgain(): Promise<Person>;
}

/** Hashing is slow by design, so all test persons share one password that is hashed once. */
let hashed: string | undefined;
const passwordHash = async () => {
  hashed ??= await hashPassword(PASSWORD);
  return hashed;
};

/**
 * Creates a person. The given browser signs in with the password; a new browser is signed in
 * without it.
 */
export const signUp = async (name: string, signingIn?: Browser): Promise<Person> => {
  const email = `${name.toLowerCase()}@${crypto.randomUUID()}.example`;
  await createAccount(LINKS, { name, email, password: PASSWORD }, passwordHash);
  const [row] = await database.select({ id: user.id }).from(user).where(eq(user.email, email));
  if (row === undefined) throw new Error("The account was not created.");
  const browser = signingIn ?? (await signedInBrowser(row.id));
  if (signingIn !== undefined)
    await readJson(await signingIn.post("/sign-in/email", { email, password: PASSWORD }));
  return personIn(browser, row.id, email);
};

const SIGN_IN_MS = 7 * 24 * 3_600_000;

/**
 * Creates the state after a sign-in, without checking the password, because that is slow by design.
 */
const signedInBrowser = async (userId: string): Promise<Browser> => {
  const [token, at] = [crypto.randomUUID(), new Date()];
  const expiresAt = new Date(at.getTime() + SIGN_IN_MS);
  const row = { id: crypto.randomUUID(), userId, token, expiresAt, createdAt: at, updatedAt: at };
  await database.insert(session).values(row);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey("raw", bytes(env.AUTH_SECRET), algorithm, false, [
    "sign",
  ]);
  const signature = Buffer.from(await crypto.subtle.sign("HMAC", key, bytes(token)));
  const browser = new Browser();
  browser.setCookie(
    "memtrace.session_token",
    encodeURIComponent(`${token}.${signature.toString("base64")}`),
  );
  return browser;
};

const personIn = (browser: Browser, id: string, email: string): Person => ({
  ...{ browser, id, email },
  signInAgain: async () => {
    const other = new Browser();
    await readJson(await other.post("/sign-in/email", { email, password: PASSWORD }));
    return personIn(other, id, email);
  },
});

/** Creates an organization that the person owns. Returns its id. */
export const newOrganization = async ({ browser }: Person): Promise<string> => {
  const slug = crypto.randomUUID();
  const answer = await browser.post("/organization/create", { name: "Acme", slug });
  return (await readJson<{ id: string }>(answer)).id;
};

type Projects = readonly { readonly project: string; readonly role: string }[];

/**
 * Creates a person in the inviter's organization. Creates the state after an accepted invitation,
 * because sending and accepting one takes many times as long.
 */
export const joinAs = async (
  role: string,
  inviter: Person,
  organizationId: string,
  projects: Projects = [],
): Promise<Person> => {
  const person = await signUp(role);
  const now = Date.now();
  const joined = await database.all(sql`
    insert into member (id, organization_id, user_id, role, created_at)
    select ${crypto.randomUUID()}, organization_id, ${person.id}, ${role}, ${now} from member
    where organization_id = ${organizationId} and user_id = ${inviter.id} returning id`);
  if (joined.length === 0) throw new Error("The inviter is not in the organization.");
  for (const given of projects)
    await database.run(sql`
      insert into project_role (project, user_id, organization_id, role, created_at)
      values (${given.project}, ${person.id}, ${organizationId}, ${given.role}, ${now})`);
  return person;
};

/** Creates a person, who accepts the inviter's invitation. */
export const joinByInvitation = async (
  role: string,
  inviter: Person,
  organizationId: string,
  projects: Projects = [],
): Promise<Person> => {
  const person = await signUp(role);
  const answer = await inviter.browser.post("/organization/invite-member", {
    email: person.email,
    ...{ role, organizationId, projects },
  });
  const { id } = await readJson<{ id: string }>(answer);
  await readJson(
    await person.browser.post("/organization/accept-invitation", { invitationId: id }),
  );
  return person;
};

/** Returns the body of a successful answer; the caller states its type. */
const readJson = async <T>(answer: Response): Promise<T> => {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json<T>();
};

/**
 * Returns the person's scopes in the project, in a browser without a second factor; null without
 * access.
 */
export const scopesIn = async (userId: string, project: string): Promise<readonly Scope[] | null> =>
  (await personAccess(database, { id: userId, signIn: "" }, project))?.scopes ?? null;
