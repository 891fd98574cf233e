/** Imports graph files on the page of graphs. The API is scripted. */
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

let ui: UiUnderTest;
beforeEach(async () => {
  ui = await openUi();
  await ui.page.goto("/p/p_full/graphs");
  await ui.page.getByRole("button", { name: "Import files" }).click();
});
afterEach(() => ui.close());

const file = (name: string, content: string | Buffer) => ({
  ...{ name, mimeType: "application/json" },
  buffer: Buffer.from(content),
});
/** Size of a file that is too large for one request. */
const LARGE = 16 * 1024 * 1024 + 1;
const GRAPH = JSON.stringify({ graph_id: "user-1", data: {} });

it("U510 the page imports selected graph files one after the other and shows each outcome", async () => {
  const { page } = ui;
  await page
    .getByLabel("Files", { exact: true })
    .setInputFiles([
      file("one.json", GRAPH),
      file("two.json.gz", gzipSync(GRAPH)),
      file("torn.json.gz", gzipSync(GRAPH).subarray(0, 12)),
      file("damaged.json", "{}"),
      file("large.json", Buffer.alloc(LARGE, " ")),
      file("torn-large.json.gz", gzipSync(Buffer.alloc(LARGE, " ")).subarray(0, -20)),
    ]);
  await page.getByText("6 of 6 files").waitFor();
  const outcomes = await page.locator(".import-files li").allInnerTexts();
  expect(outcomes).toEqual([
    "one.json 12 events of user-1, 1 case",
    "two.json.gz 12 events of user-1, 1 case",
    "torn.json.gz its gzip data is damaged. Copy or compress it again.",
    "damaged.json data: is missing. Nothing was stored.",
    "large.json the file: the text ends too early.",
    "torn-large.json.gz its gzip data is damaged. Copy or compress it again.",
  ]);
  await page.getByRole("button", { name: "Close" }).last().click();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

it("U511 the page imports dropped graph files, and says which dropped files are no graph files", async () => {
  const { page } = ui;
  const drop = async (name: string) => {
    const data = await page.evaluateHandle(
      ([fileName, content]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content ?? ""], fileName ?? ""));
        return transfer;
      },
      [name, GRAPH],
    );
    await page.getByLabel("Drop files here").dispatchEvent("drop", { dataTransfer: data });
  };
  await drop("notes.txt");
  await page.getByText("None of the files ends in .json").waitFor();
  await drop("one.json");
  await page.getByText("12 events of user-1, 1 case").waitFor();
  expect(await page.getByText("None of the files ends in .json").count()).toBe(0);
});
