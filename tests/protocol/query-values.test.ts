import * as fc from "fast-check";
import { expect, test } from "vitest";
import { StoreQuery, WalkQuery } from "../../src/protocol/api/graph-queries.ts";

const AT = Date.parse("2026-03-04T05:06:07Z");
const atOf = (at: string) => StoreQuery.safeParse({ at }).data?.at;

test.each([
  ["2026-03-04T05:06:07Z", AT],
  ["2026-03-04T06:06:07+01:00", AT],
  ["2026-03-04T06:06:07 01:00", AT],
  [String(AT), AT],
  ["2026-03-04", Date.parse("2026-03-04T00:00:00Z")],
])("Q59 the time %s has the same meaning in an address and in an event", (text, at) => {
  expect(atOf(text)).toBe(at);
});

test("Q59 a query accepts any event time, as text and as milliseconds", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }),
      (date) => {
        expect([atOf(date.toISOString()), atOf(String(date.getTime()))]).toEqual(
          Array(2).fill(date.getTime()),
        );
      },
    ),
  );
});

test.each(["yesterday", "", "2026-03-04T05:06:07", "2026-13-04", "1e3", "99999999999999999"])(
  "Q59 an invalid time is refused with the valid form: %j",
  (at) => {
    expect(StoreQuery.safeParse({ at }).error?.issues).toMatchObject([
      { path: ["at"], message: expect.stringContaining("ISO 8601 with a zone") },
    ]);
  },
);

test.each(["", " ", "-1", "1.5", "many"])(
  "Q59 the depth %j is refused because it is not a number",
  (maxDepth) => {
    expect(WalkQuery.safeParse({ maxDepth: "2" }).data?.maxDepth).toBe(2);
    expect(WalkQuery.safeParse({ maxDepth }).success).toBe(false);
  },
);
