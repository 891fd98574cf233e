/** The official MCP client connects to the real service, and a person decides in the browser. */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort, type LocalService, startService } from "../../src/local/service.ts";
import { OAuthStore } from "../workers/support/oauth-store.ts";
import { launchChromium, openContext, screenshot } from "./support/chromium.ts";

const FIRST_PORT = 8870;
const PERSON = { name: "Mel", email: "mel@example.com", password: "correct horse battery" };

let state: string;
let service: LocalService;
let browser: Browser;
let app: Server;
let callback: string;
const answers: URL[] = [];
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), "memtrace-connect-"));
  service = await startService({ state, port: await freePort(FIRST_PORT), watch: false });
  const port = await freePort(FIRST_PORT + 20);
  callback = `http://127.0.0.1:${port}/callback`;
  app = createServer((request, response) => {
    const url = new URL(request.url ?? "/", callback);
    if (url.pathname === "/callback") answers.push(url);
    response.end("You can close this page.");
  });
  await new Promise<void>((resolve) => app.listen(port, "127.0.0.1", resolve));
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  app?.close();
  await service?.stop();
  await rm(state, { recursive: true, force: true });
});

const transport = (store: OAuthStore) =>
  new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { authProvider: store });
const newClient = () => new Client({ name: "official", version: "1" });

it("U520 a signed-in person connects one app, refuses another, and removes the access", async () => {
  const context = await openContext(browser, service.url, "light");
  const page = await context.newPage();
  await page.goto("/sign-up");
  await page.getByLabel("Name").fill(PERSON.name);
  await page.getByLabel("E-mail").fill(PERSON.email);
  await page.getByLabel("Password").fill(PERSON.password);
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.getByLabel("Organization").fill("Acme");
  await page.getByLabel("Project").fill("Support agent");
  await page.getByRole("button", { name: "Create the project" }).click();
  await page.getByRole("heading", { name: "Send the first event." }).waitFor();
  await context.clearCookies();

  const store = new OAuthStore(callback);
  const first = transport(store);
  await expect(newClient().connect(first)).rejects.toThrow("Unauthorized");
  const opened = await page.goto(store.opened?.href ?? "");
  expect(opened?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  // The sign-in keeps the request of the app.
  await page.getByLabel("E-mail").fill(PERSON.email);
  await page.getByLabel("Password").fill(PERSON.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Official client").waitFor();
  await page.getByText("a program on this computer").waitFor();
  expect(await page.getByLabel("Project").textContent()).toBe("Support agent");
  expect(await page.getByRole("checkbox", { name: "write" }).isChecked()).toBe(false);
  await screenshot(page, "connect");

  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByText("You can close this page.").waitFor();
  const refusal = answers.at(-1)?.searchParams;
  expect([refusal?.get("error"), refusal?.get("state")]).toEqual(["access_denied", "1.0"]);

  await page.goto(store.opened?.href ?? "");
  await page.getByRole("checkbox", { name: "write" }).check();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("You can close this page.").waitFor();
  const answer = answers.at(-1)?.searchParams ?? new URLSearchParams();
  expect(answer.get("state")).toBe("1.0");
  await first.finishAuth(answer);
  expect(store.tokens()?.scope).toBe("read write");
  const client = newClient();
  await client.connect(transport(store));
  expect((await client.listTools()).tools.length).toBeGreaterThan(5);

  await page.goto(`${service.url}/account`);
  await page.getByText("in Support agent (read, write)").waitFor();
  await screenshot(page, "connected-apps");
  await page.getByRole("button", { name: "Remove access of Official client" }).click();
  await page.getByText("No app is connected.").waitFor();
  await expect(client.listTools()).rejects.toThrow();
});

it("U521 the page explains a wrong request and has no link to the app", async () => {
  const context = await openContext(browser, service.url, "dark");
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(PERSON.email);
  await page.getByLabel("Password").fill(PERSON.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/p\//);
  const before = answers.length;
  await page.goto(`/oauth/authorize?client_id=app_none&redirect_uri=${callback}`);
  await page.getByText("no app is registered with this id").waitFor();
  expect(new URL(page.url()).origin).toBe(new URL(service.url).origin);
  expect(await page.getByRole("button", { name: "Allow" }).count()).toBe(0);
  expect(answers.length).toBe(before);
});

it("U523 an editor with its own scheme gets the answer at the shown address", async () => {
  const context = await openContext(browser, service.url, "light");
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(PERSON.email);
  await page.getByLabel("Password").fill(PERSON.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/p\//);
  const address = "cursor://anysphere.cursor-mcp/oauth/callback";
  const registered = await fetch(`${service.url}/oauth/register`, {
    method: "POST",
    body: JSON.stringify({ client_name: "Cursor", redirect_uris: [address] }),
  });
  const query = new URLSearchParams({
    ...{ client_id: (await registered.json()).client_id, redirect_uri: address, state: "s" },
    ...{ response_type: "code", code_challenge: "c".repeat(43), code_challenge_method: "S256" },
  });
  await page.goto(`/oauth/authorize?${query}`);
  await page.getByText(address, { exact: true }).waitFor();
  const refusal = await page.getByRole("link", { name: "Cancel" }).getAttribute("href");
  expect(refusal?.startsWith(`${address}?error=access_denied`)).toBe(true);
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("You can close this page.").waitFor();
  const again = await page.getByRole("link", { name: "open it" }).getAttribute("href");
  expect(again).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=mtc_.*state=s&/);
  await screenshot(page, "connected-editor");
});
