/**
 * Measures the answers of the graph explorer on a large graph: the first view, later views, and
 * their sizes. Also scrolls a long ledger in Chromium.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Bench } from "./command.ts";
import type { ExplorerAnswer } from "./explorer-answer.ts";
import { scrollLedger } from "./ledger-scroll.ts";
import { type Measurement, percentile } from "./measurement.ts";
import { withFolder } from "./runtime.ts";

const MOST_FIRST_MS = 1_500;
const MOST_NEXT_MS = 300;
const MOST_SCROLL_TASK_MS = 100;
const KIBIBYTE = 1_024;

export const bench: Bench = {
  about: "the graph explorer's answers on a large graph that is open: first view, further views",
  options: { events: { about: "events of the graph", default: "1000000" } },
  run: ({ events = "" }) => withFolder((folder) => run(folder, events)),
};

async function run(folder: string, events: string): Promise<Measurement> {
  runSide("make-packs.ts", [folder, events]);
  const answer = JSON.parse(runSide("explorer-side.ts", [folder])) as ExplorerAnswer;
  const scrolled = await scrollLedger();
  const p95 = (values: readonly number[]) => percentile(values, 0.95);
  return {
    figures: [
      { name: "first view", value: answer.firstMs, unit: "ms", target: { atMost: MOST_FIRST_MS } },
      { name: "first page of the ledger, from the graph", value: answer.firstLedgerMs, unit: "ms" },
      { name: "ledger made for storing in", value: answer.storingMs, unit: "ms" },
      { name: "stored ledger", value: answer.storedBytes / KIBIBYTE, unit: "KiB" },
      { name: "units in the ledger", value: answer.units, unit: "units" },
      ...Object.entries(answer.nextMs).map(([name, values]) => ({
        ...{ name: `${name}, p95`, value: p95(values), unit: "ms" },
        target: { atMost: MOST_NEXT_MS },
      })),
      { name: "longest time without giving way", value: answer.longestTurnMs, unit: "ms" },
      {
        ...{ name: `longest task while ${scrolled.units} units are scrolled`, unit: "ms" },
        ...{ value: scrolled.longestTaskMs, target: { atMost: MOST_SCROLL_TASK_MS } },
      },
      { name: "largest answer", value: answer.largestBytes / KIBIBYTE, unit: "KiB" },
      { name: "opened in", value: answer.openMs, unit: "ms" },
    ],
    details: {
      how: "In one process, on a graph that is open: the work of the service and the JSON of the answer, without the network and the browser. The first view works out what later views reuse. After its first page, the ledger is listed from its stored parts, read from SQLite as from D1. Scrolling: the UI on a scripted API, to the end of the list and back.",
      answer,
    },
  };
}

function runSide(file: string, args: readonly string[]): string {
  const side = join(import.meta.dirname, "workers", file);
  return execFileSync(process.execPath, ["--no-warnings", side, ...args], {
    ...{ encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  });
}
