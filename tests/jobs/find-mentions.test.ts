import { expect, test } from "vitest";
import { findMentions } from "../../src/database/annotation/find-mentions.ts";

const MOST = 20;

const members = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `u${index}`,
    name: `${"\u00dcn\u00efcode".repeat(13)}${index}`,
    email: `${"a".repeat(60)}${index}@${"b".repeat(60)}.example`,
  }));

function timeOf(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    work();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

test("H286 the time to read the mentions of a comment does not grow with members times signs", () => {
  const [few, many] = [members(20), members(200)];
  for (const body of [" @".repeat(5_000), `@${"a".repeat(58)} `.repeat(160)]) {
    const nobody = timeOf(() => findMentions(body, [], MOST));
    const handles = timeOf(() => findMentions("", many, MOST));
    const small = timeOf(() => findMentions(body, few, MOST));
    const large = timeOf(() => findMentions(body, many, MOST));
    // Each `@` costs the same; ten times the members cost only their own tree.
    expect(large).toBeLessThan(3 * (nobody + small + handles));
  }
});

test("H286 reading stops after one person more than a comment may mention", () => {
  const many = members(200);
  const found = findMentions(many.map(({ email }) => `@${email}`).join(" "), many, MOST);
  expect(found.ok && found.value).toHaveLength(MOST + 1);
});

test("H183 names are compared without case, whole, and the longest counts", () => {
  const named = ["Bo", "Bo Diddley", "\u0130pek", "\u{1f600} Joy", "Stra\u00dfe", ""].map(
    (name, index) => ({
      ...{ id: name, name, email: `${index}@firm.example` },
    }),
  );
  const body =
    "@bo, @BO DIDDLEY @Bob @\u0130PEK @\u{1f600} joy! @STRA\u00dfE @1@FIRM.example. x@bo @ @";
  const found = findMentions(body, named, MOST);
  expect(found.ok && found.value.map(({ person, text }) => [person, text])).toEqual([
    ["Bo", "@bo"],
    ["Bo Diddley", "@BO DIDDLEY"],
    ["\u0130pek", "@\u0130PEK"],
    ["\u{1f600} Joy", "@\u{1f600} joy"],
    ["Stra\u00dfe", "@STRA\u00dfE"],
  ]);
});
