import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("redaction", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());

  it("U340 an admin sets kinds, own patterns and own lists, and the page shows the counts", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/settings");
    const section = page.getByRole("region", { name: "Redaction" });
    await section.getByText("2026-03-04 email 12").waitFor();
    expect(await section.getByLabel("E-mail addresses").isChecked()).toBe(true);
    await section.getByLabel("Payment cards").check();
    await section.getByLabel("Own patterns").fill("order = A=\\d+");
    await section.getByLabel("Own word lists").fill("person = Ada Lovelace, Bob");
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await section.getByRole("button", { name: "Save redaction" }).click();
    expect((await sent).postDataJSON()).toEqual({
      kinds: ["email", "card"],
      patterns: [{ name: "order", pattern: "A=\\d+" }],
      lists: [{ name: "person", words: ["Ada Lovelace", "Bob"] }],
    });
    const { violations } = await new AxeBuilder({ page }).include(".redaction-section").analyze();
    expect(violations).toEqual([]);
  });

  it("U341 the page redacts a typed text at once with the settings in the form", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/settings");
    const section = page.getByRole("region", { name: "Redaction" });
    await section.getByLabel("IBANs").check();
    const sent = page.waitForRequest(/redaction\/try/);
    await section.getByLabel("Try a text").fill("Mail alice@example.com.");
    expect((await sent).postDataJSON()).toEqual({
      text: "Mail alice@example.com.",
      settings: { kinds: ["email", "iban"], patterns: [], lists: [] },
    });
    await section.getByText("Mail [email:kqtbvmrdzhfs].").waitFor();
    await section.getByText("Redacted: email 1.").waitFor();
  });
});
