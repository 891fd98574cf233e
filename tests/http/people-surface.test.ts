import { betterAuth } from "better-auth/minimal";
import { genericOAuth } from "better-auth/plugins";
import { organization } from "better-auth/plugins/organization";
import { twoFactor } from "better-auth/plugins/two-factor";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { session } from "../../src/database/schema/identity.ts";
import { PEOPLE_ENDPOINTS, type PeopleEndpoint } from "../../src/protocol/people.ts";
import { database, ORIGIN, PASSWORD, type Person, signUp } from "../tenancy/support/browser.ts";
import { send } from "../workers/support/tenants.ts";
import { until } from "../workers/support/until.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const declared = Object.keys(PEOPLE_ENDPOINTS) as PeopleEndpoint[];
const paths = [...new Set(declared.map((endpoint) => endpoint.split(" ")[1] ?? ""))];

/** The sign-in library with all its features for organizations, second factors and providers. */
const library = betterAuth({
  secret: "a secret for tests only, thirty-two characters or more",
  baseURL: ORIGIN,
  plugins: [
    organization({ teams: { enabled: true }, dynamicAccessControl: { enabled: true } }),
    twoFactor(),
    genericOAuth({ config: [] }),
  ],
});
const offered = Object.values(library.api).flatMap(({ path, options }) =>
  path === undefined
    ? []
    : [options.method].flat().map((method) => ({ path: path.replace(/:\w+/g, "x"), method })),
);

const ask = (person: Person, method: string, path: string, body: unknown = {}) => {
  const { headers } = person.browser;
  headers.set("origin", ORIGIN);
  headers.set("content-type", "application/json");
  const isRead = method === "GET" || method === "HEAD";
  const request = isRead ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  return send(`/api/auth${path}`, request);
};

const isDeclared = (method: string, path: string) =>
  declared.some((endpoint) => endpoint === `${method} ${path}`);

test("T18 every endpoint of the sign-in library is declared or answers 404", async () => {
  expect(offered.length).toBeGreaterThan(50);
  const person = await signUp("Ada");
  for (const { path } of offered) {
    for (const method of METHODS) {
      if (isDeclared(method, path)) continue;
      const answer = await ask(person, method, path);
      expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} 404`);
    }
  }
});

test("T18 no other spelling of a path reaches an endpoint", async () => {
  const person = await signUp("Ada");
  const spellings = (path: string) => [
    `${path}/`,
    `/${path}`,
    path.replace("/", "//"),
    path.replace(/\/([^/]+)$/, "//$1"),
    path.toUpperCase(),
    path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    path.replace("-", "%2d"),
    path.replace(/\/([^/]+)$/, "%2F$1"),
    `${path}%20`,
    `${path}%00`,
    `${path};x`,
    `${path}.json`,
    `${path}\\`,
  ];
  for (const path of paths) {
    const [method = ""] =
      declared.find((endpoint) => endpoint.endsWith(` ${path}`))?.split(" ") ?? [];
    for (const odd of spellings(path).filter((spelling) => !paths.includes(spelling))) {
      const answer = await ask(person, method, odd);
      expect(`${odd} ${answer.status}`).toBe(`${odd} 404`);
    }
  }
});

/** A provider may add any parameter, and RFC 6749, section 4.1.2, says to ignore unknown ones. */
const isStrict = (endpoint: string) => !endpoint.startsWith("GET /callback/");

describe.each(declared.filter(isStrict))("%s", (endpoint) => {
  const [method = "", path = ""] = endpoint.split(" ");

  test("T47 the endpoint refuses an undeclared field or parameter and names it", async () => {
    const person = await signUp("Ada");
    for (const field of ["teamId", "resend", "image", "callbackURL", "userId", "__proto__x"]) {
      const answer =
        method === "GET"
          ? await ask(person, method, `${path}?${field}=1`)
          : await ask(person, method, path, { [field]: "1" });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(field);
    }
    if (method === "GET") return;
    expect((await ask(person, method, `${path}?role=owner`)).status).toBe(400);
    for (const body of [[], "text", 1, null]) {
      expect((await ask(person, method, path, body)).status).toBe(400);
    }
  });

  test("T47 the endpoint accepts JSON only", async () => {
    if (method === "GET") return;
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"]) {
      const headers = { "content-type": type, origin: ORIGIN };
      const answer = await send(`/api/auth${path}`, { method, headers, body: "{}" });
      expect(answer.status).toBe(415);
    }
  });
});

test("T47 the endpoint refuses a parameter that is given twice and names it", async () => {
  const person = await signUp("Ada");
  const repeated = "organizationId=a&organizationId=b";
  const answer = await ask(person, "GET", `/organization/list-members?${repeated}`);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("organizationId: is given 2 times. Give it once.");
});

test("T48 no answer holds the token that the cookie hides from scripts", async () => {
  const person = await signUp("Ada");
  const [, value = ""] = (person.browser.headers.get("cookie") ?? "").split("=");
  const token = decodeURIComponent(value).split(".")[0] ?? "";
  expect(token.length).toBeGreaterThan(20);
  for (const path of ["/get-session", "/list-sessions"]) {
    const text = await (await person.browser.get(path)).text();
    expect(text).not.toContain(token);
    expect(text).not.toContain('"token"');
  }
});

test("T49 a person lists their own sign-ins and ends one of them, or all others", async () => {
  const [person, other] = [await signUp("Ada"), await signUp("Eve")];
  const second = await person.signInAgain();
  const third = await person.signInAgain();
  const idOf = async ({ browser }: Person) => {
    const listed = await (await browser.get("/list-sessions")).json<Listed[]>();
    return listed.find(({ isCurrent }) => isCurrent)?.id ?? "";
  };
  const listed = await (await person.browser.get("/list-sessions")).json<Listed[]>();
  expect(listed).toHaveLength(3);
  const stolen = await other.browser.post("/revoke-session", { id: await idOf(person) });
  expect(stolen.status).toBe(404);
  expect((await person.browser.post("/revoke-session", { id: await idOf(second) })).status).toBe(
    200,
  );
  expect((await second.browser.get("/list-sessions")).status).toBe(401);
  expect((await person.browser.post("/revoke-other-sessions", {})).status).toBe(200);
  expect((await third.browser.get("/list-sessions")).status).toBe(401);
  expect((await person.browser.get("/list-sessions")).status).toBe(200);
  expect((await other.browser.get("/list-sessions")).status).toBe(200);
});

test("T50 a change of the password must state whether other sign-ins end", async () => {
  const person = await signUp("Ada");
  const second = await person.signInAgain();
  const change = { currentPassword: PASSWORD, newPassword: "another good password" };
  const post = (body: unknown) => person.browser.post("/change-password", body);
  for (const revokeOtherSessions of [undefined, null, "true", 1]) {
    expect((await post({ ...change, revokeOtherSessions })).status).toBe(400);
  }
  expect((await second.browser.get("/list-sessions")).status).toBe(200);
  expect((await post({ ...change, revokeOtherSessions: true })).status).toBe(200);
  expect((await second.browser.get("/list-sessions")).status).toBe(401);
  expect((await person.browser.get("/list-sessions")).status).toBe(200);
});

test("T63 a sign-in shows its last use, which is written at most once an hour", async () => {
  const { browser } = await signUp("Ada");
  const mine = async () => {
    const [listed] = await (await browser.get("/list-sessions")).json<Listed[]>();
    return { id: listed?.id ?? "", usedAt: Date.parse(listed?.lastUsedAt ?? "") };
  };
  const { id } = await mine();
  const usedAgo = async (milliseconds: number) => {
    const at = new Date(Date.now() - milliseconds);
    await database.update(session).set({ updatedAt: at }).where(eq(session.id, id));
    return at.getTime();
  };
  const recent = await usedAgo(50 * MINUTE);
  for (let use = 0; use < 3; use++) await browser.get("/list-sessions");
  expect((await mine()).usedAt).toBe(recent);
  const old = await usedAgo(61 * MINUTE);
  await browser.get("/list-sessions");
  const used = await until(async () => {
    const { usedAt } = await mine();
    return usedAt === old ? undefined : usedAt;
  });
  expect(used).toBeGreaterThan(old + 60 * MINUTE);
});

const MINUTE = 60_000;

interface Listed {
  readonly id: string;
  readonly lastUsedAt: string;
  readonly isCurrent: boolean;
}
