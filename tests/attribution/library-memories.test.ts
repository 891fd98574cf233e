/** Traces of memory libraries: extracted lists, plans of changes, and removals of units. */
import { describe, expect, it } from "vitest";
import {
  answered,
  CONTRACT,
  CONTRACT_FACT,
  planned,
  replied,
  stored,
  storedContract,
  withContract,
} from "./support/library-trace.ts";
import { Trace } from "./support/trace.ts";

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

  it("A409 a plan that also led to the record of a deletion passes the facts on", () => {
    const trace = withContract();
    const { plan } = planned(trace, 2, {
      said: "the mobile shop was closed on saturday",
      facts: ["The mobile shop was closed"],
      similar: [["u1@1", CONTRACT_FACT]],
      plan: [{ event: "DELETE", id: "u1", text: CONTRACT_FACT }],
    });
    const row = { memory_id: "u1", old_memory: CONTRACT_FACT, new_memory: null, event: "DELETE" };
    const history = trace.variable("history", JSON.stringify(row), { category: "history" });
    const cleared = ["u1@1", plan].map((from) => [from, history, "delete"] as const);
    trace.operation("delete/2", "delete_memory", cleared);
    expect(answered(trace, CONTRACT, [])).toBe("DeletionError plan/2");
  });

  it("A409 a unit that a step only condensed stays a unit if answers were made from it", () => {
    const trace = new Trace();
    const { unit: fact } = storedContract(trace, "fact");
    const { unit: bike } = stored(trace, 2, "and my bike is red", "Vera's bike is red", "fact");
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
});

describe("plans", () => {
  const PAGE = `Vera's bike is red.\n${CONTRACT_FACT}.`;

  function edited(call: object, after: string, metadata: Record<string, unknown> = {}): string {
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
    trace.operation(
      "tool",
      "edit_page",
      [
        [plan, next],
        [page, next],
      ],
      { metadata },
    );
    return answered(trace, CONTRACT, [[next, after]]);
  }

  it.each([
    ["rewrite", { page: "Vera has a red bike with a basket." }],
    ["replace", { old: `${CONTRACT_FACT}.`, new: "The bike has a basket." }],
  ])("A419 the step that planned to %s a text is at fault, not the tool", (_, call) => {
    expect(edited(call, "Vera has a red bike with a basket.")).toBe("UpdateError step");
  });

  it("A419 a tool that ran inside the step that planned is at fault itself", () => {
    const after = "Vera has a red bike with a basket.";
    expect(edited({ page: after }, after, { inside: "step" })).toBe("UpdateError tool");
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

describe("earlier answers", () => {
  it.each(["memory", "fact"])("A409 an answer made from units of “%s” is no unit", (category) => {
    const trace = new Trace();
    const { unit } = storedContract(trace, category);
    const { unit: bike } = stored(trace, 2, "my bike is red", "Vera's bike is red");
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

describe("a block of facts with several versions", () => {
  const OLD = "- Vera's landline has no end date";
  it.each([
    ["only adds a fact", `${OLD}\n- Vera has a mobile contract`, "ExtractionError"],
    ["drops an older fact", "- Vera has a mobile contract", "UpdateError"],
    ["changes nothing", OLD, "UpdateError"],
  ])("A456 a step that %s leaves out a detail of a message", (_, text, errorType) => {
    const trace = new Trace();
    const first = trace.message("m0", "Vera", "the landline has no end date");
    const block = trace.variable("facts", OLD, { category: "memory" });
    trace.operation("put/1", "block.put", [[first, block]]);
    const message = trace.message("m1", "Vera", "my mobile contract runs till 30 november");
    const next = trace.variable("facts", text, { category: "memory", version: 2 });
    trace.operation("put/2", "block.put", [
      [message, next],
      [block, next],
    ]);
    expect(answered(trace, CONTRACT, [[next, text]])).toBe(`${errorType} put/2`);
  });

  it("A456 a step that adds a field to a form leaves out a detail of a message", () => {
    const trace = new Trace();
    const first = trace.message("m0", "Vera", "the landline has no end date");
    const form = trace.variable("form", '{\n "landline": "no end date"\n}', { category: "memory" });
    trace.operation("put/1", "block.put", [[first, form]]);
    const message = trace.message("m1", "Vera", "my mobile contract runs till 30 november");
    const text = '{\n "landline": "no end date",\n "mobile": "has a contract"\n}';
    const next = trace.variable("form", text, { category: "memory", version: 2 });
    trace.operation("put/2", "block.put", [
      [message, next],
      [form, next],
    ]);
    expect(answered(trace, CONTRACT, [[next, text]])).toBe("ExtractionError put/2");
  });

  it("A456 a step that keeps the wrong details of the answer had to replace them", () => {
    const trace = new Trace();
    const first = trace.message("m0", "Vera", "my mobile contract runs till 31 may");
    const old = "- Vera's mobile contract runs until 31 May";
    const block = trace.variable("facts", old, { category: "memory" });
    trace.operation("put/1", "block.put", [[first, block]]);
    const message = trace.message("m1", "Vera", "my mobile contract runs till 30 november");
    const text = `${old}\n- Vera is glad about her contract`;
    const next = trace.variable("facts", text, { category: "memory", version: 2 });
    trace.operation("put/2", "block.put", [
      [message, next],
      [block, next],
    ]);
    const asked = { ...CONTRACT, answer: "Until 31 May." };
    expect(answered(trace, asked, [[next, text]])).toBe("UpdateError put/2");
  });
});
