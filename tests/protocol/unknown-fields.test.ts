import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { PartQuery } from "../../src/protocol/api/graph-parts.ts";
import { takesSeveral, unknownFields } from "../../src/protocol/unknown-fields.ts";

interface Sample {
  readonly schema: z.ZodType;
  /** A value that the schema accepts. */
  readonly value: unknown;
  /** The same value with one field too many, and the place that the error names. */
  readonly wrong: readonly { readonly value: unknown; readonly place: string }[];
}

const NAMES = ["graph", "system", "errorType", "from", "__proto__", "constructor"];
const EXTRA = "sytem";

const text: Sample = { schema: z.string(), value: "x", wrong: [] };
const open: Sample = {
  schema: z.record(z.string(), z.unknown()),
  value: { [EXTRA]: { [EXTRA]: 1 } },
  wrong: [],
};

const objectOf = (fields: readonly (readonly [string, Sample])[]): Sample => {
  const shape = Object.fromEntries(fields.map(([name, { schema }]) => [name, schema]));
  const value = Object.fromEntries(fields.map(([name, sample]) => [name, sample.value]));
  const inner = fields.flatMap(([name, { wrong }]) =>
    wrong.map((one) => ({
      value: Object.fromEntries([...Object.entries(value), [name, one.value]]),
      place: `${name}.${one.place}`,
    })),
  );
  return {
    schema: z.object(shape),
    value,
    wrong: [{ value: { ...value, [EXTRA]: 1 }, place: EXTRA }, ...inner],
  };
};

const listOf = ({ schema, value, wrong }: Sample): Sample => ({
  schema: z.array(schema),
  value: [value, value],
  wrong: wrong.map((one) => ({ value: [value, one.value], place: `1.${one.place}` })),
});

const recordOf = ({ schema, value, wrong }: Sample): Sample => ({
  schema: z.record(z.string(), schema),
  value: { any: value },
  wrong: wrong.map((one) => ({ value: { any: one.value }, place: `any.${one.place}` })),
});

const WRAPPINGS: readonly ((schema: z.ZodType) => z.ZodType)[] = [
  (schema) => schema.optional(),
  (schema) => schema.nullable(),
  (schema) => schema.nullish().default(null),
  (schema) => schema.readonly(),
  (schema) => schema.refine(() => true),
  (schema) => schema.transform((value) => [value]),
  (schema) => z.preprocess((value) => value, schema),
  (schema) => z.lazy(() => schema),
  (schema) => z.union([z.number(), schema]),
  (schema) => schema.describe("of something"),
];

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(text, open),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), tie("sample")), {
        selector: ([name]) => name,
        maxLength: 3,
      })
      .map((fields) => objectOf(fields)),
    tie("sample").map(listOf),
    tie("sample").map(recordOf),
    fc
      .tuple(fc.constantFrom(...WRAPPINGS), tie("sample"))
      .map(([wrap, inner]) => ({ ...inner, schema: wrap(inner.schema) })),
  ),
}));

test("H49 undeclared fields are refused inside any schema wrapper, and declared fields are accepted", () => {
  fc.assert(
    fc.property(sample, ({ schema, value, wrong }) => {
      expect([...unknownFields(schema, value)]).toEqual([]);
      for (const one of wrong) {
        const [said] = unknownFields(schema, one.value);
        expect(said?.startsWith(`${one.place}: is not known here.`)).toBe(true);
      }
    }),
  );
});

test("H49 the message names the nearest known field, ignoring case, but no distant one", () => {
  const schema = z.object({ sessionCategory: z.string(), opName: z.string() });
  expect([...unknownFields(schema, { SessionCategroy: "x" })]).toEqual([
    "SessionCategroy: is not known here. Did you mean sessionCategory? Known names: sessionCategory, opName.",
  ]);
  expect([...unknownFields(schema, { graph: "x" })]).toEqual([
    "graph: is not known here. Known names: sessionCategory, opName.",
  ]);
});

test("H49 if a schema has alternatives, the discriminating field selects the known fields", () => {
  const schema = z.discriminatedUnion("part", [
    z.object({ part: z.literal("walk"), variable: z.string() }),
    z.object({ part: z.literal("whole") }),
  ]);
  expect([...unknownFields(schema, { part: "walk", varable: "x" })]).toEqual([
    "varable: is not known here. Did you mean variable? Known names: part, variable.",
  ]);
  expect([...unknownFields(schema, { part: "whole", variable: "x" })]).toEqual([
    "variable: is not known here. Known names: part.",
  ]);
});

test("H49 the search never throws, and its message stays short", () => {
  const schema = z.object({ a: z.array(z.object({ b: z.string() })) });
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ maxLength: 2_000 }), (value, name) => {
      for (const said of unknownFields(schema, [value, { [name]: value }, { a: [value] }])) {
        expect(said.length).toBeLessThan(300);
      }
      const sent = { ...Object.fromEntries([[name, value]]), a: [] };
      expect([...unknownFields(schema, sent)].length).toBe(name === "a" ? 0 : 1);
    }),
  );
});

test("H49 the search stops after the requested number of messages", () => {
  const unread = new Proxy({}, { ownKeys: () => expect.fail("the second item was read") });
  const schema = z.array(z.object({ graph: z.string() }));
  const [first] = unknownFields(schema, [{ grahp: "x" }, unread]);
  expect(first).toContain("Did you mean graph?");
});

test("H47 a list parameter may be repeated", () => {
  expect(takesSeveral(z.array(z.string()).optional())).toBe(true);
  expect(takesSeveral(z.preprocess((given) => [given].flat(), z.array(z.string())))).toBe(true);
  expect(takesSeveral(z.string().transform((given) => [given]))).toBe(false);
});

test("H49 a graph part given as JSON is checked in the same way, at any depth", () => {
  const part = (of: object) => PartQuery.safeParse({ of: JSON.stringify(of) }).error?.issues[0];
  const walk = { part: "walk", varable: "m1@1" };
  expect(part({ part: "union", of: [{ part: "whole" }, walk] })?.message).toMatch(
    /^of\.1\.varable: is not known here\. Did you mean variable\? Known names: part, variable, /,
  );
});
