/**
 * A small graph to explore before the project has events: an invented agent with four wrong
 * answers.
 */
import type { TraceEvent } from "../events/events.ts";

export const SAMPLE_GRAPH = "sample-data";
/** The memory system's name. In lists, it distinguishes sample data from real data. */
export const SAMPLE_SYSTEM = "sample data";

const HOUR_MS = 3_600_000;

interface Told {
  readonly name: string;
  /** The user's message. After it, the operation `op` stores the text `kept` as a memory unit. */
  readonly said: string;
  readonly op: "remember" | "update";
  readonly kept: string;
}

const TOLD: readonly Told[] = [
  {
    ...{ name: "dog", op: "remember" },
    said: "My dog is called Biscuit, and I work as a baker in the old harbour.",
    kept: "Maya works as a baker in the old harbour.",
  },
  {
    ...{ name: "sister", op: "remember" },
    said: "My sister Ines lives in Porto and plays the cello in an orchestra.",
    kept: "Maya's sister Ines lives in Porto and plays the cello in an orchestra.",
  },
  {
    ...{ name: "sister", op: "update" },
    said: "Ines has a new cello, which was built in Vienna.",
    kept: "Maya's sister Ines plays a new cello, which was built in Vienna.",
  },
  {
    ...{ name: "key", op: "remember" },
    said: "The spare key is under the blue flowerpot beside the back door.",
    kept: "The spare key is under the blue flowerpot beside the back door.",
  },
  {
    ...{ name: "train", op: "remember" },
    said: "My train to Madrid leaves on platform 12 on Friday morning.",
    kept: "Maya's train to Madrid leaves on platform 12 on Friday morning.",
  },
];

interface Asked {
  readonly question: string;
  readonly expected: string;
  readonly answer: string;
  /**
   * Both fields contain indexes of `TOLD`. `evidence` is the index of the message that answers the
   * question. `found` are the indexes of the units that the search returns.
   */
  readonly evidence: number;
  readonly found: readonly number[];
}

const ASKED: readonly Asked[] = [
  {
    ...{ question: "What is Maya's dog called?", expected: "Biscuit", evidence: 0, found: [0] },
    answer: "I do not know what the dog is called.",
  },
  {
    ...{ question: "In which city does Ines live?", expected: "Porto", evidence: 1, found: [2] },
    answer: "I only know that Ines plays a new cello from Vienna.",
  },
  {
    ...{ question: "Where is the spare key?", expected: "under the blue flowerpot", evidence: 3 },
    ...{ found: [0, 4], answer: "The memories do not say where the spare key is." },
  },
  {
    ...{ question: "From which platform does the train to Madrid leave?", expected: "platform 12" },
    ...{ evidence: 4, found: [4], answer: "The train to Madrid leaves from platform 7." },
  },
];

/**
 * Returns the sample's events. Their times are in the hours before `now` (milliseconds since the
 * epoch).
 */
export function sampleEvents(now: number): TraceEvent[] {
  const events: TraceEvent[] = [];
  const start = now - (TOLD.length + ASKED.length) * HOUR_MS;
  const base = (hour: number) => ({
    ...{ id: `sample-${events.length}`, graph: SAMPLE_GRAPH, seq: events.length },
    at: start + hour * HOUR_MS,
  });
  const named = { user: "maya", system: SAMPLE_SYSTEM, name: "Sample data" };
  events.push({ type: "graph", ...base(0), ...named });
  events.push({ type: "session", ...base(0), session: "talk", category: "conversation" });
  for (const [index, told] of TOLD.entries()) tell(index, told);
  for (const [index, asked] of ASKED.entries()) ask(index, asked);
  return events;

  function tell(index: number, { name, said, op, kept }: Told): void {
    const at = () => ({ ...base(index), session: "talk" });
    const category = op === "remember" ? "extraction" : "update";
    variable(at, `said-${index}`, { class: "message", category: "message", value: said });
    events.push({ type: "operation", ...at(), op: `op-${op}-${index}`, name: op, category });
    events.push({
      ...{ type: "variable", ...at(), ref: `unit-${index}`, name, class: "memory" },
      ...{ category: "memory_unit", value: kept },
      ...(op === "update" ? { mutates: `unit-${index - 1}` } : {}),
    });
    link(at, `op-${op}-${index}`, `said-${index}`, `unit-${index}`);
    if (op === "update") link(at, `op-update-${index}`, `unit-${index - 1}`, `unit-${index}`);
  }

  function ask(index: number, { question, expected, answer, evidence, found }: Asked): void {
    const at = () => ({ ...base(TOLD.length + index), session: `question-${index + 1}` });
    const [search, reply] = [`op-search-${index}`, `op-answer-${index}`];
    const [query, list, given] = [`query-${index}`, `found-${index}`, `answer-${index}`];
    const value = found.map((unit) => TOLD[unit]?.kept).join("\n");
    events.push({ type: "session", ...at(), category: "question" });
    variable(at, query, { class: "query", value: question });
    events.push({ type: "operation", ...at(), op: search, name: "search", category: "retrieval" });
    variable(at, list, { class: "retrieved", value });
    link(at, search, query, list);
    for (const unit of found) link(at, search, `unit-${unit}`, list);
    events.push({ type: "operation", ...at(), op: reply, name: "answer", category: "answer" });
    variable(at, given, { class: "prediction", value: answer });
    for (const read of [query, list]) link(at, reply, read, given);
    events.push({
      ...{ type: "verdict", ...at(), query: question, queryRef: query, score: 0 },
      ...{ prediction: answer, predictionRef: given, expected: [expected] },
      evidence: [`said-${evidence}`],
    });
  }

  type Base = () => ReturnType<typeof base> & { readonly session: string };

  function variable(
    at: Base,
    ref: string,
    rest: { readonly class: string; readonly category?: string; readonly value: string },
  ): void {
    events.push({ type: "variable", ...at(), ref, name: ref, ...rest });
  }

  function link(at: Base, op: string, from: string, to: string): void {
    events.push({ type: "link", ...at(), op, from, to });
  }
}
