/** Pipelines of memory libraries: lists on their way into the memory, plans, and ended facts. */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { Trace } from "./support/trace.ts";

interface Asked {
  readonly question: string;
  readonly expected: string;
  readonly answer: string;
  readonly evidence: string;
}

const CONTRACT: Asked = {
  question: "How long does Vera's mobile contract still run?",
  expected: "until 30 November",
  answer: "I have no end date for Vera's mobile contract.",
  evidence: "m1@1",
};
const CONTRACT_FACT = "Vera's mobile contract runs until 30 November";

/** Returns the verdict on the answer to a question, for which `found` was searched. */
function answered(trace: Trace, asked: Asked, found: readonly (readonly [string, string])[]) {
  const query = trace.variable("q", asked.question, { class: "query" });
  const hits = trace.variable("hits", found.map(([, text]) => `- ${text}`).join("\n"), {
    category: "retrieved",
  });
  trace.operation("search", "vector_store.search", [
    [query, hits],
    ...found.map(([unit]) => [unit, hits] as const),
  ]);
  return replied(trace, asked, query, [hits]);
}

function replied(trace: Trace, asked: Asked, query: string, read: readonly string[]): string {
  const reply = trace.variable("a", asked.answer, { class: "prediction" });
  const links = [query, ...read].map((from) => [from, reply] as const);
  trace.operation("chat", "chat.completions", links);
  const graph = trace.build();
  const verdict = attribute(graph, {
    ...{ query: asked.question, queryId: query, prediction: asked.answer, predictionId: reply },
    ...{ expected: [asked.expected], evidence: [asked.evidence] },
  });
  const link = verdict.link === null ? undefined : graph.links.get(verdict.link);
  // A verdict names a link of its operation, also if another operation carried the change out.
  if (link !== undefined) expect(link.op).toBe(verdict.op);
  return `${verdict.errorType} ${verdict.op}`;
}

/**
 * Records how a library takes a message in: it extracts facts, finds similar units, and plans what
 * to do with them. Returns the ids of the facts and of the plan.
 */
function planned(
  trace: Trace,
  turn: number,
  { said, facts, similar = [], plan }: Turn,
): { readonly facts: string; readonly plan: string } {
  const message = trace.message(`m${turn}`, "Vera", said);
  const reply = trace.message(`r${turn}`, "Bot", "Noted.");
  const list = trace.variable(`facts_${turn}`, JSON.stringify({ facts }), { category: "facts" });
  trace.operation(`facts/${turn}`, "extract_facts", [
    [message, list],
    [reply, list],
  ]);
  const near = trace.variable(`near_${turn}`, JSON.stringify(similar.map(([, text]) => text)), {
    category: "candidates",
  });
  trace.operation(`near/${turn}`, "find_similar", [
    [list, near],
    ...similar.map(([unit]) => [unit, near] as const),
  ]);
  const made = trace.variable(`plan_${turn}`, JSON.stringify(plan), { category: "plan" });
  trace.operation(`plan/${turn}`, "decide", [
    [list, made],
    [near, made],
  ]);
  return { facts: list, plan: made };
}

interface Turn {
  readonly said: string;
  readonly facts: readonly string[];
  /** Ids and texts of similar units. */
  readonly similar?: readonly (readonly [string, string])[];
  readonly plan: readonly object[];
}

/** Records the first turn, which stores the contract as the unit `u1`. */
function withContract(): Trace {
  const trace = new Trace();
  const { plan } = planned(trace, 1, {
    said: "my mobile contract runs till 30 november, then I'm out",
    facts: [CONTRACT_FACT],
    plan: [{ event: "ADD", text: CONTRACT_FACT }],
  });
  const unit = trace.variable("u1", CONTRACT_FACT, { category: "memory" });
  trace.operation("apply/1", "apply_actions", [[plan, unit]]);
  return trace;
}

describe("lists of facts on their way into the memory", () => {
  it("A409 a list of extracted facts, read only by a plan, is no unit that a search can miss", () => {
    const trace = withContract();
    const text = "Vera's landline contract has no end date";
    const { plan } = planned(trace, 2, {
      said: "the landline has no end date by the way",
      facts: [text],
      similar: [["u1@1", CONTRACT_FACT]],
      plan: [{ event: "UPDATE", id: "u1", text }],
    });
    const unit = trace.variable("u1", text, { category: "memory", version: 2 });
    trace.operation("apply/2", "apply_actions", [
      [plan, unit],
      ["u1@1", unit],
    ]);
    expect(answered(trace, CONTRACT, [[unit, text]])).toBe("UpdateError plan/2");
  });

  it("A409 a unit that a step only condensed stays a unit if answers were made from it", () => {
    const trace = new Trace();
    const message = trace.message("m1", "Vera", "my mobile contract runs till 30 november");
    const fact = trace.variable("f1", CONTRACT_FACT, { category: "fact" });
    trace.operation("x", "extract", [[message, fact]]);
    const other = trace.message("m2", "Vera", "and my bike is red");
    const bike = trace.variable("f2", "Vera's bike is red", { category: "fact" });
    trace.operation("y", "extract", [[other, bike]]);
    const all = trace.variable("s1", "Vera has a mobile contract and a red bike", {
      category: "memory",
    });
    trace.operation("s", "condense", [
      [fact, all],
      [bike, all],
    ]);
    expect(answered(trace, CONTRACT, [[bike, "Vera's bike is red"]])).toBe("RetrievalError search");
  });

  it("A416 a step that compares a fact with the memory and stores nothing did not update", () => {
    const trace = withContract();
    planned(trace, 2, {
      said: "they extended the mobile contract, it now runs till 31 march",
      facts: ["Vera's mobile contract now runs until 31 March"],
      similar: [["u1@1", CONTRACT_FACT]],
      plan: [{ event: "NONE", id: "u1" }],
    });
    const asked = { ...CONTRACT, expected: "until 31 March", evidence: "m2@1" };
    const answer = "It runs until 30 November.";
    expect(answered(trace, { ...asked, answer }, [["u1@1", CONTRACT_FACT]])).toBe(
      "UpdateError plan/2",
    );
  });
});

describe("removals", () => {
  it("A412 an operation that removes one unit and adds another fact deleted the unit", () => {
    const trace = withContract();
    const text = "Vera's tablet has no contract";
    const { plan } = planned(trace, 2, {
      said: "the tablet has no contract at all",
      facts: [text],
      similar: [["u1@1", CONTRACT_FACT]],
      plan: [
        { event: "DELETE", id: "u1", text: CONTRACT_FACT },
        { event: "ADD", text },
      ],
    });
    const log = trace.variable("log_1", JSON.stringify({ id: "u1", old: CONTRACT_FACT }), {
      category: "history",
    });
    const unit = trace.variable("u2", text, { category: "memory" });
    trace.operation(
      "apply/2",
      "apply_actions",
      [
        ["u1@1", log, "delete"],
        [plan, log],
        [plan, unit],
      ],
      { category: "update" },
    );
    expect(answered(trace, CONTRACT, [[unit, text]])).toBe("DeletionError plan/2");
  });

  it.each([
    [{ event: "ADD", text: "Vera's mobile contract has a new tariff" }],
    [{ event: "NONE", text: "Vera's mobile contract is with Nordtel" }],
  ])("A419 the order of the entries of a plan does not matter: %j first", (other) => {
    const trace = withContract();
    const { plan } = planned(trace, 2, {
      said: "I have a new tariff now",
      facts: ["Vera has a new tariff"],
      similar: [["u1@1", CONTRACT_FACT]],
      plan: [other, { event: "DELETE", id: "u1", text: CONTRACT_FACT }],
    });
    const gone = trace.variable("gone", "", { category: "tombstone" });
    const tariff = trace.variable("u2", "Vera has a new tariff", { category: "memory" });
    trace.operation("apply/2", "apply_actions", [
      ["u1@1", gone, "delete"],
      [plan, gone],
      [plan, tariff],
    ]);
    expect(answered(trace, CONTRACT, [[tariff, "Vera has a new tariff"]])).toBe(
      "DeletionError plan/2",
    );
  });

  it("A412 an operation that empties a unit and writes a plan deleted the unit", () => {
    const trace = withContract();
    const list = trace.variable("facts_2", '{"facts":["Vera likes tea"]}', { category: "facts" });
    const plan = trace.variable("plan_2", '[{"event":"DELETE","id":"u1"}]', { category: "plan" });
    const emptied = trace.variable("u1", "", { category: "memory", version: 2 });
    const tea = trace.variable("u2", "Vera likes tea", { category: "memory" });
    trace.operation("manage", "manage_memory", [
      [list, plan],
      ["u1@1", plan],
      ["u1@1", emptied],
      [list, tea],
    ]);
    expect(answered(trace, CONTRACT, [[tea, "Vera likes tea"]])).toBe("DeletionError manage");
  });

  it.each([
    ["delete", "DeletionError"],
    [undefined, "UpdateError"],
  ])("A415 lines that a step with the link category %j left out: %s", (category, type) => {
    const trace = new Trace();
    const message = trace.message("m1", "Vera", "my mobile contract runs till 30 november");
    const start = `1. ${CONTRACT_FACT}\n2. Vera has a red bike`;
    const begun = trace.variable("list", start, { category: "memory" });
    trace.operation("x1", "save", [[message, begun]]);
    const other = trace.message("m2", "Vera", "I like tea");
    const full = `${start}\n3. Vera likes tea`;
    const list = trace.variable("list", full, { category: "memory", version: 2 });
    trace.operation("x2", "save", [
      [begun, list],
      [other, list],
    ]);
    const rest = "1. Vera has a red bike\n2. Vera likes tea";
    const shorter = trace.variable("list", rest, { category: "memory", version: 3 });
    trace.operation("tidy", "tidy", [
      category === undefined ? [list, shorter] : [list, shorter, category],
    ]);
    expect(answered(trace, CONTRACT, [[shorter, rest]])).toBe(`${type} tidy`);
  });
});

describe("plans", () => {
  const PAGE = `Vera's bike is red.\n${CONTRACT_FACT}.`;

  function edited(call: object, after: string): string {
    const trace = new Trace();
    const message = trace.message("m1", "Vera", "my mobile contract runs till 30 november");
    const page = trace.variable("page", PAGE, { category: "memory" });
    trace.operation("x", "save", [[message, page]]);
    const later = trace.message("m2", "Vera", "the bike got a basket");
    const plan = trace.variable("call", JSON.stringify(call), { category: "tool_call" });
    trace.operation("step", "agent_step", [
      [later, plan],
      [page, plan],
    ]);
    const next = trace.variable("page", after, { category: "memory", version: 2 });
    trace.operation("tool", "edit_page", [
      [plan, next],
      [page, next],
    ]);
    return answered(trace, CONTRACT, [[next, after]]);
  }

  it.each([
    ["rewrite", { page: "Vera has a red bike with a basket." }],
    ["replace", { old: `${CONTRACT_FACT}.`, new: "The bike has a basket." }],
  ])("A419 the step that planned to %s a text is at fault, not the tool", (_, call) => {
    expect(edited(call, "Vera has a red bike with a basket.")).toBe("UpdateError step");
  });

  it("A419 a tool that deletes a unit which the plan keeps is at fault itself", () => {
    const trace = new Trace();
    const texts = [CONTRACT_FACT, "Vera likes tea"];
    const units = texts.map((text, index) => {
      const message = trace.message(`m${index + 1}`, "Vera", text);
      const unit = trace.variable(`unit_${index}`, text, { category: "memory" });
      trace.operation(`x${index}`, "save", [[message, unit]]);
      return unit;
    });
    const events = ["NONE", "DELETE"];
    const entries = texts.map((text, index) => ({ id: index, text, event: events[index] }));
    const plan = trace.variable("plan", JSON.stringify(entries), { category: "plan" });
    const read = units.map((unit) => [unit, plan] as const);
    trace.operation("decide", "decide", read);
    const gone = trace.variable("gone", "", { category: "tombstone" });
    trace.operation("apply", "apply_plan", [
      [plan, gone],
      [units[0] ?? "", gone, "delete"],
    ]);
    const tea = [units[1] ?? "", "Vera likes tea"] as const;
    expect(answered(trace, CONTRACT, [tea])).toBe("DeletionError apply");
  });

  it("A419 a tool that drops more than the plan says is at fault itself", () => {
    const after = "Vera's bike is red.\nIt has a basket.";
    expect(edited({ append: "It has a basket." }, after)).toBe("UpdateError tool");
  });
});

it.each(["Vera removed the old sofa", "Removed the old sofa", "Clear skies preferred"])(
  "A415 “%s” is no request to remove entries",
  (said) => {
    const trace = new Trace();
    const message = trace.message("m1", "Vera", "my mobile contract runs till 30 november");
    const start = `${CONTRACT_FACT}\nVera has a red sofa`;
    const begun = trace.variable("list", start, { category: "memory" });
    trace.operation("x1", "save", [[message, begun]]);
    const other = trace.message("m2", "Vera", "I like tea");
    const full = `${start}\nVera likes tea`;
    const list = trace.variable("list", full, { category: "memory", version: 2 });
    trace.operation("x2", "save", [
      [begun, list],
      [other, list],
    ]);
    const fact = trace.variable("fact", said);
    trace.operation("f", "extract", [[trace.message("m3", "Vera", "the old sofa is gone"), fact]]);
    const rest = "Vera has a red sofa\nVera likes tea";
    const shorter = trace.variable("list", rest, { category: "memory", version: 3 });
    trace.operation("x3", "write_profile", [
      [list, shorter],
      [fact, shorter],
    ]);
    expect(answered(trace, CONTRACT, [[shorter, rest]])).toBe("UpdateError x3");
  },
);

describe("digests", () => {
  it("A410 if answers read only a digest, the entries that it was made from are no units", () => {
    const trace = new Trace();
    const first = trace.message("m1", "Vera", "my mobile contract runs till 30 november");
    const entry = trace.variable("entry_1", CONTRACT_FACT, { category: "memory" });
    trace.operation("x1", "append", [[first, entry]]);
    const digest = trace.variable("digest", "Vera has a mobile contract.", { category: "summary" });
    trace.operation("night/1", "condense", [[entry, digest]]);
    const second = trace.message("m2", "Vera", "I bought a red bike");
    const bike = trace.variable("entry_2", "Vera bought a red bike", { category: "memory" });
    trace.operation("x2", "append", [[second, bike]]);
    const text = "Vera has a mobile contract and a red bike.";
    const later = trace.variable("digest", text, { category: "summary", version: 2 });
    trace.operation("night/2", "condense", [
      [digest, later],
      [bike, later],
    ]);
    expect(answered(trace, CONTRACT, [[later, text]])).toBe("UpdateError night/1");
  });
});

it("A410 an insight is not the memory if another question searched the units", () => {
  const trace = new Trace();
  const message = trace.message("m1", "Vera", "my mobile contract runs till 30 november");
  const unit = trace.variable("u1", CONTRACT_FACT, { category: "memory" });
  trace.operation("x1", "save", [[message, unit]]);
  const text = "Vera is careful with contracts";
  const insight = trace.variable("insight", text, { category: "insight" });
  trace.operation("reflect", "reflect", [[unit, insight]]);
  const first = trace.variable("q0", "Does Vera have a contract?", { class: "query" });
  const hits = trace.variable("hits_0", CONTRACT_FACT, { category: "retrieved" });
  trace.operation("search/0", "vector_store.search", [
    [first, hits],
    [unit, hits],
  ]);
  expect(answered(trace, CONTRACT, [[insight, text]])).toBe("RetrievalError search");
});

describe("earlier answers", () => {
  it.each(["memory", "fact"])("A410 an answer made from units of “%s” is no unit", (category) => {
    const trace = new Trace();
    const message = trace.message("m1", "Vera", "my mobile contract runs till 30 november");
    const unit = trace.variable("u1", CONTRACT_FACT, { category });
    trace.operation("x1", "save", [[message, unit]]);
    const other = trace.message("m2", "Vera", "my bike is red");
    const bike = trace.variable("u2", "Vera's bike is red", { category: "memory" });
    trace.operation("x2", "save", [[other, bike]]);
    const first = trace.variable("q0", "What colour is Vera's bike?", { class: "query" });
    const output = trace.variable("output_0", "Vera's bike is red.");
    trace.operation("chat/0", "chat.completions", [
      [first, output],
      [unit, output],
      [bike, output],
    ]);
    const query = trace.variable("q", CONTRACT.question, { class: "query" });
    const hits = trace.variable("hits", "[]", { category: "retrieved" });
    trace.operation("search", "search_memory", [[query, hits]]);
    expect(replied(trace, CONTRACT, query, [output, hits])).toBe("RetrievalError search");
  });
});

describe("contexts that are built after the question", () => {
  const SAID = [
    "my mobile contract runs till 30 november",
    "do you know a good plumber?",
    "the sink is leaking again",
    "it drips all night",
  ];

  it.each([
    ["a cut message", [0, 1, 2, 3], "Vera: my mobile contract … [cut]"],
    ["the last messages", [2, 3], ""],
  ] as const)("A411 a step that keeps only %s lost the rest", (_, kept, beginning) => {
    const trace = new Trace();
    const messages = SAID.map((said, index) => trace.message(`m${index + 1}`, "Vera", said));
    const query = trace.variable("q", CONTRACT.question, { class: "query" });
    const lines = [beginning, ...SAID.slice(2).map((said) => `Vera: ${said}`)];
    const window = trace.variable("window", lines.join("\n"), { category: "context" });
    const links = kept.map((index) => [messages[index] ?? "", window] as const);
    trace.operation("fit", "fit_to_budget", links);
    expect(replied(trace, CONTRACT, query, [window])).toBe("RetrievalError fit");
  });
});

it.each([
  ["after", [1, 2], "RetrievalError load"],
  ["before", [1, 2, 4], "null null"],
] as const)(
  "A411 a window beside a summary left out a message from %s the summarised ones",
  (_, summarised, expected) => {
    const trace = new Trace();
    const said = ["hello", "I moved to Linz", "my mobile contract runs till 30 november"];
    const later = ["the sink is leaking", "it drips all night"];
    const messages = [...said, ...later].map((text, index) =>
      trace.message(`m${index - 1}`, "Vera", text),
    );
    const summary = trace.variable("summary", "Vera moved to Linz.", { category: "memory" });
    const read = summarised.map((place) => [messages[place - 1] ?? "", summary] as const);
    trace.operation("sum", "summarize", read);
    const query = trace.variable("q", CONTRACT.question, { class: "query" });
    const window = trace.variable("window", "Vera moved to Linz.\nVera: it drips all night", {
      category: "context",
    });
    trace.operation("load", "load_window", [
      [query, window],
      [summary, window],
      [messages[4] ?? "", window],
    ]);
    expect(replied(trace, CONTRACT, query, [window])).toBe(expected);
  },
);

it("A432 a step that rewrote the question with the conversation led the search astray", () => {
  const trace = new Trace();
  const message = trace.message("m1", "Vera", "my mobile contract runs till 30 november");
  const unit = trace.variable("u1", CONTRACT_FACT, { category: "memory" });
  trace.operation("x1", "save", [[message, unit]]);
  const other = trace.message("m2", "Vera", "the red bike has a flat tyre");
  const bike = trace.variable("u2", "Vera's red bike has a flat tyre", { category: "memory" });
  trace.operation("x2", "save", [[other, bike]]);
  const query = trace.variable("q", CONTRACT.question, { class: "query" });
  const words = trace.variable("words", "red bike flat tyre repair");
  trace.operation("condense", "condense_question", [
    [query, words],
    [other, words],
  ]);
  const hits = trace.variable("hits", "- Vera's red bike has a flat tyre", {
    category: "retrieved",
  });
  trace.operation("search", "vector_store.search", [
    [words, hits],
    [bike, hits],
  ]);
  expect(replied(trace, CONTRACT, query, [hits])).toBe("RetrievalError condense");
});

it("A411 a tool that read no message and no unit built no context", () => {
  const trace = new Trace();
  const message = trace.message("m1", "Vera", "my mobile contract runs till 30 november");
  const unit = trace.variable("u1", CONTRACT_FACT, { category: "memory" });
  trace.operation("x1", "save", [[message, unit]]);
  const query = trace.variable("q", CONTRACT.question, { class: "query" });
  const zone = trace.variable("zone", "Europe/Vienna");
  const time = trace.variable("time", "Today is 6 May 2024.");
  trace.operation("clock", "get_time", [[zone, time]]);
  expect(replied(trace, CONTRACT, query, [time])).not.toBe("RetrievalError clock");
});

describe("facts that were ended", () => {
  const FACT = "Omar is on the board of the sailing club";
  const ASKED: Asked = {
    question: "Which club is Omar on the board of?",
    expected: "the sailing club",
    answer: "Omar is no longer on the board of any club.",
    evidence: "m1@1",
  };
  const edge = (fields: object) => JSON.stringify({ fact: FACT, ...fields });

  function ended(before: string, after: string, asked: Asked, isReturned: boolean): string {
    const trace = new Trace();
    const message = trace.message("m1", "Ana", "Omar is on the board of the sailing club");
    const unit = trace.variable("edge_1", before, { category: "fact" });
    trace.operation("add/1", "add_episode", [[message, unit]]);
    const other = trace.message("m2", "Ana", "Omar also coaches the juniors on Sundays");
    const coach = trace.variable("edge_2", "Omar coaches the juniors", { category: "fact" });
    const closed = trace.variable("edge_1", after, { category: "fact", version: 2 });
    trace.operation("add/2", "add_episode", [
      [other, coach],
      [unit, closed],
      [other, closed],
    ]);
    return answered(trace, asked, [
      [coach, "Omar coaches the juniors"],
      ...(isReturned ? [[closed, after] as const] : []),
    ]);
  }

  it.each([
    [edge({ invalid_at: null }), edge({ invalid_at: "2024-05-02" })],
    [edge({ status: "active" }), edge({ status: "superseded" })],
    [`${FACT} expired_at=null`, `${FACT} expired_at=2024-05-02`],
  ])("A414 %s → %s: the step that ended the fact is at fault", (before, after) => {
    expect(ended(before, after, ASKED, true)).toBe("DeletionError add/2");
    expect(ended(before, after, ASKED, false)).toBe("DeletionError add/2");
  });

  it("A414 a question with a word such as “now” asks about the present in any language", () => {
    const question = "In welchem Verein ist Omar jetzt im Vorstand?";
    const [before, after] = [edge({ invalid_at: null }), edge({ invalid_at: "2024-05-02" })];
    expect(ended(before, after, { ...ASKED, question }, true)).toBe("DeletionError add/2");
  });

  it("A414 a question about the past does not need a fact that is still true", () => {
    const question = "Which club was Omar on the board of?";
    const asked = { ...ASKED, question, answer: "I do not know." };
    const [before, after] = [edge({ invalid_at: null }), edge({ invalid_at: "2024-05-02" })];
    expect(ended(before, after, asked, true)).toBe("ResponseError chat");
    expect(ended(before, after, asked, false)).toBe("RetrievalError search");
  });

  it.each([
    [edge({ score: null }), edge({ score: 0.4 })],
    [edge({ attended: false }), edge({ attended: true })],
    [edge({ expires_at: null }), edge({ expires_at: "2030-01-01" })],
    [edge({ valid_until: null }), edge({ valid_until: "2030-01-01" })],
    [edge({ invalid_at: "2024-05-02" }), edge({ invalid_at: null })],
  ])("A414 %s → %s did not end the fact", (before, after) => {
    expect(ended(before, after, ASKED, false)).toBe("RetrievalError search");
  });

  it.each([
    "Bei welchem Verein hat Omar 2020 im Vorstand gesessen?",
    "¿En qué club trabajó Omar?",
    "Which club has Omar visited?",
    "Which club elected Omar?",
  ])("A414 “%s” does not ask about the present", (question) => {
    const [before, after] = [edge({ invalid_at: null }), edge({ invalid_at: "2024-05-02" })];
    expect(ended(before, after, { ...ASKED, question }, true)).not.toContain("DeletionError");
  });

  it("A414 a step that stores an end date which the question asks for ended nothing", () => {
    const asked: Asked = {
      ...{ question: "Until when is Omar on the board?", expected: "2 May 2024" },
      ...{ answer: "I do not know.", evidence: "m2@1" },
    };
    const trace = new Trace();
    const message = trace.message("m1", "Ana", FACT);
    const unit = trace.variable("edge_1", edge({ valid_to: null }), { category: "fact" });
    trace.operation("add/1", "add_episode", [[message, unit]]);
    const other = trace.message("m2", "Ana", "Omar is on the board until 2 May 2024");
    const after = edge({ valid_to: "2024-05-02" });
    const closed = trace.variable("edge_1", after, { category: "fact", version: 2 });
    trace.operation("add/2", "add_episode", [
      [unit, closed],
      [other, closed],
    ]);
    expect(answered(trace, asked, [[closed, after]])).toBe("ResponseError chat");
  });
});

it("A418 an answer does not show which fields of a profile the answering step sees", () => {
  const trace = new Trace();
  const first = trace.message("m1", "Vera", "my shirt size is 44");
  const profile = trace.variable("profile", '{"shirt":44}', { category: "profile" });
  trace.operation("put/1", "store.put", [[first, profile]]);
  const second = trace.message("m2", "Vera", "for shoes I take 39");
  const both = '{"shirt":44,"shoes":39}';
  const next = trace.variable("profile", both, { category: "profile", version: 2 });
  trace.operation("put/2", "store.put", [
    [second, next],
    [profile, next],
  ]);
  const query = trace.variable("q", "What is Vera's shoe size?", { class: "query" });
  const asked = {
    ...{ question: "What is Vera's shoe size?", expected: "39" },
    ...{ answer: "Vera's shoe size is 44.", evidence: "m2@1" },
  };
  expect(replied(trace, asked, query, [next])).toBe("ResponseError chat");
});
