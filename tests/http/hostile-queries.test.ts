import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { readDescription } from "../workers/support/every-operation.ts";
import { newProject, send } from "../workers/support/tenants.ts";
import { sendEvents } from "../workers/support/traces.ts";

const GRAPH = "späße/of: 100% 🐕";
/** Names that often break programs and addresses. */
const NAMES = [
  ...["a/b", "..", ".", "a:b", "a@1", "a@1@2", "100%", "%2F", "?q=1&x#y", "a b", "é 界 😀"],
  ...["__proto__", "constructor", "toString", "'\"`<script>", "\u202eevil", "x".repeat(512), "+"],
  "long",
];
/** Half of a surrogate pair, which no address can contain. */
const HALF = "\ud800";
const at = Date.UTC(2026, 2, 4);

const recorded: TraceEvent[] = [
  { type: "session", id: "s", graph: GRAPH, at, session: "a/b" },
  ...[...NAMES, HALF].flatMap((name, index): TraceEvent[] => [
    {
      ...{ type: "variable", id: `v${index}`, graph: GRAPH, at: at + index, ref: `r${index}` },
      ...{ name, category: "memory", session: "a/b" },
      // Long enough that a slow regular expression would be noticed.
      value: `value ${name} of ${index}${name === "long" ? "a".repeat(50_000) : ""}`,
    },
    { type: "operation", id: `o${index}`, graph: GRAPH, at: at + index, op: name, name },
    ...(index === 0
      ? []
      : [
          {
            ...{ type: "link" as const, id: `l${index}`, graph: GRAPH, at: at + index, op: name },
            ...{ from: `r${index - 1}`, to: `r${index}` },
          },
        ]),
  ]),
];

let key: string;
beforeAll(async () => {
  key = (await newProject()).key;
  await sendEvents(key, recorded);
});

const ask = (path: string) =>
  send(`/v1/graphs/${encodeURIComponent(GRAPH)}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });

test.each(NAMES)(
  "H44 a record can be read by its id, whatever characters the id has (%j)",
  async (name) => {
    const id = encodeURIComponent(`${name}@1`);
    const full = encodeURIComponent(name);
    const shown = await (await ask(`/variables/${id}`)).json<{ id: string; value: string }>();
    expect([shown.id, shown.value]).toEqual([`${name}@1`, expect.stringContaining(name)]);
    const first = async (path: string) => {
      const answer = await ask(path);
      if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
      return (await answer.json<{ items: Record<string, unknown>[] }>()).items[0];
    };
    expect(await first(`/walk/${id}`)).toMatchObject({ variable: { id: `${name}@1` } });
    expect(await first(`/blame/${id}`)).toMatchObject({ variable: `${name}@1` });
    // A path segment of an address cannot be `.` or `..`, escaped or not.
    if (name === "." || name === "..") return;
    expect(await first(`/versions/${full}`)).toMatchObject({ variable: { id: `${name}@1` } });
    expect(await first(`/search?q=${full}&fields=name&kinds=variable`)).toBeDefined();
    expect(await (await ask(`/operations/${full}`)).json()).toMatchObject({ id: name });
  },
);

test("H44 the next page can begin after an id that is half a character", async () => {
  const names: unknown[] = [];
  for (let cursor = ""; ; ) {
    const answer = await ask(`/search?kinds=variable&limit=1${cursor}`);
    const { items, next } = await answer.json<{ items: { id: string }[]; next: string | null }>();
    names.push(...items.map(({ id }) => id));
    if (next === null) break;
    cursor = `&cursor=${next}`;
  }
  expect(names).toEqual([...NAMES, HALF].map((name) => `${name}@1`));
  const walked = await ask(`/walk/a%2Fb@1?direction=forward&limit=${NAMES.length}`);
  const { next } = await walked.json<{ next: string }>();
  const rest = await ask(`/walk/a%2Fb@1?direction=forward&cursor=${next}`);
  expect((await rest.json<{ items: unknown[] }>()).items).toHaveLength(1);
});

interface Route {
  readonly path: string;
  readonly parameters: readonly string[];
}

const { paths } = await readDescription();
/** Every read of one graph, with the parameters that it declares. */
const routes: Route[] = Object.entries(paths).flatMap(([path, methods]) => {
  const described = methods.get as { parameters?: { name: string; in: string }[] } | undefined;
  if (described === undefined || !path.startsWith("/v1/graphs/{graph}")) return [];
  const inQuery = (described.parameters ?? []).filter((parameter) => parameter.in === "query");
  return [{ path, parameters: inQuery.map(({ name }) => name) }];
});

const NUMBERS = [
  ...["-1", "0", "1", "200", "201", "1e2", "1e400", "-0", "0x10", "1.5", "NaN", "Infinity", ""],
  ...["9007199254740993", "99999999999999999999", " 1 ", "١", "true", "null", "[]"],
];
const TIMES = [
  ...["2026-03-04T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"],
  ...["2026-13-01T00:00:00Z", "yesterday", "-271821-04-20T00:00:00.000Z"],
];
const PATTERNS = [
  ...["(a+)+$", "(a|a)*b", "(.*)*(.*)*(.*)*x", "((((((((((a{0,50}){0,50}){0,50})", "[", "\\", "("],
  ...["(?=a)", "(?<!a)b", "\\1(a)", "(?<n>a)\\k<n>", "a{1,1000000}", "\\p{L}+", "\\u{110000}"],
  ...["(".repeat(400) + ")".repeat(400), "a?".repeat(330) + "a".repeat(330), "x{0}{0}{0}", "[^]*"],
];
const part = (inner: string, depth: number) =>
  '{"part":"filter","of":'.repeat(depth) + inner + "}".repeat(depth);
const PARTS = [
  ...['{"part":"whole"}', "{}", "[]", "null", "{", '{"part":"__proto__"}', '"whole"'],
  ...['{"part":"walk","variable":"nobody"}', '{"part":"walk","variable":"a/b@1","maxDepth":-1}'],
  ...[part('{"part":"whole"}', 15), part('{"part":"whole"}', 16), part('{"part":"whole"}', 340)],
  ...[
    part("1", 300),
    "[".repeat(7_000),
    '{"part":"union","of":[]}',
    '{"__proto__":{"part":"whole"}}',
  ],
  ...[
    '{"part":"variables","ids":["__proto__","\\ud800","a/b@1"]}',
    '{"part":"difference","of":[]}',
  ],
];
const WORDS = [
  ...["true", "false", "TRUE", "forward", "both", "regex", "xml", "variable", "roots", "value"],
  ...["a/b@1", "..@1", "nobody", "nobody@1", "@1", "a/b@0", "a/b@1e400", "x".repeat(2_000)],
  ...["\u0000", "%", "😀", "__proto__", "constructor", "hasOwnProperty", "<script>"],
];
/** Cursors of other lists, invalid cursors, and cursors with places and kinds that do not exist. */
const CURSORS = [
  "0 a/b@1",
  "9 a/b@1",
  "-1 x",
  "2 nobody",
  "1e9 x",
  "",
  `${"9".repeat(400)} x`,
].flatMap((text) => [
  Buffer.from(text, "utf16le").toString("base64url"),
  Buffer.from(text).toString("base64url"),
]);
const anyValue = fc.oneof(
  fc.constantFrom(...WORDS, ...NUMBERS, ...TIMES, ...PATTERNS, ...PARTS, ...CURSORS),
  fc.string({ unit: "grapheme", maxLength: 20 }),
);
const LIKELY: Readonly<Record<string, readonly string[]>> = {
  ...{ limit: NUMBERS, maxDepth: NUMBERS, valueChars: NUMBERS, cursor: CURSORS, q: PATTERNS },
  ...{ from: TIMES, to: TIMES, at: TIMES, of: PARTS, with: PARTS, syntax: ["regex"] },
};

interface Question {
  readonly path: string;
  readonly query: [name: string, value: string][];
}

const anyQuestion: fc.Arbitrary<Question> = fc
  .constantFrom(...routes)
  .chain(({ path, parameters }) =>
    fc.record({
      path: fc
        .array(fc.constantFrom(...NAMES.map((name) => `${name}@1`), ...NAMES, "nobody", "\u0000"), {
          minLength: 3,
          maxLength: 3,
        })
        .map((names) => {
          const rest = names.values();
          return path
            .slice("/v1/graphs/{graph}".length)
            .replaceAll(/\{\w+\}/g, () => encodeURIComponent(rest.next().value ?? ""));
        }),
      query:
        parameters.length === 0
          ? fc.constant([])
          : fc.array(
              fc.constantFrom(...parameters, "unknown").chain((name) => {
                const likely = LIKELY[name] ?? WORDS;
                const value = fc.oneof(
                  { weight: 3, arbitrary: fc.constantFrom(...likely) },
                  anyValue,
                );
                return fc.tuple(fc.constant(name), value);
              }),
              { maxLength: 4 },
            ),
    }),
  );

test("H45 no query of a graph makes the service fail; a refusal names the parameter and its valid values", async () => {
  const seen = new Map<number, number>();
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(anyQuestion, async ({ path, query }) => {
      // A project may send 1,000 requests in ten seconds.
      if (++asked % 350 === 0) {
        key = (await newProject()).key;
        await sendEvents(key, recorded);
      }
      const parameters = new URLSearchParams(
        query.map(([name, value]) => [name, value.toWellFormed()]),
      );
      const started = Date.now();
      const answer = await ask(`${path}?${parameters}`);
      const text = await answer.text();
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      if (answer.status === 400) {
        const { error } = JSON.parse(text) as { error: { message: string } };
        expect(error.message).toMatch(/^(?:[\w, ]+(?:\.\d+)?: .|\d+ variables are more than)/s);
        expect(error.message.length).toBeLessThan(3_000);
      } else {
        expect([200, 404, 426]).toContain(answer.status);
      }
      expect(Date.now() - started).toBeLessThan(5_000);
    }),
    { numRuns: 400, endOnFailure: true },
  );
  for (const status of [200, 400, 404]) expect(seen.get(status)).toBeGreaterThan(0);
});
