/**
 * Measures the processor time of counting a graph's memory: by part on generated graphs, and per
 * message while recorded graphs grow, at the pace at which the service counts.
 */

import { TooMuchEffort } from "../../src/attribution/effort.ts";
import { survivalInTurns } from "../../src/attribution/survival/survival.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { atOnce } from "../../src/graph/in-turns.ts";
import { memorySummary } from "../../src/graph/ledger/memory-summary.ts";
import { kindOf } from "../../src/graph/memory/record-categories.ts";
import { readSmartcomment } from "../../src/graph/smartcomment/import.ts";
import { tokenTotals } from "../../src/graph/token-usage.ts";
import { postponedUntil } from "../../src/reports/health/count-pace.ts";
import type { Bench } from "./command.ts";
import { generateGraph } from "./generated-graph.ts";
import { type Figure, type Measurement, median } from "./measurement.ts";
import { readTraceFiles } from "./trace-files.ts";

const SEED = 1;
/** A generated operation has about this many records. */
const RECORDS_PER_OPERATION = 8.4;
const MOST_MS_PER_MESSAGE = 25;
/**
 * The time of every count in this measurement. The service counts a graph's memory again when the
 * graph has grown enough, or 24 hours after the last count. Because all times are equal here, only
 * the growth of the graph triggers a new count.
 */
const DAY = 0;
const LISTS = ["sessions", "nodes", "operations", "edges"] as const;

type Json = Record<string, unknown>;
type Data = Record<(typeof LISTS)[number], Json[]>;

export const bench: Bench = {
  about: "counting a graph's memory: its parts, and the time per message while graphs grow",
  options: {
    sizes: { about: "records of the generated graphs", default: "1000,10000,100000" },
  },
  run: async ({ sizes = "" }) => run(sizes.split(",").map(Number)),
};

function run(sizes: readonly number[]): Measurement {
  const parts = sizes.flatMap((size) => measureParts(size));
  const files = readTraceFiles().map(({ text }) => JSON.parse(text) as Json);
  const grown = files.map((file) => measureGrowth(file));
  const perMessage = (choose: (each: Grown) => number) =>
    grown.length === 0 ? null : median(grown.map((each) => choose(each) / each.messages));
  return {
    figures: [
      ...parts,
      { name: "one count, per message", unit: "ms", value: perMessage(({ once }) => once) },
      {
        ...{ name: "counts at the pace of the service, per message", unit: "ms" },
        ...{ value: perMessage(({ paced }) => paced), target: { atMost: MOST_MS_PER_MESSAGE } },
      },
      {
        ...{ name: "counts after each session, per message", unit: "ms" },
        value: perMessage(({ unpaced }) => unpaced),
      },
    ],
    details: { grown },
  };
}

function measureParts(size: number): Figure[] {
  const { file } = generateGraph(SEED, Math.round(size / RECORDS_PER_OPERATION));
  const [openMs, graph] = timed(() => read(file));
  const [ledgerMs] = timed(() => atOnce(memorySummary(graph, [])));
  const [factsMs, hasFacts] = timed(() => followsFacts(graph));
  const [tokensMs] = timed(() => atOnce(tokenTotals(graph)));
  const name = `${graph.operations.size + graph.variables.size + graph.links.size} records`;
  const facts = hasFacts ? "facts" : "facts, given up";
  const parts = { opened: openMs, ledger: ledgerMs, [facts]: factsMs, tokens: tokensMs };
  return Object.entries(parts).map(([part, value]) => ({
    ...{ name: `${name}, ${part}`, value, unit: "ms" },
  }));
}

/** Whether the facts of the graph were followed within the limit of the service. */
function followsFacts(graph: EvolutionGraph): boolean {
  try {
    atOnce(survivalInTurns(graph));
    return true;
  } catch (error) {
    if (error instanceof TooMuchEffort) return false;
    throw error;
  }
}

interface Grown {
  readonly messages: number;
  readonly records: number;
  /** Processor time of one count, of the service's counts, and of counts after each session. */
  readonly once: number;
  readonly paced: number;
  readonly unpaced: number;
}

function measureGrowth(file: Json): Grown {
  const data = file.data as Data;
  const whole = read(file);
  const records = recordsIn(data);
  const messages = [...whole.variables.values()].filter((each) => kindOf(each) === "message");
  const ends = Map.groupBy(data.nodes, ({ session_id }) => session_id).values();
  const sessions = [...ends].map((nodes) => timeOf(nodes.at(-1))).sort();
  let [paced, unpaced, once, counted] = [0, 0, 0, 0];
  for (const end of sessions) {
    const isLast = end === sessions.at(-1);
    const until = isLast ? data : upTo(data, end);
    const graph = isLast ? whole : read({ ...file, data: until });
    const [ms] = timed(() => {
      atOnce(memorySummary(graph, []));
      followsFacts(graph);
      atOnce(tokenTotals(graph));
    });
    once = ms;
    unpaced += ms;
    const now = recordsIn(until);
    const last = { countedAt: DAY, counted, records: now };
    if (postponedUntil(last, DAY) !== null) continue;
    paced += ms;
    counted = now;
  }
  return { messages: messages.length, records, once, paced, unpaced };
}

/** The part of the file that was recorded until a time. */
function upTo(data: Data, end: string): Data {
  const before = (list: (typeof LISTS)[number]) => data[list].filter((each) => timeOf(each) <= end);
  const nodes = before("nodes");
  const operations = before("operations");
  const ids = new Set(nodes.map(({ full_node_id }) => full_node_id));
  const ops = new Set(operations.map(({ op_id }) => op_id));
  const edges = data.edges.filter(
    (edge) =>
      ops.has(edge.op_id) && ids.has(edge.source_full_node_id) && ids.has(edge.target_full_node_id),
  );
  return { sessions: data.sessions, nodes, operations, edges };
}

function recordsIn({ nodes, operations, edges }: Data): number {
  return nodes.length + operations.length + edges.length;
}

const timeOf = (record: Json | undefined) => String(record?.created_at ?? "");

function read(file: Json): EvolutionGraph {
  const found = readSmartcomment(file);
  if (!found.ok) throw new Error(`${found.fault.path} ${found.fault.message}`);
  return found.value.graph;
}

function timed<T>(work: () => T): [milliseconds: number, result: T] {
  const begun = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(begun);
  return [(user + system) / 1_000, result];
}
