import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const CASE = "/p/p_full/cases/case-0000-5f2c9ab17e";

describe("comments and mentions", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U150 a case shows its comments as plain text, oldest first, with authors and edits", async () => {
    const { page } = ui;
    await page.goto(CASE);
    const items = page.locator(".comment-list li");
    await items.nth(2).waitFor();
    expect(await items.locator(".comment-head b").allTextContents()).toEqual([
      ...["Ada", "former member", "key ci"],
    ]);
    expect(await items.nth(0).locator("b.mention").allTextContents()).toEqual(["@Mel"]);
    await items.nth(0).getByText("<script>window.hacked=1</script>").waitFor();
    await items.nth(1).getByText("edited").waitFor();
    expect(await page.evaluate("window.hacked")).toBeUndefined();
  });

  it("U150 a person writes, edits and deletes a comment with the keyboard", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/findings/fnd_1");
    const field = page.getByLabel("New comment");
    await field.fill("The index was empty.");
    await field.press("Control+Enter");
    const item = page.locator(".comment-list li");
    await item.getByText("The index was empty.").waitFor();
    expect(await field.inputValue()).toBe("");
    await item.getByRole("button", { name: "Edit" }).press("Enter");
    const edited = page.getByLabel("Your comment");
    await edited.fill("The index was stale.");
    await edited.press("Control+Enter");
    await item.getByText("The index was stale.").waitFor();
    await item.getByText("edited").waitFor();
    await item.getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByRole("button", { name: "Delete the comment" }).press("Enter");
    await page.getByText("No comments yet.").waitFor();
  });

  it("U151 @ opens a list of people that the arrow keys, enter and escape control", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/findings/fnd_1");
    const field = page.getByLabel("New comment");
    await field.pressSequentially("Ask @");
    const people = page.getByRole("listbox", { name: "People" });
    await people.getByRole("option", { name: /^Ada/ }).waitFor();
    await field.press("ArrowDown");
    await field.press("Enter");
    expect(await field.inputValue()).toBe("Ask @Ada ");
    await field.pressSequentially("and @vi");
    await people.getByRole("option", { name: /^Vic/ }).waitFor();
    expect(await people.getByRole("option").count()).toBe(1);
    await field.press("Escape");
    await people.waitFor({ state: "detached" });
    expect(await field.inputValue()).toBe("Ask @Ada and @vi");
    await field.press("Control+Enter");
    await expect.poll(() => page.locator("b.mention").allTextContents()).toEqual(["@Ada"]);
  });

  it("U152 the navigation counts unread mentions, and opening one marks it as read", async () => {
    const { page } = ui;
    await page.goto("/p/p_full");
    const link = page.getByRole("link", { name: "Mentions 2 unread" });
    await link.click();
    await page.locator('[data-unread="true"]').nth(1).waitFor();
    await page.getByRole("link", { name: "Where did the sunflowers go?" }).click();
    await page
      .locator('.comment[data-meant="true"]')
      .getByText("is the vase in the window")
      .waitFor();
    await page.getByRole("link", { name: "Mentions 1 unread" }).click();
    await expect.poll(() => page.locator('[data-unread="true"]').count()).toBe(1);
    await page.getByRole("link", { name: "add_memory did not" }).click();
    await page.getByRole("link", { name: "Mentions", exact: true }).click();
    await page.getByText("all read").waitFor();
  });

  it("U250 text that a person types on one case does not appear on the next case", async () => {
    const { page } = ui;
    await page.goto(CASE);
    const comment = page.getByLabel("New comment");
    await comment.waitFor();
    await page.locator(".similar a").first().click();
    await expect.poll(() => page.url()).not.toContain("case-0000");
    await page.getByText("No comments yet.").waitFor();
    await page.goBack();
    await page.locator(".comment-list li").first().waitFor();
    await comment.fill("Not sent.");
    await page.getByRole("button", { name: "Label differently" }).click();
    await page.getByLabel("Why").fill("Not saved.");
    await page.goForward();
    await page.getByText("No comments yet.").waitFor();
    expect(await comment.inputValue()).toBe("");
    expect(await page.getByLabel("Why").count()).toBe(0);
  });

  it("U252 text that a person types while a comment is sent stays in the field", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/findings/fnd_1");
    let send = () => {};
    const isTyped = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(/\/comments\?/, async (route) => {
      if (route.request().method() === "POST") await isTyped;
      await route.continue();
    });
    const field = page.getByLabel("New comment");
    await field.fill("The index was empty.");
    await field.press("Control+Enter");
    await field.pressSequentially(" It is filled now.");
    send();
    await page.locator(".comment-list li").getByText("The index was empty.").waitFor();
    await expect.poll(() => field.inputValue()).toBe("It is filled now.");
  });

  it("U252 the page scrolls to the comment in the address once, not at every change", async () => {
    const { page } = ui;
    await page.setViewportSize({ width: 1440, height: 600 });
    await page.goto(`${CASE}#comment-cmt_1`);
    await page.locator('.comment[data-meant="true"]').waitFor();
    const top = () => page.evaluate(() => document.getElementById("content")?.scrollTop || scrollY);
    await expect.poll(top).toBeGreaterThan(0);
    const field = page.getByLabel("New comment");
    await field.fill("Another one.");
    await page.evaluate(() => {
      window.scrollTo(0, 0);
      document.getElementById("content")?.scrollTo(0, 0);
    });
    await page.keyboard.press("Control+Enter");
    await page.locator(".comment").getByText("Another one.").waitFor({ state: "attached" });
    expect(await top()).toBe(0);
  });
});
