import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { become, inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const CASES = "/p/p_full/cases";
const UNLABELLED = `${CASES}/case-0000-5f2c9ab17e`;
const DISPUTED = `${CASES}/case-0010-5f2c9ab17e`;

describe("labels", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  const panel = () => ui.page.getByRole("region", { name: "Labels", exact: true });

  it("U130 a case shows each author's label with the time, and earlier labels on request", async () => {
    await ui.page.goto(DISPUTED);
    await panel().getByText("Disputed", { exact: true }).waitFor();
    const others = panel().getByRole("list", { name: "Labels of others" });
    expect(await others.locator("b").allTextContents()).toEqual(["former member", "Ada"]);
    await others.getByText("The merge came too late.").waitFor();
    await others.getByText("ranked out").waitFor();
    await panel().getByText("Earlier labels (1)").click();
    await panel().locator(".label-history").getByText("Response").waitFor();
  });

  it("U244 a viewer sees every label and no control to label, adjudicate, skip or object", async () => {
    const { page, server } = ui;
    become(server, "viewer");
    await page.goto(DISPUTED);
    await panel().getByText("Disputed", { exact: true }).waitFor();
    const others = panel().getByRole("list", { name: "Labels of others" });
    expect(await others.locator("b").allTextContents()).toEqual(["former member", "Ada"]);
    await panel().getByText("Earlier labels (1)").click();
    await panel().locator(".label-history").getByText("Response").waitFor();
    expect(await panel().getByRole("button").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Re-run" }).count()).toBe(0);
    await page.goto("/p/p_full/queues/que_1/items/case-0000-5f2c9ab17e");
    await page.getByText("With your role, you cannot label cases.").waitFor();
    expect(await page.getByRole("button", { name: /Skip|Save/ }).count()).toBe(0);
    await page.goto(`${CASES}?period=all&judged=all`);
    await page.locator(".judged-answers td").first().waitFor();
    expect(await page.getByRole("button", { name: /answered (wrongly|rightly)/ }).count()).toBe(0);
    await page.goto(`${CASES}?period=all`);
    await page.locator(".case-table .row-link").first().waitFor();
    expect(await page.getByRole("checkbox").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Add to a queue" }).count()).toBe(0);
  });

  it("U131 a label may have a link, a sub-kind, corrected answers and evidence, and can be changed", async () => {
    const { page } = ui;
    await page.goto(UNLABELLED);
    await panel().getByRole("button", { name: "Label differently" }).click();
    await panel().getByText("Sub-kind, link, corrected answer").click();
    await panel().getByLabel("Sub-kind").fill("ranked out");
    await panel().getByLabel("Link").selectOption({ index: 1 });
    await panel()
      .getByLabel("Corrected expected answers")
      .fill("in the blue vase\n on the sill \n");
    await panel().getByLabel("Evidence").fill("message-D3:14@1");
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await panel().getByRole("button", { name: "Save the label" }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      ...{ subKind: "ranked out", link: expect.any(String) },
      ...{ expected: ["in the blue vase", "on the sill"], evidence: ["message-D3:14@1"] },
    });
    await panel().getByText("in the blue vase · on the sill").waitFor();
    await panel().getByRole("button", { name: "Change your label" }).click();
    expect(await panel().getByLabel("Sub-kind").inputValue()).toBe("ranked out");
    expect(await panel().getByLabel("Evidence").inputValue()).toBe("message-D3:14@1");
  });

  it("U132 an adjudicator sees labels added meanwhile, keeps the text, and decides again", async () => {
    await ui.page.goto(DISPUTED);
    await panel().getByRole("button", { name: "Adjudicate" }).click();
    await panel().getByLabel("Error type").selectOption("UpdateError");
    await panel().getByLabel("Why").fill("The merge is at fault.");
    const decide = panel().getByRole("button", { name: "Decide" });
    await decide.click();
    const news = panel().locator(".label-news");
    await news.getByText("It came meanwhile.").waitFor();
    expect(await decide.isDisabled()).toBe(true);
    expect(await panel().getByLabel("Why").inputValue()).toBe("The merge is at fault.");
    await news.getByRole("button", { name: "I have seen the new labels" }).click();
    await decide.click();
    await panel().getByText("Adjudicated: the verdict is").waitFor();
    await panel().getByText("The merge is at fault.").waitFor();
    await panel().getByRole("button", { name: "Withdraw the adjudication" }).click();
    await panel().getByText("Disputed", { exact: true }).waitFor();
  });

  it("U133 the list filters cases by label, agreement and author, and the address holds the filters", async () => {
    const { page } = ui;
    await page.goto(`${CASES}?period=all`);
    await page.getByLabel("Filter by agreement").selectOption("disputed");
    await page.waitForURL(/agreement=disputed/);
    await page.locator("tr[aria-rowindex]").first().getByText("disputed").waitFor();
    await page.getByLabel("Filter by author").selectOption({ label: "Ada" });
    await expect.poll(() => inAddress(page, "author")).toBe("person:u_2");
    await page.getByRole("button", { name: "author Ada" }).waitFor();
    await page.getByRole("button", { name: /Clear all/ }).click();
    await page.getByLabel("Filter by label", { exact: true }).selectOption("false");
    await page.getByRole("button", { name: "labelled no" }).waitFor();
    await page.waitForURL(/labelled=/);
    await expect.poll(() => page.locator(".agreement").count()).toBe(0);
  });

  it("U134 the agreement page gives share, interval and κ, and lists the disagreements", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/agreement?period=all");
    await page.getByText("You and Ada name the same error type on 83% of 41 cases").waitFor();
    const rows = page.locator(".agreement-table tbody tr");
    expect(await rows.count()).toBe(3);
    expect(await rows.nth(1).textContent()).toContain("κ not defined");
    const list = page.getByRole("region", { name: "Disagreements" });
    await list.getByRole("button", { name: "With the tracer" }).click();
    await expect.poll(() => inAddress(page, "between")).toBe("tracer");
    await rows.nth(2).click({ position: { x: 4, y: 4 } });
    await expect.poll(() => inAddress(page, "author")).toBe("person:u_2");
    await list
      .locator("li")
      .first()
      .click({ position: { x: 4, y: 4 } });
    await page.waitForURL(/cases\/case-/);
  });

  it("U256 a person removes a cause from a label, even the cause that the form's fields show", async () => {
    const { page } = ui;
    const causes = panel().getByRole("list", { name: "Other correct causes" });
    const data = {
      ...{ errorType: "RetrievalError", op: "op-search-9", reason: "Both." },
      also: [{ errorType: "UpdateError", op: "op-update-3" }],
    };
    await page.request.put("/v1/cases/case-0000-5f2c9ab17e/label?project=p_full", { data });
    await page.goto(UNLABELLED);
    await panel().getByRole("button", { name: "Change your label" }).click();
    expect(await panel().getByLabel("Error type").inputValue()).toBe("RetrievalError");
    await causes
      .getByRole("listitem")
      .filter({ hasText: "Retrieval" })
      .getByRole("button", { name: "Remove" })
      .click();
    expect(await panel().getByLabel("Error type").inputValue()).toBe("UpdateError");
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await panel().getByRole("button", { name: "Save the label" }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      ...{ errorType: "UpdateError", op: "op-update-3", also: [] },
    });
  });

  it.each([
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])("U263 only one row of buttons stays in view on a labelled case at $width px", async (size) => {
    const { page } = ui;
    await page.setViewportSize(size);
    await page.goto(DISPUTED);
    const others = panel().getByRole("list", { name: "Labels of others" });
    await others.getByText("The merge came too late.").waitFor();
    const row = page.locator(".case-footer");
    const boxOf = async () => (await row.boundingBox()) ?? { y: 0, height: Infinity };
    expect((await boxOf()).height).toBeLessThan(size.height / 5);
    expect(await row.getByRole("list").count()).toBe(0);
    await panel().getByRole("button", { name: "Label differently" }).click();
    const save = panel().getByRole("button", { name: "Save the label" });
    await save.waitFor();
    const { y } = await boxOf();
    await expect
      .poll(async () => {
        const { y: top, height } = (await save.boundingBox()) ?? { y: Infinity, height: 0 };
        return top + height;
      })
      .toBeLessThanOrEqual(y);
    expect((await boxOf()).height).toBeLessThan(size.height / 5);
  });

  it("U259 the page says why an adjudication cannot be withdrawn and shows the current labels", async () => {
    const { page } = ui;
    await page.goto(DISPUTED);
    const label = { errorType: "UpdateError", op: null };
    const path = "/v1/cases/case-0010-5f2c9ab17e/adjudication?project=p_full";
    // The first request fails, because the scripted API simulates a label by another person
    // meanwhile.
    await page.request.put(path, { data: { seen: 3, label } });
    await page.request.put(path, { data: { seen: 4, label } });
    await page.reload();
    await panel().getByText("Adjudicated: the verdict is").waitFor();
    const own = { errorType: "JudgeError", op: null };
    await page.request.put(path.replace("adjudication", "label"), { data: own });
    await panel().getByRole("button", { name: "Withdraw the adjudication" }).click();
    await panel().getByText("The adjudication was not withdrawn").waitFor();
    expect(await panel().getByText("Send seen").count()).toBe(0);
    await panel().getByRole("button", { name: "Withdraw the adjudication" }).click();
    await panel().getByText("Disputed", { exact: true }).waitFor();
  });
});
