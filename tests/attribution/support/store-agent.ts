/**
 * Traces of an agent that stores units: it extracts, updates, deletes, searches, and answers one
 * question.
 */
import type { FailedCase } from "../../../src/protocol/api/attribution.ts";
import { Trace } from "./trace.ts";

export const QUESTION = "Which colour is the vase that Ana bought in Porto?";
export const EXPECTED = "blue";
export const MESSAGE = "In Porto I bought a tall blue vase from a small pottery workshop.";
export const UNIT = "Ana bought a tall blue vase from a small pottery workshop in Porto.";

const CHATTER: readonly (readonly [string, string])[] = [
  ["Ana", "Good morning, how was the weekend?"],
  ["Ben", "We repaired the roof of the barn and watched an old film about sailors."],
  ["Ana", "My sister Rita starts her nursing course next month."],
  ["Ben", "The train to Lisbon was late again, three hours this time."],
  ["Ana", "I am learning to play the cello with a teacher from Vienna."],
  ["Ben", "Our dog Pablo refuses to eat the new food."],
];

export interface Agent {
  readonly trace: Trace;
  readonly evidence: string;
  /** Ids of the units that are in the memory now. */
  readonly units: string[];
}

/** Options of a recording: whether it has categories, or only structure and names. */
export interface Recording {
  readonly categories: boolean;
}

const label = (recording: Recording, category: string) =>
  recording.categories ? { category } : {};

/**
 * Records a conversation in which every message becomes a unit. `vase` is the text of the unit
 * about the vase; null leaves it out.
 */
export function converse(
  vase: string | null,
  recording: Recording = { categories: true },
  message = MESSAGE,
): Agent {
  const trace = new Trace();
  const units: string[] = [];
  const say = (index: number, speaker: string, text: string, fact: string | null) => {
    const name = `m${index}`;
    const value = JSON.stringify({
      name: speaker,
      content: text,
      timestamp: "2024-05-06T09:00:00",
    });
    const ref = trace.variable(name, value, label(recording, "message"));
    const links: [string, string][] = [];
    const facts = trace.variable(`facts-${index}`, JSON.stringify(fact === null ? [] : [fact]));
    links.push([ref, facts]);
    trace.operation(`extract-${index}`, "extract", links, label(recording, "extraction"));
    if (fact === null) return ref;
    const unit = trace.variable(`unit-${index}`, fact, label(recording, "memory"));
    units.push(unit);
    trace.operation(`store-${index}`, "store", [[facts, unit]], label(recording, "update"));
    return ref;
  };
  CHATTER.slice(0, 3).forEach(([speaker, text], i) => {
    say(i, speaker, text, text.replace(/\bI am\b/, `${speaker} is`));
  });
  const evidence = say(10, "Ana", message, vase);
  CHATTER.slice(3).forEach(([speaker, text], i) => {
    say(20 + i, speaker, text, text.replace(/\bI am\b/, `${speaker} is`));
  });
  return { trace, evidence, units };
}

/** Records the question, a search that returns the units, and the answer. */
export function ask(
  { trace, evidence }: Agent,
  found: readonly string[],
  texts: readonly string[],
  prediction: string,
  recording: Recording = { categories: true },
  expected: readonly string[] = [EXPECTED],
): FailedCase {
  const query = trace.variable("question", QUESTION, label(recording, "query"));
  const results = trace.variable("results", JSON.stringify(texts));
  const links: [string, string][] = [[query, results]];
  for (const unit of found) links.push([unit, results]);
  trace.operation("search", "search", links, label(recording, "retrieval"));
  const answer = trace.variable("reply", prediction, label(recording, "answer"));
  trace.operation(
    "answer",
    "answer",
    [
      [query, answer],
      [results, answer],
    ],
    label(recording, "answer"),
  );
  return {
    query: QUESTION,
    queryId: query,
    prediction,
    predictionId: answer,
    expected,
    evidence: [evidence],
  };
}
