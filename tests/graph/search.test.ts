import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { compilePattern } from "../../src/graph/search/pattern/linear-pattern.ts";
import { MAX_SEARCHED_CHARS, type SearchPlace, search } from "../../src/graph/search/search.ts";
import type { SearchQuery } from "../../src/graph/search/search-query.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { anyEvents, GRAPH, link, operation, variable } from "./support/recorded.ts";

const build = (...events: TraceEvent[]) => buildGraph(GRAPH, events);
const KINDS = ["session", "operation", "variable", "link"] as const;
const FIELDS = ["name", "category", "comment", "value"] as const;
const plain = (text: string, ignoreCase = true) =>
  ({ text, syntax: "plain", ignoreCase, fields: FIELDS }) as const;
const regex = (text: string, ignoreCase = false) =>
  ({ text, syntax: "regex", ignoreCase, fields: FIELDS }) as const;
const inValues = (text: string) => ({ ...regex(text), fields: ["value"] }) as const;

const graph = build(
  {
    ...{ type: "session", id: "s", graph: GRAPH, at: 1, session: "s1", name: "Walk the dog" },
    category: "conversation",
  },
  operation("extract", { at: 2, session: "s1", comment: "reads what was said of a dog" }),
  variable("m", "m1", { at: 3, class: "message", value: "My Dog is called Rex.", session: "s1" }),
  variable("u", "u1", { at: 4, class: "memory", category: "dogs", value: "Rex" }),
  link("l", "extract", "m", "u", { at: 5, category: "dog_link" }),
);
const found = (query: Partial<SearchQuery>) => {
  const answer = search(graph, { kinds: KINDS, ...query }, { limit: 10 });
  return answer.ok ? answer.value.hits.map(({ id }) => id) : answer.fault.kind;
};

test("Q16 a search finds text in names, categories, comments and values of every kind of record", () => {
  const answer = search(graph, { kinds: KINDS, pattern: plain("dog") }, { limit: 10 });
  expect(answer).toEqual({
    ok: true,
    value: {
      hits: [
        { kind: "session", id: "s1", match: { field: "name", excerpt: "Walk the dog" } },
        {
          kind: "operation",
          id: "extract",
          match: { field: "comment", excerpt: "reads what was said of a dog" },
        },
        {
          kind: "variable",
          id: "message:m1@1",
          match: { field: "value", excerpt: "My Dog is called Rex." },
        },
        { kind: "variable", id: "memory:u1@1", match: { field: "category", excerpt: "dogs" } },
        { kind: "link", id: "l", match: { field: "category", excerpt: "dog_link" } },
      ],
    },
  });
  expect(found({ pattern: plain("dog", false), kinds: ["variable"] })).toEqual(["memory:u1@1"]);
  expect(found({ pattern: { ...plain("rex"), fields: ["name"] } })).toEqual([]);
  expect(found({ pattern: plain("message:m1") })).toEqual(["message:m1@1"]);
});

test("Q16 a search shows each match with the text around it", () => {
  const long = build(variable("v", "v", { value: `${"-".repeat(500)}Rex${"+".repeat(500)}` }));
  for (const pattern of [plain("rex"), regex("rex", true)]) {
    const answer = search(long, { kinds: KINDS, pattern }, { limit: 1 });
    if (!answer.ok) throw new Error(answer.fault.kind);
    expect(answer.value.hits[0]?.match?.excerpt).toMatch(/^-{50,99}Rex\+{90,110}$/);
  }
});

test("Q16 a match passes the filters and the pattern; without a pattern, the filters decide", () => {
  expect(found({ sessions: ["s1"] })).toEqual(["s1", "extract", "message:m1@1"]);
  expect(found({ sessions: ["s1"], pattern: plain("rex") })).toEqual(["message:m1@1"]);
  expect(found({ from: 2, to: 3 })).toEqual(["extract", "message:m1@1"]);
  expect(found({ categories: ["operation"] })).toEqual(["extract"]);
  expect(found({ className: "memory" })).toEqual(["memory:u1@1"]);
  expect(found({ operations: ["extract"] })).toEqual(["l"]);
});

test("Q17 the pages follow the graph's order and together hold every match", () => {
  fc.assert(
    fc.property(anyEvents, fc.integer({ min: 1, max: 4 }), (events, limit) => {
      const any = build(...events);
      const query = { kinds: KINDS, pattern: plain("a") };
      const whole = search(any, query, { limit: 1_000 });
      const paged = [];
      for (let after: SearchPlace | undefined; ; ) {
        const page = search(any, query, { limit, ...(after && { after }) });
        if (!page.ok) throw new Error(page.fault.kind);
        expect(page.value.hits.length).toBeLessThanOrEqual(limit);
        paged.push(...page.value.hits);
        after = page.value.next;
        if (after === undefined) break;
      }
      expect({ ok: true, value: { hits: paged } }).toEqual(whole);
    }),
  );
});

test("Q17 a search refuses a start place that the graph lacks", () => {
  const after = { kind: "variable", id: "nobody@1" } as const;
  expect(search(graph, { kinds: KINDS }, { limit: 1, after })).toMatchObject({
    ...{ ok: false, fault: { kind: "unknown-place" } },
  });
});

const piece = fc.constantFrom(
  ...["a", "b", ".", "\\d", "\\w", "[^a]", "[a-c]", "\\b", "^", "$", "\\u{1F415}", "\\p{L}", "\\."],
);
const expression = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    piece,
    fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => a + b),
    fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie("tree"), fc.constantFrom("*", "+", "?", "*?", "{2}", "{1,}", "{0,2}"))
      .map(([a, times]) => `(${a})${times}`),
  ),
})).tree;
const someText = fc.string({
  unit: fc.constantFrom("a", "b", "c", "1", " ", "\n", "🐕", "é", "\ud83d"),
  maxLength: 12,
});

describe("regular expressions", () => {
  test("Q18 a regular expression finds the same matches as JavaScript's own engine", () => {
    fc.assert(
      fc.property(expression, someText, fc.boolean(), (source, text, ignoreCase) => {
        const compiled = compilePattern(source, ignoreCase);
        if (!compiled.ok) throw new Error(compiled.fault.message);
        const end = compiled.value.find(text);
        expect(end !== undefined && end >= 0).toBe(
          new RegExp(source, ignoreCase ? "ui" : "u").test(text),
        );
      }),
      { numRuns: 2_000 },
    );
    expect(found({ pattern: regex("^My .*Rex\\.$") })).toEqual(["message:m1@1"]);
    expect(found({ pattern: regex("\\bDOG\\b", true) })).toEqual(["s1", "extract", "message:m1@1"]);
  });

  test.each([
    "(a+)+$",
    "(a|a)*b",
    "(a*)*b",
    "a*a*a*a*a*b",
    "(.*)(.*)(.*)x",
    "\\s+$|(a?){30}a{30}b",
  ])("Q19 %s, which is very slow in other engines, reads each character once", (source) => {
    const long = build(variable("v", "v", { value: `${"a".repeat(300_000)}!` }));
    const answer = search(long, { kinds: KINDS, pattern: inValues(source) }, { limit: 1 });
    expect(answer).toEqual({ ok: true, value: { hits: [] } });
  });

  test.each([
    ["(a)\\1", "unsupported"],
    ["(?<n>a)\\k<n>", "unsupported"],
    ["(?=a)b", "unsupported"],
    ["(?<!a)b", "unsupported"],
    ["(a", "malformed"],
    ["(?:a{40}){40}", "too-large"],
    [`${"(".repeat(200)}a${")".repeat(200)}`, "too-large"],
  ])("Q19 %s is refused: %s", (source, kind) => {
    expect(found({ pattern: regex(source) })).toBe(kind);
  });

  test("Q19 a search refuses an expression whose automaton grows too large", () => {
    let seed = 1;
    const noise = Array.from({ length: 100_000 }, () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % 2 === 0 ? "a" : "b";
    }).join("");
    const long = build(variable("v", "v", { value: noise }));
    const pattern = inValues("(a|b)*a(a|b){100}c");
    expect(search(long, { kinds: KINDS, pattern }, { limit: 1 })).toMatchObject({
      ...{ ok: false, fault: { kind: "too-costly" } },
    });
  });
});

test("Q18 half a surrogate pair does not match a whole character that begins with it", () => {
  const compiled = compilePattern("🐕|z", false);
  if (!compiled.ok) throw new Error(compiled.fault.message);
  expect(compiled.value.find("a\ud83d a")).toBe(-1);
  expect(compiled.value.find("a\ud83d a🐕")).toBeGreaterThan(0);
});

test("Q18 a pattern with very many character classes finds the same matches as JavaScript's engine", () => {
  const characters = Array.from({ length: 120 }, (_, index) => String.fromCodePoint(0x400 + index));
  const source = characters.map((character) => `${character}+`).join("|");
  const compiled = compilePattern(`(${source})x`, false);
  if (!compiled.ok) throw new Error(compiled.fault.message);
  for (const [index, character] of characters.entries()) {
    const other = characters[(index * 7) % characters.length] ?? "";
    for (const text of [`${character}${character}x`, `${character}${other}y`, `x${character}`]) {
      const end = compiled.value.find(text) ?? Number.NaN;
      expect(end >= 0).toBe(new RegExp(`(${source})x`, "u").test(text));
    }
  }
});

test("Q18 the search of names that many versions share finds the same as a search of separate texts", () => {
  const name = fc.string({
    unit: fc.constantFrom("a", "b", "1", " ", "é", "ā", "🐕"),
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), expression, fc.boolean(), (names, source, i) => {
      const many = build(
        ...names.map((each, at) => variable(`v${at}`, each, { at, value: `${at}` })),
      );
      const query = {
        kinds: ["variable"],
        pattern: { ...regex(source, i), fields: ["name"] },
      } as const;
      const answer = search(many, query, { limit: 100 });
      if (!answer.ok) throw new Error(answer.fault.message);
      const expected = [...many.variables.values()].filter(({ fullName }) =>
        new RegExp(source, i ? "ui" : "u").test(fullName),
      );
      expect(answer.value.hits.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }),
    { numRuns: 500 },
  );
});

test("Q17 the pages of a search over very many records miss and repeat no match", () => {
  const categories = ["even", "odd"] as const;
  const many = build(
    ...Array.from({ length: 40_000 }, (_, at) =>
      variable(`v${at}`, `v${at}`, { at, category: categories[at % 2] ?? "", value: `${at}` }),
    ),
  );
  const query = {
    kinds: ["variable"],
    categories: ["odd"],
    pattern: { ...plain("99"), fields: ["name"] },
  } as const;
  const paged: string[] = [];
  for (let after: SearchPlace | undefined; ; ) {
    const page = search(many, query, { limit: 100, ...(after && { after }) });
    if (!page.ok) throw new Error(page.fault.message);
    paged.push(...page.value.hits.map(({ id }) => id));
    after = page.value.next;
    if (after === undefined) break;
  }
  const odd = Array.from({ length: 20_000 }, (_, half) => `v${2 * half + 1}`);
  expect(paged).toEqual(odd.filter((ref) => ref.includes("99")).map((ref) => `${ref}@1`));
});

test("Q20 a search stops after a number of characters and says where the next call continues", () => {
  const value = "-".repeat(500_000);
  const count = Math.ceil(MAX_SEARCHED_CHARS / value.length) + 5;
  const large = build(
    ...Array.from({ length: count }, (_, at) => variable(`v${at}`, `v${at}`, { at, value })),
    variable("last", "last", { at: count, value: "x" }),
  );
  const query = { kinds: ["variable"], pattern: { ...plain("x"), fields: ["value"] } } as const;
  const first = search(large, query, { limit: 10 });
  if (!first.ok || first.value.next === undefined) throw new Error("stops before the end");
  expect(first.value.hits).toEqual([]);
  expect(search(large, query, { limit: 10, after: first.value.next })).toMatchObject({
    value: { hits: [{ id: "last@1" }] },
  });
});
