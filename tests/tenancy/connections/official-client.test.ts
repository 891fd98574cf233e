/** The official MCP client connects without a key, through the sign-in that people use. */
import { exports } from "cloudflare:workers";
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { oauthToken } from "../../../src/database/schema/teams/connections.ts";
import { digestOf } from "../../../src/tenancy/link-token.ts";
import { createProject } from "../../../src/tenancy/projects.ts";
import { OAuthStore } from "../../workers/support/oauth-store.ts";
import { Browser, database, newOrganization, signUp } from "../support/browser.ts";

/** The client sends tokens without TLS only to its own machine. */
const LOCAL = "http://localhost:8787";
const CALLBACK = "http://localhost:41999/callback";

const transportWith = (store: OAuthStore) =>
  new StreamableHTTPClientTransport(new URL(`${LOCAL}/mcp`), {
    authProvider: store,
    fetch: (url, init) => exports.default.fetch(new Request(url, init)),
  });
const newClient = () => new Client({ name: "official", version: "1" });

test("H651 the official MCP client connects by a sign-in, without a key", async () => {
  const browser = new Browser(undefined, LOCAL);
  const person = await signUp("Ada", browser);
  const organization = await newOrganization(person);
  const wanted = { organization, name: "Agent" };
  const created = await createProject(database, person.id, wanted, "DB", Date.now());
  const project = created.ok ? created.value.id : "";
  const store = new OAuthStore(CALLBACK);
  const first = transportWith(store);
  await expect(newClient().connect(first)).rejects.toThrow(UnauthorizedError);

  // The client opened the browser, which is sent to the page of the decision.
  const opened = store.opened ?? new URL(LOCAL);
  expect(opened.origin + opened.pathname).toBe(`${LOCAL}/oauth/authorize`);
  const page = await browser.open(opened.pathname + opened.search);
  expect(page.status).toBe(302);
  const there = new URL(page.headers.get("location") ?? "", LOCAL);
  expect(there.pathname).toBe("/connect");
  const request = there.searchParams.get("request") ?? "";
  const asked = await browser.get(`/connections/request?${new URLSearchParams({ request })}`);
  expect(await asked.json()).toEqual({
    ...{ app: "Official client", isOwnMachine: true, returnsTo: "localhost:41999" },
    scopes: ["read", "write"],
    projects: [{ id: project, name: "Agent", mayWrite: true }],
    refusal: `${CALLBACK}?error=access_denied&state=1.0&iss=${encodeURIComponent(LOCAL)}`,
  });
  const decision = { request, project, scopes: ["read"] };
  const allowed = await browser.post("/connections/allow", decision);
  const { url } = await allowed.json<{ url: string }>();
  expect(url.startsWith(`${CALLBACK}?`)).toBe(true);
  await first.finishAuth(new URL(url).searchParams);

  const client = newClient();
  await client.connect(transportWith(store));
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("why_wrong");
  const { content } = await client.callTool({ name: "list_cases", arguments: {} });
  expect(JSON.parse(content[0]?.type === "text" ? content[0].text : "")).toMatchObject({
    cases: [],
  });

  // The access token expires, and the client requests a new one by itself.
  const before = store.tokens();
  await database
    .update(oauthToken)
    .set({ expiresAt: 1 })
    .where(eq(oauthToken.hash, digestOf(before?.access_token ?? "")));
  await client.callTool({ name: "list_cases", arguments: {} });
  expect(store.tokens()?.access_token).not.toBe(before?.access_token);
  expect(store.tokens()?.refresh_token).not.toBe(before?.refresh_token);
});
