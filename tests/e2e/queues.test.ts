import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const QUEUE = "/p/p_full/queues/que_1";
const item = (number: number) => `${QUEUE}/items/case-000${number}-5f2c9ab17e`;

describe("queues", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U153 the page lists queues with their progress, and a person creates one with people and a sample", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/queues");
    await page.locator(".queue-list li").nth(1).waitFor();
    await page.getByText("3 of 6", { exact: true }).waitFor();
    await page.getByRole("button", { name: "New queue" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Unsure ones");
    await dialog.getByLabel("Cases", { exact: true }).selectOption("unsure");
    await dialog.getByLabel("Confidence below").fill("40");
    await dialog.getByLabel("Maximum number of cases").fill("5");
    await dialog.getByLabel("Seed").fill("w48");
    expect(await dialog.getByLabel("Vic").isDisabled()).toBe(true);
    await dialog.getByLabel("Ada").check();
    await dialog.getByLabel("Labels of each case").selectOption("2");
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await dialog.getByRole("button", { name: "Create the queue" }).click();
    expect((await sent).postDataJSON()).toEqual({
      ...{ name: "Unsure ones", people: ["u_1", "u_2"], perItem: 2, isBlind: true },
      cases: { confidenceBelow: 0.4, sample: { size: 5, seed: "w48" } },
    });
    await page.getByRole("heading", { name: "Unsure ones" }).waitFor();
    await page.getByText("unsure verdicts below 40%; 5 at random").waitFor();
  });

  it("U154 a blind item shows the evidence and its path, and the verdict only after the label", async () => {
    const { page } = ui;
    await page.goto(item(0));
    await page.getByText("verdict hidden until you have labelled").waitFor();
    await page.locator(".made-of .operation-node").first().waitFor();
    expect(await page.locator(".verdict, .chain").count()).toBe(0);
    expect(await page.locator(".case-type").textContent()).not.toContain("Retrieval");
    await page.getByRole("button", { name: /Extraction/ }).click();
    await page.getByRole("button", { name: /Save and go on/ }).click();
    await page.waitForURL(`**${item(1)}`);
    await page.getByRole("button", { name: /Previous/ }).click();
    await page.locator(".verdict").waitFor();
    await page.locator(".chain").waitFor();
  });

  it("U155 a person labels a whole queue with the keyboard alone", async () => {
    const { page } = ui;
    await page.goto(QUEUE);
    await page.getByRole("button", { name: "Label 3 cases" }).press("Enter");
    await page.waitForURL(`**${item(0)}`);
    await page.getByText("Case 1 of 3").waitFor();
    await page.keyboard.press("j");
    await page.waitForURL(`**${item(1)}`);
    await page.getByText("Case 2 of 3").waitFor();
    await page.keyboard.press("k");
    await page.waitForURL(`**${item(0)}`);
    await page.getByText("Case 1 of 3").waitFor();
    await page.getByText("What went wrong?").waitFor();
    const labelled = page.waitForRequest((request) => request.method() === "PUT");
    await page.keyboard.press("4");
    expect(await page.getByRole("button", { name: /Retrieval/ }).getAttribute("aria-pressed")).toBe(
      "true",
    );
    await page.keyboard.press("Enter");
    expect((await labelled).postDataJSON()).toMatchObject({
      errorType: "RetrievalError",
      op: null,
    });
    await page.waitForURL(`**${item(1)}`);
    await page.getByText("Case 2 of 3").waitFor();
    await page.getByText("What went wrong?").waitFor();
    await page.keyboard.press("s");
    await page.getByLabel("Reason").fill("The evidence is missing.");
    await page.getByLabel("Reason").press("Enter");
    await page.waitForURL(`**${item(9)}`);
    await page.getByText("Case 3 of 3").waitFor();
    await page.getByText("What went wrong?").waitFor();
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${QUEUE}`);
    await page.getByRole("heading", { name: "All done" }).waitFor();
    await page.getByText("“The evidence is missing.”").waitFor();
  });

  it("U245 a skipped case goes to a member who may label and does not have it yet", async () => {
    const { page } = ui;
    await page.goto(item(0));
    await page.getByRole("button", { name: /Skip/ }).click();
    await page.getByLabel("Reason").fill("I wrote this trace.");
    await page.getByLabel("Reason").press("Enter");
    await page.waitForURL(`**${item(1)}`);
    await page.goto(QUEUE);
    await page.getByRole("button", { name: "Give to…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Mel skipped this case: “I wrote this trace.”").waitFor();
    expect(await dialog.getByRole("option").allTextContents()).toEqual(["Ada"]);
    await dialog.getByRole("button", { name: "Give", exact: true }).click();
    await page.getByText("Mel: skipped, given to another person, “I wrote this trace.”").waitFor();
    await page.getByText("Ada: open").waitFor();
    expect(await page.getByRole("button", { name: "Give to…" }).count()).toBe(0);
  });

  it("U246 a person adds selected cases of the list to an open queue", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?period=all");
    const boxes = page.getByRole("checkbox");
    await boxes.nth(0).check();
    await boxes.nth(4).check();
    await page.locator(".bulk-bar").getByRole("button", { name: "Add to a queue" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("MemTrace will add 2 picked cases.").waitFor();
    expect(await dialog.getByLabel("Queue").getByRole("option").allTextContents()).toEqual([
      ...["Weekly sample", "A new one"],
    ]);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText("1 case was added; 3 were in the queue already.").waitFor();
    await dialog.getByRole("link", { name: "Open the queue" }).click();
    await page.waitForURL(`**${QUEUE}`);
  });

  it("U246 a person makes a new queue from the filters of the list", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?period=all&errorType=RetrievalError");
    await page.getByRole("button", { name: "Add to a queue" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Queue").selectOption("A new one");
    await dialog.getByLabel("Name").fill("Retrieval");
    await dialog.getByLabel("Maximum number of cases").fill("5");
    await dialog.getByLabel("Ada").check();
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({
      ...{ name: "Retrieval", people: ["u_1", "u_2"], perItem: 1, isBlind: true },
      cases: {
        ...{ errorType: "RetrievalError", sample: { size: 5, seed: "" } },
        ...{ from: "1970-01-01T00:00:00.000Z", to: expect.any(String) },
      },
    });
    await dialog.getByText("5 cases were added.").waitFor();
    await dialog.getByRole("link", { name: "Open the queue" }).click();
    await page.getByText(/5 cases: error type Retrieval, until .*; 5 at random/).waitFor();
  });

  it("U156 a person closes, reopens and deletes a queue, and the page says that labels stay", async () => {
    const { page } = ui;
    await page.goto(QUEUE);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Reopen" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("The labels of the cases in this queue stay.").waitFor();
    await page.getByRole("button", { name: "Delete the queue" }).click();
    await page.waitForURL("**/p/p_full/queues");
    await page.getByText("Refuted by replays").waitFor();
    expect(await page.getByText("Weekly sample").count()).toBe(0);
  });

  const form = () => ui.page.getByText("What went wrong?");
  const type = (name: RegExp) => ui.page.getByRole("button", { name });
  const requestsTo = (method: string) => {
    const found: unknown[] = [];
    ui.page.on("request", (request) => {
      if (request.method() === method) found.push(request.postDataJSON());
    });
    return found;
  };

  it("U251 enter on a link opens it, and enter after a click on a type saves the label", async () => {
    const { page } = ui;
    const saved = requestsTo("PUT");
    await page.goto(item(0));
    await form().waitFor();
    await page.keyboard.press("2");
    await page.getByRole("link", { name: "memory ledger" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/ledger/);
    expect(saved).toEqual([]);
    await page.goto(item(0));
    await type(/Deletion/).click();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${item(1)}`);
    expect(saved).toMatchObject([{ errorType: "DeletionError" }]);
  });

  it("U251 a digit takes the focus from a button, so that enter saves the label", async () => {
    const { page } = ui;
    const saved = requestsTo("PUT");
    await page.goto(item(0));
    await form().waitFor();
    await type(/Skip/).focus();
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${item(1)}`);
    expect(saved).toMatchObject([{ errorType: "ExtractionError" }]);
  });

  it("U253 if the next case fails to load, the page says that the answer was saved, and can retry", async () => {
    const { page } = ui;
    const saved = requestsTo("PUT");
    const asksNext = /\/queues\/que_1\/next/;
    await page.goto(item(0));
    await form().waitFor();
    for (const [answer, from, to] of [
      [async () => page.keyboard.press("1"), 0, 1],
      [async () => page.keyboard.press("s"), 1, 9],
    ] as const) {
      await page.route(asksNext, (route) => route.abort());
      await form().waitFor();
      await answer();
      if (from === 1) await page.getByLabel("Reason").fill("No evidence.");
      await page.keyboard.press("Enter");
      await page.getByText("Your answer is saved, but the next case was not found").waitFor();
      expect(await page.getByText("The label was not saved").count()).toBe(0);
      await page.unroute(asksNext);
      await page.getByRole("button", { name: "Try again" }).click();
      await page.waitForURL(`**${item(to)}`);
    }
    expect(saved.length).toBe(1);
  });

  it("U261 a new label of an item starts with the person's own label and keeps its other fields", async () => {
    const { page } = ui;
    const own = {
      ...{ errorType: "RetrievalError", op: "op-search-9", link: null, reason: "Ranked ninth." },
      also: [{ errorType: "UpdateError", op: "op-update-3" }],
      ...{ subKind: "ranked out", evidence: ["message-D3:14@1"] },
    };
    await page.request.put("/v1/cases/case-0000-5f2c9ab17e/label?project=p_full", { data: own });
    await page.goto(item(0));
    await page.locator('[aria-pressed="true"]', { hasText: "Retrieval" }).waitFor();
    expect(await page.getByLabel("Decisive operation").inputValue()).toBe("op-search-9");
    expect(await page.getByLabel("Why").inputValue()).toBe("Ranked ninth.");
    await page.getByLabel("Why").fill("Ranked tenth.");
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await page.getByLabel("Why").press("Enter");
    expect((await sent).postDataJSON()).toEqual({ ...own, reason: "Ranked tenth." });
  });

  it("U255 a queue asks for at most as many labels of a case as it has people", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/queues");
    await page.getByRole("button", { name: "New queue" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("For one");
    await dialog.getByLabel("Ada").check();
    await dialog.getByLabel("Labels of each case").selectOption("2");
    await dialog.getByLabel("Ada").uncheck();
    expect(await dialog.getByLabel("Labels of each case").inputValue()).toBe("1");
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await dialog.getByRole("button", { name: "Create the queue" }).click();
    expect((await sent).postDataJSON()).toMatchObject({ people: ["u_1"], perItem: 1 });
  });

  it.each([1440, 390])(
    "U258 the table of a queue's cases cuts no reason at %i px",
    async (width) => {
      const { page } = ui;
      const reason =
        "The evidence of this case is missing, and nobody knows where it went. ".repeat(4);
      await page.request.post(
        `/v1${QUEUE.replace("/p/p_full", "")}/items/case-0001-5f2c9ab17e/skip?project=p_full`,
        {
          data: { reason },
        },
      );
      await page.setViewportSize({ width, height: 900 });
      await page.goto(QUEUE);
      const shown = page.getByText(reason.trim());
      await shown.waitFor();
      const cut = await shown.evaluate((text) => {
        const cell = text.closest("td");
        const [inner, outer] = [text.getBoundingClientRect(), cell?.getBoundingClientRect()];
        return inner.right - Math.min(outer?.right ?? 0, window.innerWidth);
      });
      expect(cut).toBeLessThanOrEqual(0);
      const row = page.getByRole("row").filter({ hasText: reason.trim() });
      await row.locator("td").click({ position: { x: 4, y: 4 } });
      await page.waitForURL(`**${item(1)}`);
    },
  );

  it("U259 a queue that was open before counts a new label at once", async () => {
    const { page } = ui;
    await page.goto(QUEUE);
    await page.getByText("Mel: open").first().waitFor();
    expect(await page.getByText("Mel: done").count()).toBe(0);
    await page.getByRole("link", { name: "Cases", exact: true }).click();
    await page.getByRole("button", { name: "All time" }).click();
    await page.locator('a[href*="case-0000-5f2c9ab17e"]').first().click();
    await page.getByRole("button", { name: "Agree" }).click();
    await page.getByRole("button", { name: "Change your label" }).waitFor();
    await page.getByRole("link", { name: "Queues" }).click();
    await page.getByRole("link", { name: "Weekly sample" }).click();
    await page.getByText("Mel: done").waitFor();
  });
});
