import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SESSIONS } from "./support/fixture/flow.ts";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const PAGE = "/p/p_full/graphs/user-4711";
const HOUR_MS = 3_600_000;

describe("the flow of a graph", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());
  const open = async (path = PAGE) => {
    await ui.page.goto(path);
    await ui.page.locator("a[data-bead]").first().waitFor();
  };
  const press = (name: string) => ui.page.getByRole("button", { name, exact: true }).click();
  const hours = () =>
    (Date.parse(inAddress(ui.page, "to") ?? "") - Date.parse(inAddress(ui.page, "from") ?? "")) /
    HOUR_MS;

  it("U113 the drawing shows a message's text on focus, and opens it by keyboard or click", async () => {
    await open();
    const first = ui.page.locator("a[data-bead]").first();
    await first.focus();
    const pointed = ui.page.locator(".flow-pointed");
    await expect.poll(() => pointed.textContent()).toContain("I put the sunflowers");
    await ui.page.keyboard.press("ArrowRight");
    await expect.poll(() => pointed.textContent()).toContain("Melanie bought sunflowers");
    await ui.page.keyboard.press("Space");
    await expect.poll(() => inAddress(ui.page, "variable")).toBe("memory-unit-31@1");
    const selected = ui.page.locator(".selected-message");
    await selected.getByText("Melanie bought sunflowers").first().waitFor();
    await ui.page.goBack();
    await first.click();
    await expect.poll(() => inAddress(ui.page, "variable")).toBe("message-D3:14@1");
  });

  it("U113 tables show the same content as the drawing", async () => {
    await open();
    await ui.page.getByText("Show as tables").click();
    const tables = ui.page.locator(".flow-tables");
    await tables.getByRole("cell", { name: "first written" }).waitFor();
    await tables.getByRole("cell", { name: /read \(2 times\)/ }).waitFor();
    await tables.getByRole("rowheader", { name: "Talk 3" }).waitFor();
    await tables.getByRole("link", { name: "memory-unit-31@2" }).first().click();
    await ui.page.waitForURL(/variables\/memory-unit-31/);
  });

  it("U114 the drawing zooms, moves and shows a dragged range; the address holds the view, and back undoes it", async () => {
    await open();
    await press("Zoom in");
    await expect.poll(hours).toBeCloseTo(36);
    const from = inAddress(ui.page, "from") ?? "";
    await press("Later");
    await expect.poll(() => inAddress(ui.page, "from")).not.toBe(from);
    expect(hours()).toBeCloseTo(36);
    await ui.page.goBack();
    await expect.poll(() => inAddress(ui.page, "from")).toBe(from);
    const box = await ui.page.locator(".flow-frame > svg").boundingBox();
    const { x, y, width } = box ?? { x: 0, y: 0, width: 0 };
    await ui.page.mouse.move(x + width / 2, y + 40);
    await ui.page.mouse.down();
    await ui.page.mouse.move(x + width / 2 + 100, y + 40, { steps: 4 });
    await ui.page.mouse.up();
    await expect.poll(hours).toBeLessThan(10);
    await ui.page.reload();
    await ui.page.locator("a[data-bead]").first().waitFor();
    expect(hours()).toBeLessThan(10);
    await press("Whole graph");
    await expect.poll(() => inAddress(ui.page, "from")).toBeNull();
  });

  it("U114 the drawing moves to a time, filters by role, and continues to further sessions", async () => {
    await open();
    await ui.page.getByLabel("Jump to").fill("2026-11-19T12:00:00");
    await expect.poll(() => inAddress(ui.page, "from")).toContain("2026-11-18");
    await ui.page.getByLabel("Messages").selectOption("query");
    await expect.poll(() => ui.page.locator("a[data-bead]").count()).toBe(1);
    expect(inAddress(ui.page, "role")).toBe("query");
    await press("Next");
    await ui.page.getByText(`Sessions 31 to 60 of ${SESSIONS}`).waitFor();
    expect(inAddress(ui.page, "lanes")).toBe("30");
  });

  it("U115 a selected message shows the path to the units it reached, and what was dropped", async () => {
    await open(`${PAGE}?variable=message-D3:14@1`);
    const made = ui.page.locator(".made-of");
    await made.getByText("1 memory unit was made from this message.").waitFor();
    await made
      .getByText(
        "Words of the message that are in no memory unit made from the message: Oscar's, bowl.",
      )
      .waitFor();
    await made.locator(".operation-node", { hasText: "update_memory" }).waitFor();
    await made.locator(".variable-node[data-role=unit]").click();
    await ui.page.waitForURL(/variables\/memory-unit-31/);
  });
});
