import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const CASE = "/p/p_full/cases/case-0000-5f2c9ab17e";

describe("case", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
    await ui.page.goto(CASE);
  });
  afterEach(() => ui.close());

  it("U11 the case page starts with the verdict, then shows how far the information got", async () => {
    const { page } = ui;
    const verdict = page.locator(".verdict");
    await verdict.getByText("is the decisive operation").waitFor();
    const decisive = page.locator('.chain-step[data-decisive="true"]');
    expect(await decisive.textContent()).toContain("0% ✗ lost here");
    const heights = await Promise.all(
      [verdict, page.locator(".chain"), page.locator("#operation")].map(
        async (part) => (await part.boundingBox())?.y ?? 0,
      ),
    );
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  });

  it("U470 the page and the list show the sub-kind beside the error type, and the list filters by it", async () => {
    const { page } = ui;
    await page.locator(".case-type .sub-kind").getByText("query missed", { exact: true }).waitFor();
    await page.goto("/p/p_full/cases?period=all");
    await page.locator(".case-table .sub-kind").first().waitFor();
    await page.getByLabel("Filter by sub-kind").selectOption("overwritten");
    await expect.poll(() => inAddress(page, "subKind")).toBe("overwritten");
  });

  it("U471 the page shows the inferred answer beside the given one; a person changes and accepts it", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases/case-0015-5f2c9ab17e");
    const panel = page.getByRole("region", { name: "Inferred answer" });
    await panel.getByText("from the message I put the sunflowers in the blue vase.").waitFor();
    expect(await panel.locator("dt").allTextContents()).toEqual([
      ...["Given answer", "Inferred answer"],
    ]);
    const answer = panel.getByLabel("Expected answer");
    expect(await answer.inputValue()).toBe("in the blue vase");
    await panel.getByRole("button", { name: "Accept" }).waitFor();
    await answer.fill("in the red vase");
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await panel.getByRole("button", { name: "Save changed answer" }).click();
    expect((await sent).postDataJSON()).toEqual({
      ...{ decision: "change", seen: 0, inferred: "in the blue vase", answer: "in the red vase" },
    });
    await panel.getByText("You set “in the red vase”").waitFor();
  });

  it("U480 a person refuses an inferred answer, and the panel keeps who decided what", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases/case-0015-5f2c9ab17e");
    const panel = page.getByRole("region", { name: "Inferred answer" });
    await panel.getByRole("button", { name: "Accept" }).click();
    await panel.getByText("You accepted “in the blue vase”").waitFor();
    await panel.getByRole("button", { name: "Refuse" }).click();
    await panel.getByText("You refused “in the blue vase”").waitFor();
    await panel.getByRole("heading", { name: "The answer was refused" }).waitFor();
    expect(await panel.getByText("You accepted").count()).toBe(1);
    expect(await panel.getByRole("button", { name: "Refuse" }).isDisabled()).toBe(true);
  });

  it("U481 the page shows the user's correcting message and the answer inferred from it", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases/case-0030-5f2c9ab17e");
    await page.getByText("corrected by the user", { exact: true }).waitFor();
    const panel = page.getByRole("region", { name: "Inferred answer" });
    await panel.getByText("inferred from the wording of the correction").waitFor();
    await panel.getByRole("link", { name: "No, it's the blue vase." }).waitFor();
    expect(await panel.getByLabel("Expected answer").inputValue()).toBe("the blue vase");
    await panel.getByRole("link", { name: "No, it's the blue vase." }).click();
    await page.waitForURL(/variables\/message-D3/);
  });

  it("U248 no column of the decisive operation is more than twice as high as the other if both are full", async () => {
    const { page } = ui;
    for (const id of ["case-0000", "case-0001", "case-0005", "case-0009"]) {
      await page.goto(
        `/p/p_full/cases/${id}-5f2c9ab17e${id === "case-0009" ? "?op=op-search-9" : ""}`,
      );
      await page.locator(".variable-node").first().waitFor();
      const [drawing = 0, texts = 0] = await Promise.all(
        [".drawing-panel", ".texts-panel"].map(
          async (part) => (await page.locator(part).boundingBox())?.height ?? 0,
        ),
      );
      const content = await page.locator(".texts-panel").evaluate((panel) => panel.scrollHeight);
      expect(drawing).toBeGreaterThan(0);
      expect(texts).toBeLessThanOrEqual(2 * drawing);
      expect(drawing).toBeLessThanOrEqual(2 * Math.max(texts, content));
    }
  });

  it("U95 the page says where the wrong answer came from, and opens the step that first stated it", async () => {
    const { page } = ui;
    const panel = page.locator(".answer-source");
    await panel.getByRole("heading", { name: "Where the wrong answer came from" }).waitFor();
    await panel.getByText("nothing that it read states it").waitFor();
    expect(await panel.locator("dt").allTextContents()).toEqual([
      "First stated by",
      "Based on words of",
    ]);
    await panel.getByRole("button", { name: "answer_question" }).click();
    await expect.poll(() => inAddress(page, "op")).toBe("op-answer-9");
    await page.getByRole("button", { name: "Back to the decisive operation" }).waitFor();
  });

  it("U34 the verdict shows who decided, the cost, and the model's answers", async () => {
    const { page } = ui;
    const verdict = page.locator(".verdict");
    await verdict.getByText("2 calls, 1,540 tokens, $0.0021, 3.4 s (gpt-small)").waitFor();
    await verdict.getByText("What the model answered at each stage").click();
    await verdict.getByText("Quoted: “the azure vessel”").waitFor();
  });

  it("U97 the transcript shows each step of a model and links to the records that it names", async () => {
    const { page } = ui;
    const transcript = page.locator(".transcript");
    await transcript.getByText("What the model was asked, step by step").click();
    await transcript.getByText("The model read: The memory").waitFor();
    await transcript.getByText("✓ gives the expected answer").waitFor();
    await transcript.getByText("Its first 3 steps were not kept").waitFor();
    await transcript.getByText("The agent called").waitFor();
    expect(await transcript.locator("script").count()).toBe(0);
    expect(await transcript.getByRole("link").allTextContents()).toEqual([
      "memory-unit-31@2",
      "O4",
    ]);
    await transcript.getByRole("link", { name: "O4" }).click();
    await page.waitForURL(/graphs\/user-4711\/operations\/op-search-9/);
  });

  it("U12 a selected step shows its text, and a copied link opens the same selection", async () => {
    const { page, context } = ui;
    await page.getByRole("button", { name: /update_memory\s*memory/ }).click();
    await page.waitForURL(/step=2/);
    const other = await context.newPage();
    await other.goto(page.url());
    const text = other.locator(".step-text");
    await text.getByText("states “blue vase”").waitFor();
    await expect
      .poll(() => text.locator("ins").allTextContents())
      .toEqual([" and put them in the blue vase on the window sill"]);
  });

  it("U13 the page draws the decisive operation and marks the words that it lost", async () => {
    const { page } = ui;
    await page.locator(".operation-node").waitFor();
    expect(await page.locator(".operation-node").textContent()).toContain("search_vector_store");
    const first = page.locator(".variable-card").first();
    expect(await first.textContent()).toContain("memory-unit-31@2");
    await expect
      .poll(() => first.locator('mark[data-tone="lost"]').allTextContents())
      .toEqual(["lost: blue vase", "lost: window sill"]);
    await page.locator(".variable-node").nth(2).click();
    await expect.poll(() => inAddress(page, "variable")).not.toBe(null);
  });

  it("U14 the page shows text of a trace as text only", async () => {
    const { page } = ui;
    await page.getByText("<script>window.hacked=1</script>").first().waitFor();
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  it("U16 the page cuts long text, shows its length, and opens it on request", async () => {
    const { page } = ui;
    const card = page.locator(".variable-card", { hasText: "memory-unit-7@4" });
    const length = async () => (await card.locator(".trace-text").textContent())?.length;
    const button = card.getByRole("button", { name: "show all 12,480 characters" });
    await button.waitFor();
    expect(await length()).toBeLessThan(800);
    await button.click();
    expect(await length()).toBe(12_480);
  });

  it("U17 a person agrees, removes the label, and labels the case differently", async () => {
    const { page } = ui;
    await page.getByRole("button", { name: "Agree" }).click();
    await page.getByText("Labelled: the verdict is right").waitFor();
    await page.getByRole("button", { name: "Remove your label" }).click();
    await page.getByRole("button", { name: "Label differently" }).click();
    await page.getByLabel("Error type").selectOption("UpdateError");
    await page.getByLabel("Decisive operation").selectOption("op-update-3");
    await page.getByLabel("Why").fill("The merge came too late.");
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await page.getByRole("button", { name: "Save the label" }).click();
    expect((await sent).postDataJSON()).toEqual({
      errorType: "UpdateError",
      op: "op-update-3",
      link: null,
      reason: "The merge came too late.",
      also: [],
    });
    await page.getByText("Labelled: the verdict is wrong").waitFor();
  });

  it("U17 the verdict shows a second cause above 0.25 and no other cause", async () => {
    const also = ui.page.locator(".verdict p", { hasText: "Also at fault" });
    await also.waitFor();
    expect(await also.count()).toBe(1);
    expect(await also.textContent()).toMatch(/update_memory[\s\S]*0\.28/);
  });

  it("U17 a label may name several causes, and a verdict that names one of them agrees", async () => {
    const { page } = ui;
    await page.getByRole("button", { name: "Label differently" }).click();
    const [type, op] = [page.getByLabel("Error type"), page.getByLabel("Decisive operation")];
    const [first, second] = [await type.inputValue(), await op.inputValue()];
    await type.selectOption("UpdateError");
    await op.selectOption("op-update-3");
    const add = page.getByRole("button", { name: "Add another correct cause" });
    await add.click();
    expect(await add.isDisabled()).toBe(true);
    await type.selectOption(first);
    await op.selectOption(second);
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await page.getByRole("button", { name: "Save the label" }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      errorType: "UpdateError",
      op: "op-update-3",
      also: [{ errorType: first, op: second }],
    });
    await page.getByText("Labelled: the verdict is right").waitFor();
  });

  it("U79 a label may name any operation of the graph, found by its name or id", async () => {
    const { page } = ui;
    await page.getByRole("button", { name: "Label differently" }).click();
    await page.getByLabel("Decisive operation").selectOption({ label: "another operation …" });
    const save = page.getByRole("button", { name: "Save the label" });
    expect(await save.isDisabled()).toBe(true);
    const find = page.getByLabel("Find an operation");
    await find.fill("no such step");
    await page.getByText("No operation of this graph has this name or id.").waitFor();
    await find.fill("op-crowded");
    await page.getByRole("button", { name: "join_memories op-crowded" }).waitFor();
    await find.fill("join_mem");
    await page.getByRole("button", { name: "join_memories op-crowded" }).click();
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await save.click();
    expect((await sent).postDataJSON()).toMatchObject({ op: "op-crowded" });
    await page.getByText("Labelled: the verdict is right").waitFor();
  });

  it("U78 the page requests the values that the verdict names, however many values the operation read", async () => {
    const { page } = ui;
    const asked = page.waitForRequest((request) => request.url().includes("/operations/"));
    await page.reload();
    const first = new URL((await asked).url()).searchParams.getAll("first");
    expect(first).toEqual(expect.arrayContaining(["memory-unit-31@2", "message-D3:14@1"]));
  });

  it("U78 the page says that it shows only a part of many inputs and of long texts", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/graphs/user-4711/operations/op-crowded?variable=memory-unit-7@4");
    const inputs = page.locator(".texts", { hasText: "Inputs" });
    await inputs.getByText("Of 1,350, 13 are listed here; the API lists all.").waitFor();
    await page.getByRole("button", { name: "1,344 more" }).waitFor();
    const card = page.locator(".variable-card", { hasText: "memory-unit-7@4" });
    await card.getByText("Only the first 500 of 12,480 characters are loaded.").waitFor();
    expect(await card.getByRole("button", { name: "Copy", exact: true }).count()).toBe(0);
    await card.getByRole("button", { name: "load all" }).click();
    await card.getByRole("button", { name: "show all 12,480 characters" }).waitFor();
    await card.getByRole("button", { name: "Copy", exact: true }).waitFor();
  });

  it("U18 a person opens another suspect and returns to the verdict", async () => {
    const { page } = ui;
    await page.locator(".runners-up").getByRole("button", { name: "update_memory" }).click();
    await page.waitForURL(/op=op-update-3/);
    await page.locator(".texts ins").first().waitFor();
    await page.getByRole("button", { name: "Back to the decisive operation" }).click();
    await expect.poll(() => inAddress(page, "op")).toBe(null);
  });
});
