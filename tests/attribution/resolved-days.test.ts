import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { sayDay } from "../../src/text/calendar.ts";
import { Trace } from "./support/trace.ts";

/** Details of a fact that the memory lost and whose expected answer is a time. */
function detailsOf(expected: string, when: string) {
  const trace = new Trace();
  const said = `I visited the lighthouse in Porto ${when} with my sister Rita.`;
  const message = trace.message("m1", "Ana", said, "2022-10-06");
  const unit = trace.variable("unit", "Ana has a sister whose name is Rita.");
  trace.operation("add", "extract", [[message, unit]], { category: "extraction" });
  const question = "When did Ana visit the lighthouse in Porto?";
  const query = trace.variable("question", question, { category: "query" });
  const answer = trace.variable("answer", "I do not know.", { class: "prediction" });
  trace.operation("reply", "answer", [
    [query, answer],
    [unit, answer],
  ]);
  const failed = {
    ...{ query: question, queryId: query, expected: [expected] },
    ...{ prediction: "I do not know.", predictionId: answer, evidence: [message] },
  };
  return attribute(trace.build(), failed).details;
}

describe("days of relative times", () => {
  it("H254 the verdict resolves a relative time by the day of its message and keeps a written date", () => {
    for (const expected of ["yesterday", "5 October 2022"]) {
      expect(detailsOf(expected, "yesterday")).toContainEqual(
        expect.objectContaining({ text: "yesterday", resolved: "5 October 2022" }),
      );
    }
    const written = detailsOf("5 October 2022", "on 5 October 2022");
    expect(written.some(({ resolved }) => resolved !== undefined)).toBe(false);
  });

  it("H254 the verdict gives no day for a span of days or a day outside the calendar", () => {
    expect(sayDay({ first: 19_270, last: 19_270 })).toBe("5 October 2022");
    expect(sayDay({ first: 19_270, last: 19_280 })).toBeUndefined();
    expect(sayDay({ first: 1e12, last: 1e12 })).toBeUndefined();
  });
});
