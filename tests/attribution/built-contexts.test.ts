/** Contexts that a step built after the question, and questions that a step rewrote. */
import { describe, expect, it } from "vitest";
import { CONTRACT, replied, stored, storedContract } from "./support/library-trace.ts";
import { Trace } from "./support/trace.ts";

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

it("A458 a step that only counts the messages left none of them out", () => {
  const trace = new Trace();
  const said = ["my mobile contract runs till 30 november", "the sink is leaking", "it drips"];
  const messages = said.map((text, index) => trace.message(`m${index + 1}`, "Vera", text));
  const query = trace.variable("q", CONTRACT.question, { class: "query" });
  const state = trace.variable("state", JSON.stringify({ count: messages.length + 1 }));
  const read = [...messages, query];
  trace.operation(
    "add",
    "add_messages",
    read.map((from) => [from, state] as const),
  );
  const window = trace.variable("window", "Vera: it drips", { category: "context" });
  trace.operation(
    "trim",
    "trim_messages",
    read.map((from) => [from, window] as const),
  );
  expect(replied(trace, CONTRACT, query, [window])).toBe("RetrievalError trim");
});

it.each(["a message", "the chat history", "an unrecorded history", "a unit of the context"])(
  "A432 a step that rewrote the question with %s led the search astray",
  (help) => {
    const trace = new Trace();
    storedContract(trace);
    const text = "Vera's red bike has a flat tyre";
    const { message: other, unit: bike } = stored(trace, 2, "the red bike has a flat tyre", text);
    const history = trace.variable("history", "Vera: the red bike has a flat tyre");
    trace.operation("append", "append", [[other, history]]);
    const query = trace.variable("q", CONTRACT.question, { class: "query" });
    const words = trace.variable("words", "red bike flat tyre repair");
    const unrecorded = trace.variable("turns", "Vera: the red bike has a flat tyre");
    const helping =
      { "a message": other, "the chat history": history, "an unrecorded history": unrecorded }[
        help
      ] ?? bike;
    trace.operation("condense", "condense_question", [
      [query, words],
      [helping, words],
    ]);
    const hits = trace.variable("hits", "- Vera's red bike has a flat tyre", {
      category: "retrieved",
    });
    trace.operation("search", "vector_store.search", [
      [words, hits],
      [bike, hits],
    ]);
    const read = helping === bike ? [hits, bike] : [hits];
    expect(replied(trace, CONTRACT, query, read)).toBe("RetrievalError condense");
  },
);

it("A476 a step that changed the topic is at fault although the search reads all units", () => {
  const trace = new Trace();
  const { unit: phone } = storedContract(trace);
  const text = "Vera's red bike has a flat tyre";
  const { unit: bike } = stored(trace, 2, "the red bike has a flat tyre", text);
  const query = trace.variable("q", CONTRACT.question, { class: "query" });
  const words = trace.variable("words", "red bike flat tyre repair");
  trace.operation("condense", "condense_question", [[query, words]]);
  const hits = trace.variable("hits", "- Vera's red bike has a flat tyre", {
    category: "retrieved",
  });
  trace.operation("search", "vector_store.search", [
    [words, hits],
    [phone, hits],
    [bike, hits],
  ]);
  expect(replied(trace, CONTRACT, query, [hits])).toBe("RetrievalError condense");
});

it.each([
  ["tablet contract end", "RetrievalError condense"],
  ["mobile contract end", "RetrievalError search"],
])("A457 the search text “%s” gives %s", (text, expected) => {
  const trace = new Trace();
  storedContract(trace);
  const said = "my tablet contract ends in march, it is cheap";
  const { unit: tablet } = stored(trace, 2, said, "Vera's tablet contract ends in March");
  const asked = { ...CONTRACT, question: "How long does Vera's mobile still run?" };
  const query = trace.variable("q", asked.question, { class: "query" });
  const words = trace.variable("words", text);
  trace.operation("condense", "condense_question", [[query, words]]);
  const hits = trace.variable("hits", "- Vera's tablet contract ends in March", {
    category: "retrieved",
  });
  trace.operation("search", "vector_store.search", [
    [words, hits],
    [tablet, hits],
  ]);
  expect(replied(trace, asked, query, [hits])).toBe(expected);
});

it("A411 a tool that read no message and no unit built no context", () => {
  const trace = new Trace();
  storedContract(trace);
  const query = trace.variable("q", CONTRACT.question, { class: "query" });
  const zone = trace.variable("zone", "Europe/Vienna");
  const time = trace.variable("time", "Today is 6 May 2024.");
  trace.operation("clock", "get_time", [[zone, time]]);
  expect(replied(trace, CONTRACT, query, [time])).not.toBe("RetrievalError clock");
});
