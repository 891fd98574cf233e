/** From signing up to a verified webhook, through the real service. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, type LocalService, startService } from "../../src/local/service.ts";
import { largeGraphFile } from "../local/support/large-graph-file.ts";
import { launchChromium, openContext, screenshot, signIn } from "./support/chromium.ts";

const FIRST_PORT = 8850;
/** Number of requests of an import that pass before the network holds the next one. */
const HELD_AFTER = 3;
const PERSON = { name: "Mel", email: "mel@example.com", password: "correct horse battery" };

describe("with the real service", () => {
  let state: string;
  let service: LocalService;
  let browser: Browser;
  let page: Page;
  let receiver: Server;
  const received: string[] = [];

  beforeAll(async () => {
    state = await mkdtemp(join(tmpdir(), "memtrace-e2e-"));
    service = await startService({ state, port: await freePort(FIRST_PORT), watch: false });
    receiver = createServer((request, response) => {
      received.push(String(request.headers["webhook-id"]));
      request.resume();
      response.statusCode = 204;
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    browser = await launchChromium();
    page = await (await openContext(browser, service.url, "light")).newPage();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    receiver?.close();
    await service?.stop();
    await rm(state, { recursive: true, force: true });
  });

  let project = "";
  let apiKey = "";

  it("U2 a person signs up and creates the organization and the first project in one step", async () => {
    await page.goto("/sign-up");
    await page.getByLabel("Name").fill(PERSON.name);
    await page.getByLabel("E-mail").fill(PERSON.email);
    await page.getByLabel("Password").fill(PERSON.password);
    await page.getByRole("button", { name: "Create the account" }).click();
    await page.getByLabel("Organization").fill("Acme");
    await page.getByLabel("Project").fill("Support agent");
    await page.getByRole("button", { name: "Create the project" }).click();
    await page.getByRole("heading", { name: "Send the first event." }).waitFor();
    project = new URL(page.url()).pathname;
    await screenshot(page, "real-first-event");
  });

  it("U3 an empty project shows a key in its code and shows the first events without a reload", async () => {
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByText("Created.").waitFor();
    const code = (await page.locator("pre").first().textContent()) ?? "";
    apiKey = /MEMTRACE_API_KEY=(\S+)/.exec(code)?.[1] ?? "";
    expect(apiKey).toMatch(/^mt_live_/);
    const { MemTrace } = await import("@memtrace/sdk");
    const { runMemoryAgent } = await import("../../sdk/examples/memory-agent/run.ts");
    const memtrace = new MemTrace({ url: service.url, apiKey });
    await runMemoryAgent(memtrace, { graph: "maya" });
    await memtrace.close();
    await page.getByText("By memory system").waitFor();
    await page.getByText("being attributed").waitFor({ state: "detached" });
    const figure = (name: string) => page.locator(".figures li").filter({ hasText: name }).first();
    const total = await figure("wrong answers").textContent();
    const attributed = await figure("attributed").textContent();
    expect(Number.parseInt(attributed ?? "", 10)).toBe(Number.parseInt(total ?? "", 10));
    await screenshot(page, "real-overview");
  });

  it("U11 the case page shows why an answer was wrong, and U17 keeps a person's label", async () => {
    await page.goto(`${project}/cases?errorType=RetrievalError`);
    await page.locator(".row-link").first().click();
    await page.getByText("is the decisive operation").waitFor();
    await page.locator(".operation-node").waitFor();
    await page.locator('mark[data-tone="lost"]').first().waitFor();
    await page.getByRole("button", { name: "Agree" }).click();
    await page.getByText("Labelled: the verdict is right").waitFor();
    await page.getByRole("button", { name: "Re-run" }).click();
    await page.getByRole("button", { name: "Re-run" }).waitFor();
    await page.reload();
    await page.getByText("Labelled: the verdict is right").waitFor();
    await page.locator(".operation-node").waitFor();
    await screenshot(page, "real-case");
  });

  it("U527 a page opens by its address even if an id has a slash", async () => {
    const graph = "users/42 & 50%";
    const event = {
      ...{ type: "variable", id: "slash", graph, at: Date.now(), ref: "slash" },
      ...{ name: "notes/a.md", value: "The key is under the pot." },
    };
    await fetch(`${service.url}/v1/events`, {
      method: "POST",
      headers: { Authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(event),
    });
    const graphPath = `${project}/graphs/${encodeURIComponent(graph)}`;
    await page.goto(graphPath);
    await page.getByText(graph).first().waitFor();
    await page.goto(`${graphPath}/variables/${encodeURIComponent("notes/a.md@1")}`);
    await page.getByText("The key is under the pot.").first().waitFor();
    await page.reload();
    await page.getByText("The key is under the pot.").first().waitFor();
  });

  it("U40 a graph's page shows new events", async () => {
    await page.goto(`${project}/graphs/maya`);
    await page.locator(".live").getByText("Live", { exact: true }).waitFor();
    const event = {
      ...{ type: "variable", id: "live-1", graph: "maya", at: Date.now(), ref: "live-1" },
      ...{ name: "greeting", value: "Good morning" },
    };
    const taken = await fetch(`${service.url}/v1/events`, {
      method: "POST",
      headers: { Authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(event),
    });
    expect(taken.status).toBe(202);
    await page.getByText("greeting: Good morning").waitFor();
    await screenshot(page, "real-graph-live");
  });

  it("U526 the page shows the cost of model calls after the person enters a price in the settings (U525)", async () => {
    const called = (op: string, model: string) => ({
      ...{ type: "operation", id: op, op, graph: "paid", at: Date.now(), name: "answer" },
      ...{
        session: "s1",
        metadata: { model, usage: { inputTokens: 400_000, outputTokens: 50_000 } },
      },
    });
    const sent = await fetch(`${service.url}/v1/events`, {
      method: "POST",
      headers: { Authorization: `Bearer ${apiKey}` },
      body: JSON.stringify([called("call-1", "small-2026-03"), called("call-2", "large")]),
    });
    expect(sent.status).toBe(202);
    const cost = page.locator(".graph-tokens .facts div").filter({ hasText: "Cost" });
    await page.goto(`${project}/graphs/paid?view=tokens`);
    await page.getByText("The project has no prices of models").waitFor();
    expect(await cost.count()).toBe(0);
    await page.getByRole("link", { name: "Prices of your agent's models" }).click();
    const section = page.getByRole("region", { name: "Prices of your agent's models" });
    const enter = async (model: string, input: string, output: string) => {
      await section.getByRole("button", { name: "Add a price" }).click();
      await section.getByLabel("Model name").last().fill(model);
      await section.getByLabel("Price per million input tokens ($)").last().fill(input);
      await section.getByLabel("Price per million output tokens ($)").last().fill(output);
      await section.getByRole("button", { name: "Save prices" }).click();
      await section.getByText("Saved.").waitFor();
    };
    await enter("small*", "1.5", "6");
    await page.goBack();
    await page.getByRole("row", { name: "small-2026-03 400,000 50,000 1 $0.90" }).waitFor();
    await page.getByRole("row", { name: "large 400,000 50,000 1 no price" }).waitFor();
    await cost.getByText("at least $0.90").waitFor();
    await page.getByText("No price for large,").waitFor();
    await screenshot(page, "real-graph-cost");
    await page.goto(`${project}/settings`);
    await enter("large", "3", "15");
    await page.goto(`${project}/graphs/paid?view=tokens`);
    await cost.getByText("$2.85", { exact: true }).waitFor();
    await page.getByRole("row", { name: "answer 800,000 100,000 2 $2.85" }).waitFor();
  });

  it("U512 the page imports a file of more than 16 MiB and continues a stopped import", async () => {
    const file = largeGraphFile("large-in-browser");
    const gzipped = gzipSync(JSON.stringify(file));
    const upload = { name: "large.json.gz", mimeType: "application/gzip", buffer: gzipped };
    const sent: number[] = [];
    let isHeld = true;
    await page.route("**/v1/events*", async (route) => {
      sent.push(Number((await route.request().headerValue("batch-id"))?.split(":").at(-1)));
      if (!isHeld || sent.length <= HELD_AFTER) await route.continue();
    });
    await page.goto(`${project}/graphs`);
    await page.getByRole("button", { name: "Import files" }).click();
    await page.getByLabel("Files", { exact: true }).setInputFiles(upload);
    await expect.poll(() => sent.length, { timeout: 60_000 }).toBe(HELD_AFTER + 1);
    await page.getByText(/[\d,]+ of [\d,]+ events/).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("stopped. Import the file again").waitFor();
    isHeld = false;
    sent.length = 0;
    await page.getByLabel("Files", { exact: true }).setInputFiles(upload);
    const { nodes, edges, operations, sessions } = file.data;
    const records = [nodes, edges, operations, sessions].flat().length;
    const outcome = `${(records + 1).toLocaleString("en-US")} events of large-in-browser, 1 case`;
    await page.getByText(outcome).waitFor({ timeout: 60_000 });
    // The page sends the last stored batch again. The answer shows that all earlier batches are
    // stored.
    expect(sent[0]).toBe(HELD_AFTER - 1);
    expect(sent.slice(1)).toEqual(sent.slice(1).map((_, index) => HELD_AFTER + index));
    const answer = await fetch(`${service.url}/v1/graphs/large-in-browser/export`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    const exported = await answer.json();
    expect(exported.data.nodes).toEqual(nodes);
    expect(exported.data.edges).toEqual(edges);
  }, 180_000);

  it("U42 the graph's page gives the file with the labels of its cases", async () => {
    await page.goto(`${project}/graphs/maya`);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "With labels" }).click();
    const file = await (await download).path();
    const { data } = JSON.parse(await readFile(file, "utf8"));
    expect(data.annotations).toEqual([
      expect.objectContaining({ final_error_type: expect.any(String), query: expect.any(String) }),
    ]);
  });

  it("U28 the page makes a report that can be printed", async () => {
    await page.goto(`${project}/reports`);
    await page.getByRole("button", { name: "Report on the last 7 days" }).click();
    await page.getByText("What went wrong where").waitFor();
    await screenshot(page, "real-report");
  });

  it("U24 a person adds an endpoint and sees its answer to a test event", async () => {
    const address = receiver.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await page.goto(`${project}/webhooks`);
    await page.getByRole("button", { name: "Add an endpoint" }).click();
    await page.getByLabel("Address").fill(`http://127.0.0.1:${port}/in`);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("checkbox", { name: /I have stored it/ }).check();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.locator(".test-answer").getByText("✓ delivered").waitFor();
    expect(received).toHaveLength(1);
    await page.getByRole("link", { name: "Deliveries", exact: true }).click();
    await page.locator(".delivery-row").click();
    await page.getByText(received[0] ?? "no delivery").waitFor();
    await screenshot(page, "real-deliveries");
  });

  it("U20 a revoked key stops working", async () => {
    await page.goto(`${project}/keys`);
    await page.getByRole("button", { name: "Revoke First key" }).click();
    await page.getByRole("button", { name: "Revoke the key" }).click();
    await page
      .getByRole("row", { name: /First key/ })
      .getByText("revoked")
      .waitFor();
    await expect
      .poll(
        async () => {
          const headers = { Authorization: `Bearer ${apiKey}` };
          return (await fetch(`${service.url}/v1/whoami`, { headers })).status;
        },
        { timeout: 65_000, interval: 1_000 },
      )
      .toBe(401);
  }, 90_000);

  it("U84 an owner invites a person, who accepts (U85) and is removed with their keys (U83)", async () => {
    const ada = { name: "Ada", email: "ada@example.com", password: "another horse battery" };
    await page.goto(`${project}/people`);
    await page.getByText("You are the last owner.").waitFor();
    await page.getByRole("button", { name: "Invite a person" }).click();
    await page.getByLabel("E-mail").fill(ada.email);
    await page.getByLabel("Role").selectOption("admin");
    await page.getByRole("button", { name: "Create the invitation" }).click();
    const link = (await page.locator(".secret code").textContent()) ?? "";
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("row", { name: /^ada@example.com/ }).waitFor();
    await screenshot(page, "real-people");
    await page.goto(`/join/none/${link.split("/").at(-1)}`);
    await page.getByText("for another e-mail address").waitFor();

    const other = await (await openContext(browser, service.url, "dark")).newPage();
    await other.goto(link);
    await other.getByRole("link", { name: "Create an account" }).click();
    await other.getByLabel("Name").fill(ada.name);
    await other.getByLabel("E-mail").fill(ada.email);
    await other.getByLabel("Password").fill(ada.password);
    await other.getByRole("button", { name: "Create the account" }).click();
    await other.getByText("invites you to Acme as admin").waitFor();
    await screenshot(other, "real-invitation");
    await other.getByRole("button", { name: "Accept" }).click();
    await other.getByRole("link", { name: "Open its projects" }).click();
    await other.waitForURL(`**${project}`);
    await other.goto(`${project}/keys`);
    await other.getByRole("button", { name: "Create a key" }).click();
    await other.getByLabel("Name").fill("of Ada");
    await other.getByRole("button", { name: "Create", exact: true }).click();
    const headers = {
      Authorization: `Bearer ${await other.locator(".secret code").textContent()}`,
    };
    const status = async () => (await fetch(`${service.url}/v1/whoami`, { headers })).status;
    expect(await status()).toBe(200);

    await page.goto(`${project}/people`);
    await page.getByText("No open invitations").waitFor();
    await page.getByRole("button", { name: "Remove Ada" }).click();
    await page.getByLabel("Also revoke the 1 key that Ada made").check();
    await page.getByRole("button", { name: "Remove the member" }).click();
    await page.getByRole("row", { name: /Ada/ }).waitFor({ state: "detached" });
    await expect.poll(status, { timeout: 65_000, interval: 1_000 }).toBe(401);
    await page.goto(`${project}/keys`);
    await page.getByRole("row", { name: /of Ada.*Ada.*revoked/ }).waitFor();
    await other.goto(link);
    await other.getByText("This invitation is no longer open").waitFor();
  }, 120_000);

  it("U81 the page lists signed-in browsers and signs out one, or all others with a new password", async () => {
    const answers: Promise<string>[] = [];
    page.on("response", (response) => {
      if (response.url().includes("list-sessions")) answers.push(response.text());
    });
    const openOther = async () =>
      signIn(await openContext(browser, service.url, "light"), PERSON.email, PERSON.password);
    const rows = page.locator("tbody tr");
    const isSignedOut = async (other: Page) => {
      await other.goto(project);
      await other.waitForURL(/\/sign-in/);
    };
    const second = await openOther();
    await page.getByRole("link", { name: PERSON.email }).click();
    await rows.nth(1).waitFor();
    await page.getByText("this browser").waitFor();
    await page.getByRole("button", { name: /^Sign out Chrome/ }).click();
    await rows.nth(1).waitFor({ state: "detached" });
    await isSignedOut(second);

    const third = await openOther();
    await page.reload();
    await rows.nth(1).waitFor();
    const change = async (current: string, next: string) => {
      await page.getByLabel("Current password").fill(current);
      await page.getByLabel("New password").fill(next);
      await page.getByRole("button", { name: "Change the password" }).click();
    };
    await change("not the password", "another long password");
    await page.getByRole("alert").getByText("The password was not changed").waitFor();
    await change(PERSON.password, "another long password");
    await page.getByText("The password was changed.").waitFor();
    await rows.nth(1).waitFor({ state: "detached" });
    await isSignedOut(third);
    expect((await Promise.all(answers)).join()).not.toContain("token");
    await screenshot(page, "real-account");
  });

  it("U1 a signed-out person sees no page of the project", async () => {
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.waitForURL(/\/sign-in/);
    await page.goto(`${project}/cases`);
    await page.waitForURL(/\/sign-in\?next=/);
  });
});
