import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { screenshot } from "./support/chromium.ts";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const GRAPH = "user-4711";
const base = { graph: GRAPH, at: Date.parse("2026-05-04T09:00:00Z") };
const COME: readonly TraceEvent[] = [
  {
    ...{ type: "variable", id: "e1", ...base, ref: "u1", name: "memory-unit-1" },
    value: "The cat is called Tom",
  },
  { type: "operation", id: "e2", ...base, op: "op-search-9", name: "search_memory" },
];

describe("a graph's page", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
    await ui.page.goto(`/p/p_full/graphs/${GRAPH}`);
  });
  afterEach(() => ui.close());
  const status = (word: string) =>
    ui.page.locator(".live").getByRole("status").getByText(word, { exact: true }).waitFor();
  const press = (name: string) => ui.page.locator(".live").getByRole("button", { name }).click();

  it("U40 the page shows new events, newest first, and refreshes its figures", async () => {
    await status("Live");
    const refreshed = ui.page.waitForRequest((request) =>
      request.url().includes(`/v1/graphs/${GRAPH}?`),
    );
    ui.server.live.push(COME);
    await ui.page.getByText("memory-unit-1: The cat is called Tom").waitFor();
    await expect
      .poll(() => ui.page.locator(".live-type").allTextContents())
      .toEqual(["operation", "variable"]);
    await screenshot(ui.page, "graph-live");
    await refreshed;
  });

  it("U40 a person pauses and resumes the updates", async () => {
    await status("Live");
    await press("Pause");
    await status("Paused");
    await press("Resume");
    await status("Live");
    ui.server.live.push(COME);
    await ui.page.getByRole("link", { name: "search_memory" }).waitFor();
  });

  it("U40 the page reconnects after a lost connection, and shows the reason if the connection ends for good", async () => {
    await status("Live");
    ui.server.live.drop(1011);
    await status("Connection lost");
    await press("Try now");
    await status("Live");
    ui.server.live.drop();
    await status("Connection lost");
    await status("Live");
    ui.server.live.drop(4404, "The graph was deleted.");
    await status("Ended");
    await ui.page.getByText("The graph was deleted.").waitFor();
  });
});
