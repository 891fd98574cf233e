/** Events that must be rejected: valid events with one error, and values that are not events. */
import * as fc from "fast-check";

export interface WrongItem {
  readonly fault: string;
  /**
   * The event as JSON text, because JSON text can express values that JSON.stringify never writes.
   */
  readonly json: string;
}

type Fields = Readonly<Record<string, string>>;

const BASE = { id: '"e"', at: "1" };
const DESCRIBED = {
  category: '"c"',
  comment: '"said"',
  metadata: '{"a":[1]}',
  source: '{"file":"f","line":1}',
  origin: '{"fields":{}}',
};
/** A valid event of each type; each field is JSON text. */
const WHOLE: Readonly<Record<string, Fields>> = {
  graph: { ...BASE, user: '"u"', system: '"s"', strict: "true", metadata: "{}", origin: "{}" },
  session: { ...BASE, session: '"s"', name: '"n"', user: '"u"', ...DESCRIBED },
  operation: {
    ...{ ...BASE, op: '"o"', session: '"s"', name: '"n"', startedAt: "1", endedAt: "2" },
    ...{ status: '"ok"', error: '"none"', ...DESCRIBED },
  },
  variable: {
    ...{ ...BASE, ref: '"r"', session: '"s"', name: '"n"', class: '"c"', version: "1" },
    ...{ value: '"v"', length: "1", mutates: '"m"', ...DESCRIBED },
  },
  splice: {
    ...{ ...BASE, ref: '"r"', name: '"n"' },
    splice: '{"of":"r0","at":0,"remove":0,"insert":""}',
  },
  link: { ...BASE, op: '"o"', session: '"s"', from: '"a"', to: '"b"', ...DESCRIBED },
  verdict: {
    ...{ ...BASE, session: '"s"', query: '"q"', queryRef: '"q"', prediction: '"p"' },
    ...{ predictionRef: '"p"', expected: '["x"]', score: "1", evidence: '["m"]' },
    ...{ reason: '"r"', metadata: "{}" },
  },
};
/**
 * The fields that each type of event requires. For example, `session` is required in a session but
 * not in an operation.
 */
const REQUIRED_OF: Readonly<Record<string, readonly string[]>> = {
  session: ["id", "at", "session"],
  operation: ["id", "at", "op", "name"],
  variable: ["id", "at", "ref", "name", "value"],
  splice: ["id", "at", "ref", "name", "splice"],
  link: ["id", "at", "op", "from", "to"],
  verdict: ["id", "at", "query", "prediction", "score"],
  graph: ["id", "at"],
};

const NO_TEXT = ["null", "7", "true", "[]", "{}", "-0", "1e400", '["r"]', '{"toString":"x"}'];
const DEEP = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
const NO_ID = [...NO_TEXT, '""', '"\\u0000"', '"a\\nb"', '"\\u007f"', `"${"x".repeat(513)}"`, DEEP];
const NO_TIME = [
  ...["null", '""', '"yesterday"', '"NaN"', '"2026-03-04"', '"2026-03-04T05:06:07"', "1.5", "{}"],
  ...['"2026-13-01T00:00:00Z"', '"2026-02-30T00:00:00Z"', "1e300", "-1e300", "1e400", "[1]"],
  ...["253402300800000", "-62167219200001", '"0000-01-01T00:00:00+14:00"', "9007199254740993"],
];
const NO_COUNT = ["null", "-1", "1.5", '"1"', "1e300", "1e400", "9007199254740993", "[]", "true"];
const NO_RECORD = ["null", "7", '"x"', "[]", "true", "[[]]"];

/** Invalid values for each field. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  at: NO_TIME,
  startedAt: NO_TIME,
  endedAt: NO_TIME,
  seq: NO_COUNT,
  version: [...NO_COUNT, "0", "1000000001"],
  length: ["null", "1.5", '"1"', "1e300", "{}"],
  strict: ["null", "0", '"true"', "[]"],
  status: ["null", '"done"', '""', '"__proto__"', "0"],
  value: NO_TEXT,
  comment: NO_TEXT,
  error: NO_TEXT,
  reason: NO_TEXT,
  prediction: NO_TEXT,
  query: [...NO_TEXT, '""'],
  metadata: NO_RECORD,
  origin: NO_RECORD,
  source: ["null", "7", "[]", '{"file":7}', '{"line":1.5}', '{"line":"1"}', '{"line":1e300}'],
  splice: [
    ...["null", "7", "[]", "{}", '{"of":"r0","at":0,"remove":0}'],
    ...[
      '{"of":"r0","at":-1,"remove":0,"insert":""}',
      '{"of":"r0","at":0.5,"remove":0,"insert":""}',
    ],
    ...['{"of":"r0","at":0,"remove":1e300,"insert":""}', '{"of":"","at":0,"remove":0,"insert":""}'],
    '{"of":"r0","at":0,"remove":0,"insert":7}',
  ],
  score: ["null", "2", "-0.1", '"1"', '"NaN"', "1e400", "true", "[]"],
  expected: ["null", '"x"', "[1]", "[null]", "{}", '{"0":"x","length":1}', '[["x"]]'],
  evidence: ["null", '"m"', '[""]', "[7]", '["\\u0000"]', "{}"],
  graph: [...NO_ID, `"${"g".repeat(257)}"`, '"\\ud800"'],
  type: [
    ...["null", "7", "[]", "{}", '""', '"variabel"', '"Variable"', '"__proto__"', '"constructor"'],
    ...['["variable"]', `"${"x".repeat(100_000)}"`, '"toString"', "true"],
  ],
};

const textOf = (fields: Fields) =>
  `{${Object.entries(fields)
    .map(([name, json]) => `${JSON.stringify(name)}:${json}`)
    .join(",")}}`;

const wholeEvent = (graph: string) =>
  fc.constantFrom(...Object.entries(WHOLE)).map(([kind, fields]) => ({
    kind,
    fields: {
      ...{ type: JSON.stringify(kind === "splice" ? "variable" : kind) },
      ...{ graph: JSON.stringify(graph), seq: "1", ...fields },
    } as Fields,
  }));

/**
 * Makes one field of an event wrong: wrong type, out of bounds, or missing. If a field appears
 * twice, the last value counts.
 */
const wrongField = (graph: string): fc.Arbitrary<WrongItem> =>
  wholeEvent(graph).chain(({ kind, fields }) =>
    fc
      .constantFrom(...Object.keys(fields))
      .chain((name) =>
        fc.record({
          name: fc.constant(name),
          json: fc.constantFrom(...(WRONG[name] ?? NO_ID)),
          how: fc.constantFrom("instead", "again", "missing"),
        }),
      )
      .map(({ name, json, how }) => {
        const isRequired = REQUIRED_OF[kind]?.includes(name) || ["type", "graph"].includes(name);
        if (how === "missing" && isRequired) {
          const { [name]: _, ...rest } = fields;
          return { fault: `${kind} without ${name}`, json: textOf(rest) };
        }
        const fault = `${kind}.${name} is ${json.slice(0, 30)}`;
        if (how === "again") {
          const whole = textOf(fields);
          return { fault, json: `${whole.slice(0, -1)},${JSON.stringify(name)}:${json}}` };
        }
        return { fault, json: textOf({ ...fields, [name]: json }) };
      }),
  );

const wrongAsAWhole = (graph: string): fc.Arbitrary<WrongItem> =>
  wholeEvent(graph).chain(({ kind, fields }) => {
    const text = textOf(fields);
    return fc.constantFrom<WrongItem>(
      { fault: "text for an event", json: JSON.stringify(text) },
      { fault: "event in a list", json: `[${text}]` },
      { fault: "event in an event", json: `{"event":${text}}` },
      { fault: "event as a prototype", json: `{"__proto__":${text}}` },
      { fault: "events by name", json: `{"0":${text},"length":1}` },
      {
        fault: `${kind} with neither value nor change, or with both, or to itself`,
        json: textOf(
          kind === "link" || kind === "graph" || kind === "session" || kind === "verdict"
            ? { ...fields, ...WHOLE.link, type: '"link"', from: '"x"', to: '"x"' }
            : {
                ...{ ...fields, ...WHOLE.variable, type: '"variable"' },
                ...(kind === "splice" ? { splice: WHOLE.splice?.splice ?? "" } : { value: "null" }),
              },
        ),
      },
    );
  });

const noEvent: fc.Arbitrary<WrongItem> = fc
  .oneof(
    fc.constantFrom("null", "7", "-0", "1e400", '"variable"', "true", "{}", '{"":0}', "[]", DEEP),
    fc.json(),
  )
  // Remove line breaks, so that the text can be a line of NDJSON or an element of a list.
  .map((json) => ({ fault: `no event: ${json.slice(0, 30)}`, json: json.replaceAll("\n", " ") }));

export function wrongItem(graph: string): fc.Arbitrary<WrongItem> {
  return fc.oneof(
    { weight: 8, arbitrary: wrongField(graph) },
    { weight: 2, arbitrary: wrongAsAWhole(graph) },
    { weight: 2, arbitrary: noEvent },
  );
}
