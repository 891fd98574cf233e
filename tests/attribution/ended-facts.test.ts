/** Facts that a step marked as no longer true. */
import { describe, expect, it } from "vitest";
import { type Asked, answered } from "./support/library-trace.ts";
import { Trace } from "./support/trace.ts";

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
