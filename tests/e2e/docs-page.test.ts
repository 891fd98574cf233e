import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort, type LocalService, startService } from "../../src/local/service.ts";
import { launchChromium, openContext } from "./support/chromium.ts";

const FIRST_PORT = 8870;
let state: string;
let service: LocalService;
let browser: Browser;

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), "memtrace-e2e-"));
  service = await startService({ state, port: await freePort(FIRST_PORT), watch: false });
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await rm(state, { recursive: true, force: true });
});

it("U344 the API reference lists all operations before its viewer has started", async () => {
  const context = await openContext(browser, service.url, "light");
  const page = await context.newPage();
  await page.route("**/scalar/standalone.js", (route) => route.abort());
  await page.goto("/docs/api");
  await page.getByRole("heading", { name: "MemTrace API" }).waitFor();
  await page.getByText("GET /v1/cases", { exact: true }).waitFor();
  const paths = Object.keys((await (await fetch(`${service.url}/v1/openapi.json`)).json()).paths);
  const listed = await page.locator(".operations li").count();
  expect(listed).toBeGreaterThanOrEqual(paths.length);
  await context.close();
});

it("U29 the API reference loads without an error in the console or a request that fails", async () => {
  const page = await (await openContext(browser, service.url, "light")).newPage();
  const said: string[] = [];
  const asked: string[] = [];
  const bytes: Promise<number>[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") said.push(message.text());
  });
  page.on("pageerror", (error) => said.push(error.message));
  page.on("requestfailed", (request) =>
    said.push(`${request.url()} ${request.failure()?.errorText}`),
  );
  page.on("response", (response) => {
    if (response.status() >= 400) said.push(`${response.url()} ${response.status()}`);
    asked.push(new URL(response.url()).pathname);
    bytes.push(response.body().then(({ length }) => length));
  });
  // The viewer draws every operation, which takes long on a host that shares its cores.
  page.setDefaultTimeout(120_000);
  await page.goto("/docs/api");
  await page.getByRole("heading", { name: "MemTrace API" }).first().waitFor();
  await page.getByRole("heading", { name: "Unknown names" }).first().waitFor();
  await page.locator(".operations").waitFor({ state: "hidden" });
  await page.getByText("/v1/cases", { exact: false }).first().waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByText("/v1/webhooks", { exact: false }).first().waitFor();
  expect(said).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(4);
  const loaded = (await Promise.all(bytes)).reduce((sum, length) => sum + length, 0);
  expect(loaded).toBeLessThan(4_500_000);
}, 180_000);
