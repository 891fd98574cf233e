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

  it("U153 queues are listed with their progress, and one is created with people and a sample", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/queues");
    await page.locator(".queue-list li").nth(1).waitFor();
    await page.getByText("3 of 6", { exact: true }).waitFor();
    await page.getByRole("button", { name: "New queue" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Unsure ones");
    await dialog.getByLabel("Cases", { exact: true }).selectOption("unsure");
    await dialog.getByLabel("Less sure than").fill("40");
    await dialog.getByLabel("At most").fill("5");
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
    await page.getByText("confidence below 40%; 5 at random").waitFor();
  });

  it("U154 a blind item shows evidence and its way without the verdict, until it is labelled", async () => {
    const { page } = ui;
    await page.goto(item(0));
    await page.getByText("verdict hidden until you have labelled").waitFor();
    await page.locator(".made-of .operation-node").first().waitFor();
    expect(await page.locator(".verdict, .chain, .comments").count()).toBe(0);
    expect(await page.locator(".case-type").textContent()).not.toContain("Retrieval");
    await page.getByRole("button", { name: /Extraction/ }).click();
    await page.getByRole("button", { name: /Save and go on/ }).click();
    await page.waitForURL(`**${item(1)}`);
    await page.getByRole("button", { name: /Previous/ }).click();
    await page.locator(".verdict").waitFor();
    await page.locator(".chain").waitFor();
  });

  it("U155 a queue is labelled with the keyboard alone, to its end", async () => {
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
    await page.keyboard.press("s");
    await page.getByLabel("Reason").fill("The evidence is missing.");
    await page.getByLabel("Reason").press("Enter");
    await page.waitForURL(`**${item(9)}`);
    await page.getByText("Case 3 of 3").waitFor();
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${QUEUE}`);
    await page.getByRole("heading", { name: "All done" }).waitFor();
    await page.getByText("“The evidence is missing.”").waitFor();
  });

  it("U156 a queue is closed, reopened and deleted, and says that labels stay", async () => {
    const { page } = ui;
    await page.goto(QUEUE);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Reopen" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("The labels of its cases stay.").waitFor();
    await page.getByRole("button", { name: "Delete the queue" }).click();
    await page.waitForURL("**/p/p_full/queues");
    await page.getByText("Refuted by replays").waitFor();
    expect(await page.getByText("Weekly sample").count()).toBe(0);
  });
});
