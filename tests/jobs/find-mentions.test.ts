import { expect, test } from "vitest";
import { findMentions } from "../../src/database/annotation/find-mentions.ts";

const MOST = 20;

const members = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `u${index}`,
    name: `${"\u00dcn\u00efcode".repeat(13)}${index}`,
    email: `${"a".repeat(60)}${index}@${"b".repeat(60)}.example`,
  }));

/**
 * Returns how often the work looks into a map, and how often it reads a member's name or address.
 */
function workOf(body: string, named: ReturnType<typeof members>) {
  let reads = 0;
  const counted = named.map(({ id, name, email }) => ({
    id,
    get name() {
      reads++;
      return name;
    },
    get email() {
      reads++;
      return email;
    },
  }));
  const { get } = Map.prototype;
  let lookups = 0;
  Map.prototype.get = function (key) {
    lookups++;
    return get.call(this, key);
  };
  try {
    findMentions(body, counted, MOST);
  } finally {
    Map.prototype.get = get;
  }
  return { reads, lookups };
}

test("H286 the work to find the mentions of a comment grows with members plus @ signs, not their product", () => {
  const [few, many] = [members(20), members(200)];
  const handles = workOf("", many);
  expect(handles.reads).toBeLessThan(5 * many.length);
  for (const body of [" @".repeat(5_000), `@${"a".repeat(58)} `.repeat(160)]) {
    const [small, large] = [workOf(body, few), workOf(body, many)];
    expect(large.reads).toBe(handles.reads);
    // Each `@` costs the same work. Ten times as many members add only the work to build their
    // search tree.
    expect(large.lookups).toBeLessThanOrEqual(small.lookups + handles.lookups);
  }
});

test("H286 the search stops one person above the maximum number of mentions", () => {
  const many = members(200);
  const found = findMentions(many.map(({ email }) => `@${email}`).join(" "), many, MOST);
  expect(found.ok && found.value).toHaveLength(MOST + 1);
});

test("H183 a mention matches a whole name without regard to case, and the longest name wins", () => {
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
