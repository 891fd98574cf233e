/**
 * An agent with a memory, described by the steps that instrumentation would record. Its model is a
 * script. A test can plant one fault. Each turn is a separate trace.
 */

export type Fault = "extraction" | "update" | "deletion" | "retrieval" | "response";

/** Arguments of a call to the search tool. */
export interface Call {
  readonly query: string;
}

export interface Said {
  readonly role: "system" | "user" | "assistant" | "tool";
  /** The text; JSON for a tool result. */
  readonly content: string;
  /** A tool call, instead of text content. */
  readonly call?: Call;
}

export interface Unit {
  readonly id: string;
  readonly text: string;
}

export type AgentStep =
  | { readonly kind: "model"; readonly prompt: readonly Said[]; readonly answer: string | Call }
  | { readonly kind: "write"; readonly as: "create" | "update"; readonly unit: Unit }
  | { readonly kind: "delete"; readonly unit: Unit }
  | { readonly kind: "search"; readonly query: string; readonly found: readonly Unit[] };

export interface Turn {
  readonly said: string;
  readonly reply: string;
  readonly steps: readonly AgentStep[];
}

export const QUESTION = "Where is the spare key kept these days?";
export const EXPECTED = "in the blue flowerpot";

const EXTRACTOR = "Extract the facts from what the user says.\nAnswer with JSON.";
const ANSWERER = "You answer from the memories below.";

const MESSAGES: readonly (readonly [said: string, id: string, fact: string])[] = [
  ["My sister Clara moved to Lisbon last spring.", "m1", "User's sister Clara lives in Lisbon"],
  [
    "By the way, the spare key is kept in the blue flowerpot.",
    "m2",
    "The spare key is kept in the blue flowerpot",
  ],
  ["I work as a baker and get up at four.", "m3", "User works as a baker"],
  ["My dog Rex is afraid of thunder.", "m4", "User's dog Rex is afraid of thunder"],
];

/** A conversation that ends with a question. With a fault, the answer is wrong. */
export function converse(fault?: Fault): Turn[] {
  const store = new Map<string, string>();
  const turns = MESSAGES.map(([said, id, fact]): Turn => {
    const isSpoilt = fault === "extraction" && id === "m2";
    const kept = isSpoilt ? "User talked about household matters" : fact;
    store.set(id, kept);
    return {
      said,
      reply: "Noted, thank you for telling me.",
      steps: [extract(said, kept), { kind: "write", as: "create", unit: { id, text: kept } }],
    };
  });
  const news = "The kitchen window was painted green yesterday.";
  const learnt = "The kitchen window is painted green";
  if (fault === "update") {
    store.set("m2", learnt);
    turns.push(turn(news, extract(news, learnt), write("update", "m2", learnt)));
  } else {
    store.set("m5", learnt);
    turns.push(turn(news, extract(news, learnt), write("create", "m5", learnt)));
  }
  const idle = "Please forget what does not matter any more.";
  const goner = fault === "deletion" ? "m2" : "m3";
  const unit = { id: goner, text: store.get(goner) ?? "" };
  store.delete(goner);
  turns.push(turn(idle, { kind: "delete", unit }));
  return [...turns, ask(store, fault)];
}

function ask(store: ReadonlyMap<string, string>, fault: Fault | undefined): Turn {
  const units = [...store].map(([id, text]) => ({ id, text }));
  const found = units.filter(({ id }) => fault !== "retrieval" || id !== "m2").slice(0, 4);
  const memories = found.map(({ text }) => `- ${text}`).join("\n");
  const knows = memories.includes("flowerpot") && fault !== "response";
  const answer = knows
    ? "It is kept in the blue flowerpot."
    : "I do not know where the key is kept.";
  return {
    said: QUESTION,
    reply: answer,
    steps: [
      { kind: "search", query: QUESTION, found },
      {
        kind: "model",
        prompt: [
          { role: "system", content: `${ANSWERER}\nMemories:\n${memories}` },
          { role: "user", content: QUESTION },
        ],
        answer,
      },
    ],
  };
}

/** Changes the last turn so that the model itself calls the search tool, with its own query. */
export function bySearchTool(turns: readonly Turn[]): Turn[] {
  const last = turns.at(-1);
  const search = last?.steps.find((step) => step.kind === "search");
  if (last === undefined || search === undefined) return [...turns];
  const call = { query: "location of the spare key" };
  const asked: Said = { role: "user", content: QUESTION };
  const results = JSON.stringify(search.found.map(({ id, text }) => ({ id, memory: text })));
  const steps: AgentStep[] = [
    { kind: "model", prompt: [asked], answer: call },
    { ...search, query: call.query },
    {
      kind: "model",
      prompt: [asked, { role: "assistant", content: "", call }, { role: "tool", content: results }],
      answer: last.reply,
    },
  ];
  return [...turns.slice(0, -1), { ...last, steps }];
}

function turn(said: string, ...steps: AgentStep[]): Turn {
  return { said, reply: "Noted, thank you for telling me.", steps };
}

function write(as: "create" | "update", id: string, text: string): AgentStep {
  return { kind: "write", as, unit: { id, text } };
}

function extract(said: string, fact: string): AgentStep {
  return {
    kind: "model",
    prompt: [
      { role: "system", content: EXTRACTOR },
      { role: "user", content: said },
    ],
    answer: JSON.stringify({ facts: [fact] }),
  };
}
