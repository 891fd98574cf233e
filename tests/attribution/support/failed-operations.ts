/** Small hand-written graphs, one for each way in which an operation fails. */
import type { FailedCase } from "../../../src/protocol/api/attribution.ts";
import type { ErrorType, SubKind } from "../../../src/protocol/error-types.ts";
import { type Agent, converse, EXPECTED, QUESTION, UNIT } from "./store-agent.ts";
import type { Trace } from "./trace.ts";

interface Failure {
  readonly errorType: ErrorType;
  readonly subKind: SubKind | null;
  readonly name: string;
  readonly make: () => { readonly trace: Trace; readonly failed: FailedCase };
}

interface Asked {
  readonly question?: string;
  readonly expected?: string;
  readonly prediction?: string;
  /** The units that the search returns; `results` is the value that contains them. */
  readonly units?: readonly string[];
  readonly results?: string;
}

const UNKNOWN = "I do not know.";
const TALL = "Ana bought a tall vase from a small pottery workshop in Porto.";
const GREEN = "Ana bought a tall green vase from a small pottery workshop in Porto.";

function textOf(trace: Trace, id: string): string {
  return trace.build().variables.get(id)?.value ?? "";
}

/** Records the question, a search and the answer, and returns the case. */
function ask({ trace, evidence }: Agent, asked: Asked = {}) {
  const { question = QUESTION, expected = EXPECTED, prediction = UNKNOWN } = asked;
  const { units = ["unit-0@1", "unit-1@1"] } = asked;
  const query = trace.variable("question", question, { category: "query" });
  const texts = asked.results ?? JSON.stringify(units.map((id) => textOf(trace, id)));
  const results = trace.variable("results", texts);
  const searched = [query, ...units].map((from) => [from, results] as const);
  trace.operation("search", "search", searched, { category: "retrieval" });
  return answer({ trace, evidence }, { query, question, read: results, expected, prediction });
}

interface Answered {
  readonly query: string;
  readonly question: string;
  readonly read: string;
  readonly expected: string;
  readonly prediction: string;
}

function answer(
  { trace, evidence }: Pick<Agent, "trace" | "evidence">,
  { query, question, read, expected, prediction }: Answered,
) {
  const reply = trace.variable("reply", prediction, { category: "answer" });
  const links = [query, read].map((from) => [from, reply] as const);
  trace.operation("answer", "answer", links, { category: "answer" });
  const failed: FailedCase = {
    ...{ query: question, queryId: query, prediction, predictionId: reply },
    ...{ expected: [expected], evidence: [evidence] },
  };
  return { trace, failed };
}

function extracted(unit: string, message?: string, asked: Asked = {}) {
  return ask(converse(unit, undefined, message), { units: ["unit-10@1"], ...asked });
}

/** Writes the second version of the unit from its first version and other values. */
function updated(next: string, inputs: (trace: Trace) => string[]) {
  const agent = converse(UNIT);
  const read = inputs(agent.trace);
  const unit = { version: 2, mutates: "unit-10@1", category: "memory" };
  const after = agent.trace.variable("unit-10", next, unit);
  const links = ["unit-10@1", ...read].map((from) => [from, after] as const);
  agent.trace.operation("rewrite", "rewrite", links, { category: "update" });
  return ask(agent, { units: [after] });
}

/** Records a step that reads the new fact and an older unit, and writes the older text again. */
function keptOlder() {
  const agent = converse(GREEN, undefined, "In Porto I bought a tall green vase.");
  const { trace } = agent;
  const evidence = trace.message("m30", "Ana", "No, the vase that I bought in Porto is blue.");
  const fact = trace.variable("facts-30", JSON.stringify([UNIT]));
  trace.operation("extract-30", "extract", [[evidence, fact]], { category: "extraction" });
  const unit = { version: 2, mutates: "unit-10@1", category: "memory" };
  const after = trace.variable("unit-10", GREEN, unit);
  const links = ["unit-10@1", fact].map((from) => [from, after] as const);
  trace.operation("rewrite", "rewrite", links, { category: "update" });
  return ask({ ...agent, evidence }, { units: [after] });
}

/** Records a step that reads the unit and these values, and deletes the unit. */
function deleted(inputs: (trace: Trace) => string[]) {
  const agent = converse(UNIT);
  const read = inputs(agent.trace);
  const gone = agent.trace.variable("gone", "deleted", { class: "delete_marker" });
  const plan = agent.trace.variable("plan", "Delete one unit.");
  const links = [["unit-10@1", gone] as const, ...read.map((from) => [from, plan] as const)];
  agent.trace.operation("forget", "forget", links, { category: "deletion" });
  // A later step reads the plan, so only the deleted unit has no reader.
  const log = agent.trace.variable("log", "One unit was deleted.");
  agent.trace.operation("log", "log", [[plan, log]]);
  return ask(agent);
}

/** Records three searches that return three units, and one search that returns a single unit. */
function searchedShort() {
  const agent = converse(UNIT);
  const { trace } = agent;
  for (const name of ["a", "b", "c"]) {
    const query = trace.variable(`question-${name}`, "What does the dog refuse to eat?");
    const found = [1, 2, 3].map((place) =>
      trace.variable(`result-${name}${place}`, "the new food"),
    );
    const links = found.map((result) => [query, result] as const);
    trace.operation(`search-${name}`, "search", links, { category: "retrieval" });
  }
  return ask(agent, { units: ["unit-1@1"] });
}

/** Records a search, and a second step that shortens the list of results. */
function narrowed(choose: (ranked: readonly string[]) => readonly string[]) {
  const agent = converse(UNIT);
  const { trace, evidence } = agent;
  const query = trace.variable("question", QUESTION, { category: "query" });
  const units = ["unit-0@1", "unit-1@1", "unit-10@1", "unit-2@1"];
  const texts = units.map((id) => textOf(trace, id));
  const ranked = trace.variable("ranked", JSON.stringify(texts));
  const searched = [query, ...units].map((from) => [from, ranked] as const);
  trace.operation("search", "search", searched, { category: "retrieval" });
  const chosen = trace.variable("chosen", JSON.stringify(choose(texts)));
  const narrowing = [query, ranked].map((from) => [from, chosen] as const);
  trace.operation("choose", "choose", narrowing, { category: "retrieval" });
  const asked = { question: QUESTION, expected: EXPECTED, prediction: UNKNOWN };
  return answer({ trace, evidence }, { query, read: chosen, ...asked });
}

/** Records a search whose query was rewritten to ask about something else. */
function rewritten() {
  const agent = converse(UNIT);
  const { trace, evidence } = agent;
  const query = trace.variable("question", QUESTION, { category: "query" });
  const search = trace.variable("search-text", "plans of the dog's trainer");
  trace.operation("rephrase", "rephrase", [[query, search]], { category: "retrieval" });
  const results = trace.variable("results", JSON.stringify([textOf(trace, "unit-22@1")]));
  const searched = [search, "unit-22@1"].map((from) => [from, results] as const);
  trace.operation("search", "search", searched, { category: "retrieval" });
  const asked = { question: QUESTION, expected: EXPECTED, prediction: UNKNOWN };
  return answer({ trace, evidence }, { query, read: results, ...asked });
}

/** Records a search that returns the first version of the unit instead of the newest. */
function stale() {
  const agent = converse(GREEN, undefined, "In Porto I bought a tall green vase.");
  const { trace } = agent;
  const evidence = trace.message("m30", "Ana", "No, the vase that I bought in Porto is blue.");
  const unit = { version: 2, mutates: "unit-10@1", category: "memory" };
  const after = trace.variable("unit-10", UNIT, unit);
  const links = ["unit-10@1", evidence].map((from) => [from, after] as const);
  trace.operation("rewrite", "rewrite", links, { category: "update" });
  return ask({ ...agent, evidence }, { units: ["unit-10@1"], prediction: "It is green." });
}

const COUNTED = {
  question: "How many vases did Ana buy in Porto?",
  expected: "4",
  prediction: "5 vases.",
};
const VASES = "In Porto Ana bought a red vase, a blue vase, a white vase, a green vase.";

const dayOf = (question: string, expected: string) => ({ question, expected });

export const FAILURES: readonly Failure[] = [
  {
    ...{ errorType: "ExtractionError", subKind: "omitted", name: "the unit lacks the detail" },
    make: () => extracted(TALL),
  },
  {
    ...{ errorType: "ExtractionError", subKind: "distorted", name: "another figure" },
    make: () =>
      extracted(
        "Ana bought 17 vases from a small pottery workshop in Porto.",
        "In Porto I bought 12 vases from a small pottery workshop.",
        { question: "How many vases did Ana buy in Porto?", expected: "12" },
      ),
  },
  {
    ...{ errorType: "ExtractionError", subKind: "wrong person", name: "of somebody else" },
    make: () => extracted("Ben bought a tall blue vase from a small pottery workshop in Porto."),
  },
  {
    ...{ errorType: "ExtractionError", subKind: "time lost", name: "without its day" },
    make: () =>
      extracted(
        "Ana bought a tall blue vase from a small pottery workshop in Porto.",
        "On 3 May 2024 in Porto I bought a tall blue vase from a small pottery workshop.",
        dayOf("When did Ana buy the blue vase in Porto?", "3 May 2024"),
      ),
  },
  {
    ...{ errorType: "ExtractionError", subKind: "invented", name: "said by no message" },
    make: () =>
      extracted("Ana bought a tall blue vase for her uncle Mario in Porto.", undefined, {
        question: "For whom did Ana buy the vase in Porto?",
        expected: "It is not mentioned.",
        prediction: "For her uncle Mario.",
      }),
  },
  {
    ...{ errorType: "ExtractionError", subKind: null, name: "perhaps only paraphrased" },
    make: () => extracted("Ana bought a tall azure vase from a small pottery workshop in Porto."),
  },
  {
    ...{ errorType: "UpdateError", subKind: "overwritten", name: "by a later message" },
    make: () =>
      updated(GREEN, (trace) => [trace.message("m30", "Ana", "The vase in the hall is green.")]),
  },
  {
    ...{ errorType: "UpdateError", subKind: "merged away", name: "joined with another unit" },
    make: () => updated("Ana bought a vase in Porto and repaired a barn.", () => ["unit-1@1"]),
  },
  {
    ...{ errorType: "UpdateError", subKind: "summarised away", name: "shortened" },
    make: () => updated("Ana bought a vase in Porto.", () => []),
  },
  {
    ...{ errorType: "UpdateError", subKind: "older kept", name: "the new fact was dropped" },
    make: keptOlder,
  },
  {
    ...{ errorType: "DeletionError", subKind: "wrong unit deleted", name: "asked for another" },
    make: () =>
      deleted((trace) => [
        trace.message("m30", "Ana", "Please forget my sister Rita starts her nursing course."),
      ]),
  },
  {
    ...{ errorType: "DeletionError", subKind: "deleted as duplicate", name: "much like another" },
    make: () =>
      deleted((trace) => {
        const fact = trace.variable("facts-30", JSON.stringify([GREEN]));
        const unit = trace.variable("unit-30", GREEN, { category: "memory" });
        trace.operation("store-30", "store", [[fact, unit]], { category: "update" });
        return [unit];
      }),
  },
  {
    ...{ errorType: "DeletionError", subKind: null, name: "for no recorded reason" },
    make: () => deleted(() => []),
  },
  {
    ...{ errorType: "RetrievalError", subKind: "query missed", name: "another topic searched" },
    make: rewritten,
  },
  {
    ...{ errorType: "RetrievalError", subKind: null, name: "other units returned" },
    make: () => ask(converse(UNIT)),
  },
  {
    ...{ errorType: "RetrievalError", subKind: "ranked out", name: "moved behind the others" },
    make: () => narrowed(([first, second, , last]) => [last ?? "", first ?? "", second ?? ""]),
  },
  {
    ...{ errorType: "RetrievalError", subKind: "filtered out", name: "a later result was kept" },
    make: () => narrowed(([first, second, , last]) => [first ?? "", second ?? "", last ?? ""]),
  },
  {
    ...{ errorType: "RetrievalError", subKind: "cut off", name: "only the first were kept" },
    make: () => narrowed((ranked) => ranked.slice(0, 2)),
  },
  {
    ...{ errorType: "RetrievalError", subKind: "cut off", name: "fewer than usual" },
    make: searchedShort,
  },
  {
    ...{ errorType: "RetrievalError", subKind: "stale unit preferred", name: "an older version" },
    make: stale,
  },
  {
    ...{ errorType: "RetrievalError", subKind: "nothing found", name: "no result" },
    make: () => ask(converse(UNIT), { units: [], results: "[]" }),
  },
  {
    ...{ errorType: "ResponseError", subKind: "ignored", name: "another colour" },
    make: () => ask(converse(UNIT), { units: ["unit-10@1"], prediction: "It is tall." }),
  },
  {
    ...{ errorType: "ResponseError", subKind: "miscounted", name: "another count" },
    make: () => extracted(VASES, VASES.replace("Ana", "I"), COUNTED),
  },
  {
    ...{ errorType: "ResponseError", subKind: "mixed up", name: "of somebody else" },
    make: () =>
      ask(converse("Ana bought her vase in Porto.", undefined, "I bought my vase in Porto."), {
        ...{ units: ["unit-10@1", "unit-20@1"], question: "Where did Ana buy her vase?" },
        ...{ expected: "Porto", prediction: "In Braga." },
        results: "Ana bought her vase in Porto.\nBen bought his vase in Braga.",
      }),
  },
  {
    ...{ errorType: "ResponseError", subKind: "refused", name: "says that it is unknown" },
    make: () => ask(converse(UNIT), { units: ["unit-10@1"] }),
  },
  {
    ...{ errorType: "ResponseError", subKind: "made up", name: "nobody named it" },
    make: () =>
      ask(
        converse(
          "Ana bought a tall blue vase from Duarte in Porto.",
          undefined,
          "In Porto I bought a tall blue vase from Duarte.",
        ),
        {
          ...{ units: ["unit-10@1"], question: "From whom did Ana buy the vase in Porto?" },
          ...{ expected: "Duarte", prediction: "From Henrique." },
        },
      ),
  },
];
