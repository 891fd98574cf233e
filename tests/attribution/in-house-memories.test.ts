/** Traces of memories that teams built themselves: cards, digests, lists of ids, and clean-ups. */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { storeAt } from "../../src/graph/memory/store.ts";
import { Trace } from "./support/trace.ts";

interface Asked {
  readonly query: string;
  readonly expected: string;
  readonly answer: string;
}

/** Records an operation that writes all `to` from all `from`. */
function step(trace: Trace, op: string, from: readonly string[], to: readonly string[]): void {
  const links = from.flatMap((source) => to.map((target) => [source, target] as const));
  trace.operation(op, op, links);
}

/** Records a search for the question that returned `text` from `units`, and the answer. */
function answered(trace: Trace, { query, expected, answer }: Asked, units: string[], text: string) {
  const asked = trace.variable("asked", query, { class: "query" });
  const context = trace.variable("context", text, { category: "retrieved" });
  step(trace, "search", [asked, ...units], [context]);
  return replied(trace, { query, expected, answer }, asked, context);
}

function replied(trace: Trace, given: Asked, asked: string, context: string) {
  const reply = trace.variable("reply", given.answer, { class: "prediction" });
  step(trace, "respond", [asked, context], [reply]);
  const { query, expected, answer } = given;
  return attribute(trace.build(), {
    ...{ query, queryId: asked, prediction: answer, predictionId: reply },
    ...{ expected: [expected], evidence: ["m1@1"] },
  });
}

function verdict({ errorType, op }: ReturnType<typeof attribute>): string {
  return `${errorType} ${op}`;
}

describe("removals", () => {
  const UNIT = "Dr Okafor prescribed bisoprolol 2.5 mg to Walter.";
  const DOSE = {
    query: "What strength is Walter's heart tablet?",
    expected: "2.5 mg",
    answer: "I have no strength on record.",
  };
  const recorded = (record: string) => {
    const trace = new Trace();
    const message = trace.message("m1", "Walter", "Dr Okafor put me on bisoprolol 2.5 mg");
    const unit = trace.variable("u1", UNIT, { category: "memory" });
    step(trace, "write", [message], [unit]);
    const other = trace.variable("u2", "Walter grows potatoes.", { category: "memory" });
    step(trace, "write_2", [trace.message("m2", "Walter", "planted potatoes")], [other]);
    const next = trace.variable("u1", record, { category: "memory", version: 2 });
    step(trace, "nightly", [unit], [next]);
    return { trace, other };
  };

  it.each([
    '{"id":"u1","state":"purged","reason":"not read for 90 days","at":"2025-04-10"}',
    '{"evicted":true}',
    '{"deleted_at":"2025-04-10"}',
    '{"geloescht":"2025-04-10","grund":"abgelaufen"}',
  ])("Q103 a field of the new version says that the unit was removed: %s", (record) => {
    const { trace, other } = recorded(record);
    const kept = storeAt(trace.build(), Number.POSITIVE_INFINITY).map(({ id }) => id);
    expect(kept).toEqual(["u2@1"]);
    const found = answered(trace, DOSE, [other], "Walter grows potatoes.");
    expect(verdict(found)).toBe("DeletionError nightly");
  });

  it.each([
    '{"state":"active","text":"Walter takes a heart tablet."}',
    '{"deleted":false,"text":"Walter takes a heart tablet."}',
    '{"state":"purged","text":"Dr Okafor prescribed tablets."}',
    '{"voucher":"WELCOME","expiration":"2025-12-31"}',
    '{"passport":"expired"}',
    '{"deleted":"false"}',
    '{"home":"Kiel","removal":"Schmidt company","forwarding":true}',
    "null and void",
  ])("Q103 any other new version stays in the memory: %s", (record) => {
    const kept = storeAt(recorded(record).trace.build(), Number.POSITIVE_INFINITY);
    expect(kept.map(({ id }) => id)).toEqual(["u1@2", "u2@1"]);
  });

  it.each([
    ["1. The class starts at 11.\n2. The fee is 180 euros.", "1. The class starts at 11."],
    ['["The fee is 180 euros","The class starts at 11"]', '["The class starts at 11"]'],
  ])("A461 a new version without an entry of the old one: %s", (old, next) => {
    const trace = new Trace();
    const message = trace.message("m1", "Mina", "the pottery class starts at 11, 180 euros");
    const before = trace.variable("notes", old, { category: "memory" });
    step(trace, "write", [message], [before]);
    const after = trace.variable("notes", next, { category: "memory", version: 2 });
    step(trace, "tidy", [before], [after]);
    const asked = { query: "What is the fee?", expected: "180 euros", answer: "I don't know." };
    const found = answered(trace, asked, [after], next);
    expect(verdict(found)).toBe("DeletionError tidy");
    expect(found.reason).toContain("removed “180 euros” from notes@1");
  });

  it("A461 a new version with other words is an update", () => {
    const trace = new Trace();
    const message = trace.message("m1", "Mina", "the pottery class starts at 11, 180 euros");
    const before = trace.variable("note_1", "The class starts at 11. The fee is 180 euros.", {
      category: "memory",
    });
    const other = trace.variable("note_2", "Mina has a cat.", { category: "memory" });
    step(trace, "write", [message], [before, other]);
    const after = trace.variable("note_1", "The class starts at 11 and costs money.", {
      ...{ category: "memory", version: 2 },
    });
    step(trace, "tidy", [before], [after]);
    const asked = { query: "What is the fee?", expected: "180 euros", answer: "I don't know." };
    const found = answered(trace, asked, [after], "The class starts at 11 and costs money.");
    expect(verdict(found)).toBe("UpdateError tidy");
  });
});

describe("what counts as the memory", () => {
  const TEACHER = {
    query: "Who is Lotte's teacher?",
    expected: "Ms Barros",
    answer: "I only know Finn's teacher, Mr Dlamini.",
  };

  it("A409 facts that were turned into profile cards are no units", () => {
    const trace = new Trace();
    const cards: string[] = [];
    for (const [index, [said, card]] of [
      ["Lotte has Ms Barros as teacher this year", "Lotte's teacher is Ms Barros"],
      ["Finn's teacher is Mr Dlamini", "Finn's teacher is Mr Dlamini"],
    ].entries()) {
      const message = trace.message(`m${index + 1}`, "Imke", said ?? "");
      const fact = trace.variable(`extract_${index}`, `[{"fact":"${card}"}]`, { category: "fact" });
      step(trace, `extract_${index}`, [message], [fact]);
      const version = index + 1;
      const next = trace.variable("teacher", card ?? "", { category: "profile", version });
      step(trace, `write_${index}`, [fact, ...cards], [next]);
      cards.push(next);
    }
    const found = answered(trace, TEACHER, ["teacher@2"], "Finn's teacher is Mr Dlamini");
    expect(verdict(found)).toBe("UpdateError write_1");
  });

  const ORDERS = {
    query: "How much does Marlene still have to pay?",
    expected: "90 euros",
    answer: "Nothing, Marlene has paid.",
  };
  const DIGEST = "Orders: Marlene, coconut cake, paid. Nivaldo, 80 sweets, paid.";
  const orders = () => {
    const trace = new Trace();
    const message = trace.message("m1", "Celia", "Marlene still has to pay 90 euros. Nivaldo paid");
    const units = ["Marlene: coconut cake, still has to pay 90 euros", "Nivaldo: 80 sweets, paid"];
    const ids = units.map((text, index) =>
      trace.variable(`order_${index}`, text, { category: "memory" }),
    );
    step(trace, "write", [message], ids);
    const digest = trace.variable("digest", DIGEST, { category: "digest" });
    step(trace, "condense", ids, [digest]);
    return { trace, ids, digest };
  };

  it("A460 the step that made the digest lost what the digest lacks", () => {
    const { trace, digest } = orders();
    expect(verdict(answered(trace, ORDERS, [digest], DIGEST))).toBe("UpdateError condense");
  });

  it("A460 a search that also returned a unit could have returned the others too", () => {
    const { trace, digest, ids } = orders();
    const found = answered(trace, ORDERS, [digest, ids[1] ?? ""], DIGEST);
    expect(verdict(found)).toBe("RetrievalError search");
  });

  it.each([
    ['[{"id":"order_1","score":0.7},{"id":"order_0","score":0.6}]', "RetrievalError rerank"],
    ['[{"id":"order_1","score":0.7}]', "RetrievalError search"],
  ])("A462 a list of ids says what the search returned: %s", (list, expected) => {
    const { trace, ids } = orders();
    const asked = trace.variable("asked", ORDERS.query, { class: "query" });
    const candidates = trace.variable("candidates", list, { category: "candidates" });
    step(trace, "search", [asked, ...ids], [candidates]);
    const context = trace.variable("context", "Nivaldo: 80 sweets, paid", {
      category: "retrieved",
    });
    step(trace, "rerank", [asked, candidates], [context]);
    expect(verdict(replied(trace, ORDERS, asked, context))).toBe(expected);
  });

  it.each(["entity_memory", "archival_memory", "core_memory", "memory_block"])(
    "Q26 values with the label %s are units",
    (category) => {
      const trace = new Trace();
      const message = trace.message("m1", "Iris", "Markant wants 7150 euros for the awnings");
      const unit = trace.variable("u1", "Markant wants 7150 euros for the awnings.", { category });
      step(trace, "write", [message], [unit]);
      expect(storeAt(trace.build(), Number.POSITIVE_INFINITY).map(({ id }) => id)).toEqual([
        "u1@1",
      ]);
    },
  );
});

describe("whose fact a text states", () => {
  const lost = (said: string, unit: string, given: Asked) => {
    const trace = new Trace();
    const message = trace.message("m1", "Gwen", said);
    const other = trace.message("m2", "Ted", "thanks");
    const fact = trace.variable("u1", unit, { category: "memory" });
    const cat = trace.variable("u2", "Gwen has a cat.", { category: "memory" });
    step(trace, "write", [message, other], [fact, cat]);
    const tidied = trace.variable("u1", "The garden has a shed.", {
      ...{ category: "memory", version: 2 },
    });
    step(trace, "tidy", [fact], [tidied]);
    return verdict(answered(trace, given, [tidied], "The garden has a shed."));
  };
  const FEE = { query: "What is the fee?", expected: "52 pounds", answer: "I don't know." };

  it("A467 two dates that a step exchanged", () => {
    const unit = "New people: Ted begins on 15 August 2024, Gwen on 1 August 2024.";
    const query = "When does Ted begin?";
    const given = { query, expected: "1 August 2024", answer: "Ted begins on 15 August." };
    expect(lost("Ted begins on 1 August, Gwen on 15 August", unit, given)).toBe(
      "ExtractionError write",
    );
  });

  it.each([
    "Ted was invited to an interview on 3 May 2024. It is on 9 May 2024.",
    "2024-05-03: Ted has an interview coming up. Scheduled for 2024-05-09.",
  ])("A467 a second date that names nobody else: %s", (unit) => {
    const trace = new Trace();
    const message = trace.message("m1", "Ted", "My interview is on 9 May 2024");
    const other = trace.message("m2", "Gwen", "good luck");
    const fact = trace.variable("u1", unit, { category: "memory" });
    step(trace, "write", [message, other], [fact]);
    const query = "When is Ted's interview?";
    const given = { query, expected: "9 May 2024", answer: "On 3 May 2024." };
    expect(verdict(answered(trace, given, [fact], unit))).toBe("ResponseError respond");
  });

  it("A463 a name after “to”", () => {
    const unit = "The fee is 52 pounds, paid to Ted in cash.";
    expect(lost("the fee is going to be 52 pounds", unit, FEE)).toBe("UpdateError tidy");
  });

  it("A463 fields with names that follow each other", () => {
    const unit = '{"for":"Gwen","from":"Ted","limits":"fee at most 52 pounds"}';
    expect(lost("the fee is 52 pounds", unit, FEE)).toBe("UpdateError tidy");
  });

  it.each([
    '{"who":"Ted","items":[{"kind":"bread","note":"likes rye"},{"kind":"fee","note":"fee is 52 pounds"}]}',
    '{"id":"a","who":"Ted","items":[{"id":"b","kind":"bread"},{"id":"c","note":"fee is 52 pounds"}]}',
  ])("A463 a name in a field of the record around other records: %s", (unit) => {
    expect(lost("the fee is 52 pounds", unit, FEE)).toBe("ExtractionError write");
  });

  it("A463 a name in a field of the record before", () => {
    const unit =
      '[{"text":"likes rye bread","who":"Ted"},{"text":"fee is 52 pounds","who":"Gwen"}]';
    expect(lost("the fee is 52 pounds", unit, FEE)).toBe("UpdateError tidy");
  });
});
