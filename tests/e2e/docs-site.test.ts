/** The documentation as the service serves it, in a browser. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort, type LocalService, startService } from "../../src/local/service.ts";
import { launchChromium, openContext, screenshot, type Theme } from "./support/chromium.ts";

const FIRST_PORT = 8880;
const FIRST_VIEW_MS = 3_000;
/** The API viewer draws every operation, which takes long on a host that shares its cores. */
const VIEWER_MS = 120_000;
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

/** Opens a page in a new context. Collects its errors, and its requests to other hosts. */
async function openPage(theme: Theme): Promise<{ page: Page; problems: string[] }> {
  const page = await (await openContext(browser, service.url, theme)).newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.url()} ${response.status()}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.origin !== service.url) problems.push(url.href);
  });
  return { page, problems };
}

it("Y70 a reader searches the documentation and opens a result and the API reference without an error", async () => {
  const { page, problems } = await openPage("light");
  const startedAt = performance.now();
  await page.goto("/docs");
  await page.getByRole("heading", { name: "What MemTrace does", level: 1 }).waitFor();
  expect(performance.now() - startedAt).toBeLessThan(FIRST_VIEW_MS);
  await page.getByRole("button", { name: "Search" }).first().click();
  await page.getByRole("searchbox").fill("deduplicate");
  await page
    .getByRole("option", { name: /Deduplicate/ })
    .first()
    .click();
  await page.waitForURL(/\/docs\/webhooks#deduplicate$/);
  await page.getByRole("heading", { name: "Deduplicate" }).waitFor();
  page.setDefaultTimeout(VIEWER_MS);
  await page.getByRole("link", { name: "API reference" }).first().click();
  await page.waitForURL(`${service.url}/docs/api`);
  await page.getByRole("heading", { name: "MemTrace API" }).first().waitFor();
  await page.getByRole("link", { name: "documentation" }).first().click();
  await page.getByRole("heading", { name: "What MemTrace does", level: 1 }).waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
}, 300_000);

it("Y71 earlier addresses of the API reference lead to it", async () => {
  const { page } = await openPage("light");
  await page.goto("/docs#description/errors");
  await page.waitForURL(/\/docs\/api#description\/errors$/);
  await page.context().close();
});

const EXAMPLES = ["", "/start/typescript", "/concepts/error-types", "/command-line"];

it.each<Theme>(["light", "dark"])(
  "Y72 the documentation has no accessibility violation in %s",
  async (theme) => {
    const { page, problems } = await openPage(theme);
    for (const path of EXAMPLES) {
      await page.goto(`/docs${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await screenshot(page, `docs${path.replaceAll("/", "-")}-${theme}`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => [path, id, nodes.map(({ html }) => html).slice(0, 3)]),
      ).toEqual([]);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  },
  120_000,
);

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

it("U29 the API reference loads without a console error or a failed request", async () => {
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
  page.setDefaultTimeout(VIEWER_MS);
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
