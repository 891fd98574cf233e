/** Registration, the request for access, and the person's decision, under attack. */
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { oauthClient, oauthConnection } from "../../../src/database/schema/teams/connections.ts";
import { registerClient } from "../../../src/tenancy/connections/clients.ts";
import {
  CALLBACK,
  newNetwork,
  OAuthApp,
  RESOURCE,
  refusalOf,
  register,
} from "../../workers/support/oauth-app.ts";
import { sweep } from "../../workers/support/sweep.ts";
import { newTenant, send, type Tenant } from "../../workers/support/tenants.ts";
import { appOf, Browser, database, joinAs, ORIGIN, signUp } from "../support/browser.ts";

let tenant: Tenant;
let app: OAuthApp;
beforeAll(async () => {
  tenant = await newTenant();
  app = await OAuthApp.register();
});

const decide = (body: Record<string, unknown> = {}, from: string | null = ORIGIN) =>
  tenant.owner.browser.post(
    "/connections/allow",
    { request: app.query(), project: tenant.project, scopes: ["read"], ...body },
    from,
  );
const messageOf = async (answer: Response) =>
  (await answer.json<{ error: { message: string } }>()).error.message;
const readRequest = (request: string, browser = tenant.owner.browser) =>
  browser.get(`/connections/request?${new URLSearchParams({ request })}`);

test("H650 the MCP server names its metadata, which names the authorization server", async () => {
  const without = await send("/mcp", { method: "POST" });
  const challenge = `Bearer resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`;
  expect([without.status, without.headers.get("www-authenticate")]).toEqual([401, challenge]);
  const headers = { authorization: `Bearer mto_${"a".repeat(43)}` };
  const wrong = await send("/mcp", { method: "POST", headers });
  expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([
    ...[401, expect.stringContaining('Bearer error="invalid_token", resource_metadata=')],
  ]);
  for (const path of ["", "/mcp"]) {
    const resource = await send(`/.well-known/oauth-protected-resource${path}`);
    expect(await resource.json()).toMatchObject({
      ...{ resource: RESOURCE, authorization_servers: [ORIGIN] },
      ...{ scopes_supported: ["read", "write"], bearer_methods_supported: ["header"] },
    });
  }
  const server = await send("/.well-known/oauth-authorization-server");
  expect(await server.json()).toMatchObject({
    ...{ issuer: ORIGIN, code_challenge_methods_supported: ["S256"] },
    ...{ response_types_supported: ["code"], token_endpoint_auth_methods_supported: ["none"] },
    authorization_endpoint: `${ORIGIN}/oauth/authorize`,
    token_endpoint: `${ORIGIN}/oauth/token`,
    registration_endpoint: `${ORIGIN}/oauth/register`,
    revocation_endpoint: `${ORIGIN}/oauth/revoke`,
  });
});

const EDITOR = "cursor://anysphere.cursor-mcp/oauth/callback";

describe("registration", () => {
  test("H652 an app gets an id without a secret, and registers only https, its own machine or editors", async () => {
    const asked = [
      ...["https://vscode.dev/redirect", "http://127.0.0.1/", "http://localhost:33418/"],
      ...["http://[::1]:9/cb", EDITOR, "cursor://app/callback", "http://evil.example/cb"],
    ];
    const answer = await register({
      ...{ client_name: "VS Code", redirect_uris: asked, token_endpoint_auth_method: "none" },
      ...{ grant_types: ["authorization_code", "refresh_token"], software_id: "x" },
    });
    expect(answer.status).toBe(201);
    const registered = await answer.json<Record<string, unknown>>();
    expect(registered).toMatchObject({
      ...{ client_name: "VS Code", token_endpoint_auth_method: "none", response_types: ["code"] },
      redirect_uris: asked.slice(0, 5),
    });
    expect(registered).not.toHaveProperty("client_secret");
  });

  test.each([
    ...[
      "http://evil.example/cb",
      "http://localhost.evil.example/",
      "http://127.0.0.1.evil.example",
    ],
    ...["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "cursor://a/b", "//evil"],
    ...[
      "https://a@evil.example/",
      "https://good.example/#x",
      "https://good.example\\@evil.example",
    ],
    ...[
      "http://127.1/",
      "http://0x7f000001/",
      "http://0.0.0.0/",
      "http://localhost:80@evil.example",
    ],
    ...["https://good.example/ x", "https://good.example/\n", "https:", "", "http://LOCALHOST/"],
  ])("H652 the address %j is refused", async (address) => {
    const answer = await register({ redirect_uris: [address] });
    expect(await refusalOf(answer)).toBe("400 invalid_redirect_uri");
  });

  test.each([
    ...[EDITOR, "vscode://publisher.name/callback", "vscode-insiders://a.b/c/d"],
    "windsurf://Publisher.some-name",
  ])("H667 the address %j of an editor's extension is registered", async (address) => {
    expect((await register({ redirect_uris: [address] })).status).toBe(201);
  });

  test.each([
    ...["vscode://file/etc/passwd", "vscode://vscode-remote/ssh-remote+evil/home", "vscode://a"],
    ...["vscode://vscode.git/clone?url=https://evil.example", `${EDITOR}?x=1`, `${EDITOR}#x`],
    ...["vscode:extension/a.b", "vscode:mcp/install", "cursor:a.b/c", "cursor:///a.b/c"],
    ...["CURSOR://a.b/c", "cursor://a.b:80/c", "cursor://x@a.b/c", "cursor://a.b/%2e%2e/c"],
    ...["cursor://.b/c", "cursor://a./c", "cursor://a.b\\c", "cursors://a.b/c", "zed://a.b/c"],
    ...["com.example.app:/callback", "intent://a.b/c", "ms-word://a.b/c", "ssh://a.b/c"],
  ])("H667 the address %j is refused", async (address) => {
    const answer = await register({ redirect_uris: [address] });
    expect(await refusalOf(answer)).toBe("400 invalid_redirect_uri");
  });

  test("H652 wrong metadata is refused, and the error names the field", async () => {
    for (const metadata of [
      ...[{ redirect_uris: [] }, { redirect_uris: "x" }, { redirect_uris: [1] }, []],
      ...[{ client_name: 1 }, { grant_types: ["implicit"] }, { response_types: ["token"] }, "x", 1],
    ]) {
      expect(await refusalOf(await register(metadata))).toBe("400 invalid_client_metadata");
    }
    expect((await register({ client_name: "x".repeat(20_000) })).status).toBe(413);
  });

  test("H653 a network registers up to 30 apps a minute", async () => {
    const network = newNetwork();
    const answers = [];
    for (let count = 0; count < 31; count += 1) answers.push(await register({}, network));
    expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(201), 429]);
    expect(answers.at(-1)?.headers.get("retry-after")).toBe("60");
  });

  test("H653 an app without a connection is deleted after 30 days", async () => {
    const known = async (id: string) => (await readRequest(`client_id=${id}`)).text();
    const long = Date.now() - 31 * 86_400_000;
    const wanted = { name: "Old", redirectUris: [CALLBACK] };
    const [unused, connected] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const id of [unused, connected]) await registerClient(database, { id, ...wanted }, long);
    const person = await joinAs("member", tenant.owner, tenant.organization);
    const of = { client_id: connected };
    await app.exchange(await app.code(person, tenant.project, ["read"], of), of);
    expect(await known(unused)).not.toContain("no app is registered");
    const atTenMinutes = Math.ceil(Date.now() / 600_000) * 600_000;
    await sweep(atTenMinutes);
    expect(await known(unused)).toContain("no app is registered");
    expect(await known(connected)).not.toContain("no app is registered");
    // A connection without use for 30 days ends, and then its app is forgotten too.
    await database
      .update(oauthConnection)
      .set({ expiresAt: long })
      .where(eq(oauthConnection.client, connected));
    await sweep(atTenMinutes);
    await sweep(atTenMinutes);
    expect(await known(connected)).toContain("no app is registered");
    expect(await known(app.id)).not.toContain("no app is registered");
  });

  test("H653 if there are over 10,000 unused apps, the oldest is deleted first", async () => {
    const id = (place: number) => `flood_${place}`;
    await database.run(sql`
      with recursive place(n) as (select 1 union all select n + 1 from place where n < 10000)
      insert into oauth_client (id, name, redirect_uris, created_at)
      select 'flood_' || n, 'Flood', '[]', ${Date.now() - 3_600_000} + n from place`);
    const registered = await OAuthApp.register();
    const known = async (client: string) => (await readRequest(`client_id=${client}`)).text();
    expect(await known(id(1))).toContain("no app is registered");
    expect(await known(id(10_000))).not.toContain("no app is registered");
    expect(await known(registered.id)).not.toContain("no app is registered");
    await database.delete(oauthClient).where(eq(oauthClient.name, "Flood"));
  });

  test("H653 a name is shown as one short line without characters that hide text", async () => {
    const name = `  Editor\u202e\u0000\n<b>bold</b>\u200b${"x".repeat(500)}`;
    const hostile = await OAuthApp.register({ client_name: name });
    const { app: shown } = await (await readRequest(hostile.query())).json<{ app: string }>();
    expect(shown).toBe(`Editor <b>bold</b> ${"x".repeat(40)}…`);
    const nameless = await OAuthApp.register({ client_name: "\u200b" });
    expect(await (await readRequest(nameless.query())).json()).toMatchObject({
      app: "An app without a name",
    });
  });
});

describe("requests for access", () => {
  test("H654 the person sees what is wrong with a request, and the browser is not redirected", async () => {
    const wrong: [Record<string, string | undefined>, string][] = [
      [{ client_id: "app_none" }, "client_id: "],
      [{ redirect_uri: "https://evil.example/cb" }, "redirect_uri: "],
      [{ redirect_uri: `${CALLBACK}/more` }, "redirect_uri: "],
      [{ redirect_uri: `${CALLBACK}?x=1` }, "redirect_uri: "],
      [{ redirect_uri: "http://localhost:33418/callback" }, "redirect_uri: "],
      [{ redirect_uri: "http://127.0.0.1:33418@evil.example/callback" }, "redirect_uri: "],
      [{ redirect_uri: undefined }, "redirect_uri: "],
      [{ response_type: "token" }, "response_type: "],
      [{ code_challenge: undefined }, "code_challenge: "],
      [{ code_challenge: "short" }, "code_challenge: "],
      [{ code_challenge_method: "plain" }, "code_challenge_method: "],
      [{ code_challenge_method: undefined }, "code_challenge_method: "],
      [{ resource: "https://other.example/mcp" }, "resource: "],
      [{ resource: ORIGIN }, "resource: "],
      [{ scope: "admin keys" }, "scope: "],
    ];
    for (const [changes, field] of wrong) {
      const request = app.query(changes);
      for (const answer of [await readRequest(request), await decide({ request })]) {
        expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
        expect(await messageOf(answer)).toContain(field);
      }
      const opened = await send(`/oauth/authorize?${request}`);
      const location = opened.headers.get("location") ?? "";
      expect(new URL(location, ORIGIN).origin).toBe(ORIGIN);
      expect(location.startsWith("/connect?request=")).toBe(true);
    }
    const twice = `${app.query()}&redirect_uri=https://evil.example`;
    expect(await messageOf(await readRequest(twice))).toBe(
      "redirect_uri: is given more than once.",
    );
    expect((await send(`/oauth/authorize?${"x".repeat(4_001)}`)).status).toBe(413);
  });

  test("H654 only the port of the person's own machine may differ, and state returns unchanged", async () => {
    const redirect = "http://127.0.0.1:50123/callback";
    const changes = { redirect_uri: redirect, state: "1.0&x=<y> é", scope: undefined };
    const url = await app.allowed(tenant.owner, tenant.project, ["read"], changes);
    expect(url.origin + url.pathname).toBe(redirect);
    expect(url.searchParams.get("state")).toBe("1.0&x=<y> é");
    expect(url.searchParams.get("iss")).toBe(ORIGIN);
    const code = url.searchParams.get("code") ?? "";
    expect((await app.exchange(code, { redirect_uri: redirect })).status).toBe(200);
    const fixed = await OAuthApp.register({ redirect_uris: ["https://a.example:1/cb"] });
    const moved = fixed.query({ redirect_uri: "https://a.example:2/cb" });
    expect((await readRequest(moved)).status).toBe(400);
  });
});

test("H667 an editor gets the code at its address, which must equal the registered address", async () => {
  const editor = await OAuthApp.register({ redirect_uris: [EDITOR] });
  const changes = { redirect_uri: EDITOR };
  expect(await (await readRequest(editor.query(changes))).json()).toMatchObject({
    ...{ returnsTo: EDITOR, isOwnMachine: true },
    refusal: expect.stringMatching(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?error=/),
  });
  const url = await editor.allowed(tenant.owner, tenant.project, ["read"], changes);
  expect(url.href.split("?")[0]).toBe(EDITOR);
  const code = url.searchParams.get("code") ?? "";
  expect((await editor.exchange(code, changes)).status).toBe(200);
  for (const other of [`${EDITOR}/x`, `${EDITOR}/`, "cursor://other.extension/oauth/callback"]) {
    expect((await readRequest(editor.query({ redirect_uri: other }))).status).toBe(400);
  }
});

describe("decision of the person", () => {
  test("H663 only the installation's own page can allow access, for a signed-in person", async () => {
    for (const from of ["https://evil.example", "null", null]) {
      expect((await decide({}, from)).status).toBe(403);
    }
    const { headers } = tenant.owner.browser;
    headers.set("origin", ORIGIN);
    headers.set("content-type", "application/x-www-form-urlencoded");
    const form = { method: "POST", headers, body: `project=${tenant.project}` };
    expect((await send("/api/auth/connections/allow", form)).status).toBe(415);
    const asLink = await send(`/api/auth/connections/allow?project=${tenant.project}`, {
      headers: tenant.owner.browser.headers,
    });
    expect(asLink.status).toBe(404);
    const stranger = new Browser();
    expect((await readRequest(app.query(), stranger)).status).toBe(401);
    const body = { request: app.query(), project: tenant.project, scopes: ["read"] };
    expect((await stranger.post("/connections/allow", body)).status).toBe(401);
    const byKey = { authorization: `Bearer ${tenant.key}`, "content-type": "application/json" };
    const asKey = { method: "POST", headers: byKey, body: JSON.stringify(body) };
    expect((await send("/api/auth/connections/allow", asKey)).status).toBe(401);
  });

  test("H663 a person allows only their own projects and scopes, and only scopes that the app requested", async () => {
    const other = await newTenant();
    expect((await decide({ project: other.project })).status).toBe(404);
    expect((await decide({ project: "prj_none" })).status).toBe(404);
    for (const scopes of [[], ["admin"], ["keys"], "read"]) {
      expect((await decide({ scopes })).status).toBe(400);
    }
    const onlyRead = app.query({ scope: "read offline_access" });
    expect(await messageOf(await decide({ request: onlyRead, scopes: ["read", "write"] }))).toBe(
      "scopes: the app did not ask for write.",
    );
    const viewer = await joinAs("viewer", tenant.owner, tenant.organization);
    const asked = await readRequest(app.query(), viewer.browser);
    expect(await asked.json()).toMatchObject({
      projects: [{ id: tenant.project, mayWrite: false }],
    });
    const body = { request: app.query(), project: tenant.project, scopes: ["read", "write"] };
    expect((await viewer.browser.post("/connections/allow", body)).status).toBe(403);
    const guest = await joinAs("guest", tenant.owner, tenant.organization);
    expect((await guest.browser.post("/connections/allow", body)).status).toBe(404);
  });

  test("H663 a person who must first confirm their address cannot allow access", async () => {
    const strict = appOf(ORIGIN, {
      EMAIL_VERIFICATION: "required",
      ENVIRONMENT: "development",
    });
    const browser = new Browser(strict);
    const person = await signUp("Nia", browser);
    expect((await readRequest(app.query(), person.browser)).status).toBe(403);
    expect((await person.browser.post("/connections/allow", { request: app.query() })).status).toBe(
      400,
    );
  });

  test("H663 no other page can show the answers of the decision in a frame", async () => {
    for (const path of ["/oauth/authorize?x=1", "/api/auth/connections"]) {
      const { headers } = await send(path);
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-frame-options")).not.toBeNull();
    }
  });
});
