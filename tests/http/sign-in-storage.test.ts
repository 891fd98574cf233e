import { env } from "cloudflare:workers";
import { inspect } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { newOrganization, signUp } from "../tenancy/support/browser.ts";
import { send } from "../workers/support/tenants.ts";

/**
 * Renames a table. A database without one of its tables fails like a database that is being
 * restored.
 */
const rename = (from: string, to: string) =>
  env.DB.prepare(`alter table ${from} rename to ${to}`).run();

afterEach(() => vi.restoreAllMocks());
afterEach(() => rename("session_elsewhere", "session"));

test("H50 H13 while the storage fails, a request with a cookie and a sign-in get 503", async () => {
  const log = (["log", "warn", "error"] as const).map((level) => vi.spyOn(console, level));
  const person = await signUp("person");
  await newOrganization(person);
  await rename("session", "session_elsewhere");
  const answers = [
    await send("/v1/projects", { headers: person.browser.headers }),
    await person.browser.get("/get-session"),
    await person.browser.get("/organization/list"),
    await person.browser.post("/sign-out", {}),
  ];
  for (const answer of answers) {
    expect(await answer.json()).toMatchObject({ error: { code: "unavailable" } });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  const token = (person.browser.headers.get("cookie") ?? "").split("=")[1]?.split(".")[0] ?? "";
  const logged = JSON.stringify(
    log.flatMap(({ mock }) => mock.calls.map((call) => inspect(call, { depth: 8 }))),
  );
  expect(token.length).toBeGreaterThan(10);
  expect(logged).not.toContain(token);
});
