/**
 * `explorer-side.ts FOLDER`: opens the graph whose packs are in the folder, and measures explorer
 * queries.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GraphReader } from "../../../src/event-store/pack/packed-graph.ts";
import { atOnce } from "../../../src/graph/in-turns.ts";
import { storeAt } from "../../../src/graph/memory/store.ts";
import { flowAnswer } from "../../../src/http/graphs/flow-answer.ts";
import { derivedPage } from "../../../src/http/graphs/ledger/derived-answer.ts";
import { ledgerEntry, ledgerPage } from "../../../src/http/graphs/ledger/ledger-answers.ts";
import { ledgerOfGraph } from "../../../src/http/graphs/ledger/ledger-source.ts";
import { encodeLedger, storedLedger } from "../../../src/http/graphs/ledger/stored-ledger.ts";
import { madeOfAnswer } from "../../../src/http/graphs/made-of-answer.ts";
import { viewVariableDetail } from "../../../src/http/graphs/variable-detail.ts";
import type { Flow } from "../../../src/protocol/api/explorer/flow.ts";
import { MAX_FLOW_LANES } from "../../../src/protocol/api/explorer/flow-bounds.ts";
import { decodeCursor } from "../../../src/protocol/cursor.ts";
import type { ExplorerAnswer } from "../explorer-answer.ts";
import { StoredParts } from "./stored-parts.ts";

const ROUNDS = 25;
const [folder = ""] = process.argv.slice(2);
const reader = new GraphReader();
const begun = performance.now();
for (const name of readdirSync(folder)
  .filter((file) => file.startsWith("pack-"))
  .toSorted()) {
  atOnce(reader.add(readFileSync(join(folder, name))));
}
const graph = atOnce(reader.graph("generated"));
if (graph === undefined) throw new Error("the packs hold nothing");
const openMs = performance.now() - begun;

let longestTurnMs = 0;
let largestBytes = 0;
let last = performance.now();
const watch = setInterval(() => {
  longestTurnMs = Math.max(longestTurnMs, performance.now() - last);
  last = performance.now();
}, 0);

async function timed<T>(work: () => T | Promise<T>): Promise<[ms: number, answer: T]> {
  // Let the interval fire once first, so that only the work below counts as a wait.
  await new Promise((resume) => setTimeout(resume, 2));
  const started = performance.now();
  const answer = await work();
  largestBytes = Math.max(largestBytes, JSON.stringify(answer).length);
  const ms = performance.now() - started;
  await new Promise((resume) => setTimeout(resume, 2));
  return [ms, answer];
}

const range = { from: undefined, to: undefined, lanes: 0, units: 0 };
const [firstMs, whole] = await timed(() => flowAnswer(graph, range));
const [from, to] = [Date.parse(whole.from ?? ""), Date.parse(whole.to ?? "")];
const nextMs: Record<string, number[]> = {};
const note = async <T>(name: string, work: () => T | Promise<T>): Promise<T> => {
  const [ms, answer] = await timed(work);
  nextMs[name] = [...(nextMs[name] ?? []), ms];
  return answer;
};
const variableOf = ({ beads, lives }: Flow): string | undefined =>
  beads.at(-1)?.variable ?? lives[0]?.marks.at(-1)?.variable;
for (let round = 0; round < ROUNDS; round += 1) {
  const share = (round + 1) / (ROUNDS + 1);
  await note("whole graph again", () =>
    flowAnswer(graph, { ...range, lanes: round * MAX_FLOW_LANES }),
  );
  const middle = from + (to - from) * share;
  const half = (to - from) / 2 ** ((round % 12) + 2);
  const shown = await note("zoomed", () =>
    flowAnswer(graph, { ...range, from: middle - half, to: middle + half }),
  );
  const variable = variableOf(shown);
  const found = variable === undefined ? undefined : graph.variables.get(variable);
  if (found !== undefined) {
    await note("variable", () => viewVariableDetail(graph, found));
    await note("made of", () => madeOfAnswer(graph, found.id));
  }
  await note("store at a moment", () =>
    storeAt(graph, middle)
      .slice(0, 50)
      .map(({ id, value }) => ({ id, value })),
  );
}

const LISTED = { sort: "changed", order: "desc", limit: 100 } as const;
const SORTS = ["reads", "answers", "versions", "first", "name", "wrong"] as const;
const [firstLedgerMs, book] = await timed(async () =>
  ledgerPage(await ledgerOfGraph(graph), [], LISTED),
);
const encoding = performance.now();
const stored = new StoredParts(atOnce(encodeLedger(graph, await ledgerOfGraph(graph))));
const storingMs = performance.now() - encoding;
const ofStored = () =>
  storedLedger(stored.read([0])[0] as Buffer, async (parts) => stored.read(parts));
let next = book.next;
for (let round = 0; round < ROUNDS; round += 1) {
  const cursor = next === null ? undefined : decodeCursor(next);
  const page = await note("ledger, next page", () =>
    ledgerPage(ofStored(), [], { ...LISTED, cursor }),
  );
  next = page.next;
  const sort = SORTS[round % SORTS.length] ?? "reads";
  await note("ledger, sorted", () => ledgerPage(ofStored(), [], { ...LISTED, sort }));
  await note("ledger, filtered", () =>
    ledgerPage(ofStored(), [], { ...LISTED, q: `${round} the` }),
  );
  const unit = page.items[round]?.name ?? "";
  await note("ledger, one unit", () => ledgerEntry(graph, [], unit));
  await note("derived from a unit", () => derivedPage(graph, unit, { limit: 100 }));
}
clearInterval(watch);
const answer: ExplorerAnswer = {
  ...{ events: graph.rows.table.ids.size, units: book.figures.units, openMs, firstMs },
  ...{ firstLedgerMs, storingMs, storedBytes: stored.bytes },
  ...{ nextMs, longestTurnMs, largestBytes },
};
console.log(JSON.stringify(answer));
