/**
 * Batches that must not change anything, like those of broken clients, broken networks and
 * attackers. Each is a valid batch except for one fault.
 */
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { MAX_BATCH_EVENTS, MAX_EVENTS_BODY_BYTES } from "../../../src/protocol/limits.ts";
import { wrongItem } from "./wrong-events.ts";

export interface MalformedBatch {
  /** The fault of the batch, in words. */
  readonly fault: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The number of events that must be rejected one by one. Absent if the whole batch is refused.
   */
  readonly rejects?: number;
}

const utf8 = new TextEncoder();
const bytesOf = (text: string) => utf8.encode(text);
const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** Valid events. */
const goodLines = (graph: string) =>
  fc.array(fc.stringMatching(/^[a-zé界]{1,8}$/), { minLength: 1, maxLength: 3 }).map((names) =>
    names.map((name, index) =>
      JSON.stringify({
        ...{ type: "variable", id: `good-${index}-${name}`, graph, at: 1, ref: name, name },
        value: `é ${name}`,
      }),
    ),
  );

/** Batches in the correct format, in which every event is wrong. */
const wrongEvents = (graph: string): fc.Arbitrary<MalformedBatch> =>
  fc
    .record({
      items: fc.array(wrongItem(graph), { minLength: 1, maxLength: 4 }),
      form: fc.constantFrom("lines", "windows lines", "array", "spread array"),
      gzip: fc.boolean(),
      mark: fc.boolean(),
    })
    .map(({ items, form, gzip, mark }) => {
      const texts = items.map(({ json }) => json);
      // If the first line starts with a bracket, the service reads the body as an array.
      const asLines = form.endsWith("lines") && !texts[0]?.startsWith("[");
      const text = asLines
        ? texts.join(form === "lines" ? "\n" : "\r\n\r\n")
        : `[${texts.join(form === "array" ? "," : " ,\n ")}]`;
      const body = bytesOf(`${mark ? "\ufeff" : ""}${text}`);
      const headers: Record<string, string> = gzip ? { "content-encoding": "gzip" } : {};
      return {
        fault: `${asLines ? form : "array"}: ${items.map(({ fault }) => fault).join("; ")}`,
        body: gzip ? gzipSync(body, { level: 1 }) : body,
        headers,
        rejects: items.length,
      };
    });

/** Batches of valid events, surrounded by text that is not JSON. */
const brokenText = (graph: string): fc.Arbitrary<MalformedBatch> =>
  fc
    .tuple(
      goodLines(graph),
      fc.constantFrom<[fault: string, breakIt: (lines: string[], at: number) => string]>(
        ["array that ends early", (lines, at) => upTo(`[${lines.join(",")}]`, at)],
        ["last line that ends early", (lines, at) => upTo(lines.join("\n"), at, lines.at(-1))],
        ["array without an end", (lines) => `[${lines.join(",")}`],
        ["comma before the end", (lines) => `[${lines.join(",")},]`],
        ["no comma", (lines) => `[${lines.join(" ")} 1]`],
        ["two values in a line", (lines) => `${lines.join("\n")} ${lines[0]}`],
        ["lines with commas", (lines) => lines.map((line) => `${line},`).join("\n")],
        ["array, then lines", (lines) => `[${lines.join(",")}]\n${lines.join("\n")}`],
        ["two arrays", (lines) => `[${lines.join(",")}]\n[${lines.join(",")}]`],
        ["single quotes", (lines) => lines.join("\n").replaceAll('"', "'")],
        ["name without quotes", (lines) => lines.join("\n").replaceAll('"type"', "type")],
        ["comment", (lines) => `${lines.join("\n")}\n// that was all`],
        ["NaN", (lines) => lines.join("\n").replaceAll('"at":1', '"at":NaN')],
        ["undefined", (lines) => lines.join("\n").replaceAll('"at":1', '"at":undefined')],
        ["leading zero", (lines) => lines.join("\n").replaceAll('"at":1', '"at":01')],
        ["bad escape", (lines) => lines.join("\n").replaceAll("é ", "\\x41")],
        ["half an escape", (lines) => lines.join("\n").replaceAll("é ", "\\u12 ")],
        ["control character", (lines) => lines.join("\n").replaceAll("é ", "\u0000")],
        ["tab in a text", (lines) => lines.join("\n").replaceAll("é ", "\t")],
        ["second byte order mark", (lines) => `\ufeff\ufeff${lines.join("\n")}`],
        ["mark between lines", (lines) => `${lines.join("\n")}\n\ufeff${lines[0]}`],
        ["nested without an end", (lines) => `${lines.join("\n")}\n${"[".repeat(100_000)}`],
        ["nested objects, open", (lines) => `[${lines.join(",")},${'{"a":'.repeat(100_000)}`],
        ["separated by RS", (lines) => lines.map((line) => `\u001e${line}`).join("\n")],
        ["form data", (lines) => `events=${encodeURIComponent(lines.join("\n"))}`],
      ),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([lines, [fault, breakIt], at]) => ({
      fault,
      body: bytesOf(breakIt(lines, at)),
      headers: {},
    }));

/** Cuts the text at a random place inside `inside`, which is the last part of the text. */
function upTo(text: string, at: number, inside = text): string {
  const length = text.length - inside.length + 1 + Math.floor(at * (inside.length - 2));
  return text.slice(0, length);
}

const brokenBytes = (graph: string): fc.Arbitrary<MalformedBatch> =>
  fc
    .tuple(
      goodLines(graph),
      fc.constantFrom<[fault: string, bytes: number[]]>(
        ["no byte of UTF-8", [0xff]],
        ["lone continuation", [0x80]],
        ["overlong", [0xc0, 0x80]],
        ["surrogate", [0xed, 0xa0, 0x80]],
        ["beyond Unicode", [0xf4, 0x90, 0x80, 0x80]],
        ["broken character", [0xe7, 0x95, 0x20]],
        ["Latin-1", [0x67, 0xf6, 0xdf, 0x65]],
      ),
      fc.boolean(),
    )
    .map(([lines, [fault, wrong], atEnd]) => {
      const [before = "", after = ""] = lines.join("\n").split(/(?<=é )/, 2);
      const inside = joined(bytesOf(before), new Uint8Array(wrong), bytesOf(after));
      const end = joined(bytesOf(`${lines.join("\n")}\n`), new Uint8Array(wrong.slice(0, 2)));
      return { fault: `bytes: ${fault}`, body: atEnd ? end : inside, headers: {} };
    });

const otherText: fc.Arbitrary<MalformedBatch> = fc
  .oneof(
    fc.record({ fault: fc.constant("random bytes"), body: fc.uint8Array({ maxLength: 600 }) }),
    fc.record({
      fault: fc.constant("random text"),
      body: fc.string({ unit: "binary", maxLength: 300 }).map(bytesOf),
    }),
    fc.record({ fault: fc.constant("random JSON"), body: fc.json().map(bytesOf) }),
    fc
      .constantFrom("", " ", "\n\n\r\n", "\u00a0", "[]", "[ ]", "\ufeff", "\0", "null", "[[]]")
      .map((text) => ({ fault: `only ${JSON.stringify(text)}`, body: bytesOf(text) })),
  )
  .map(({ fault, body }) => ({ fault, body: new Uint8Array(body), headers: {} }));

const wrongCompression = (graph: string): fc.Arbitrary<MalformedBatch> =>
  fc
    .tuple(
      goodLines(graph).map((lines) => bytesOf(`[${lines.join(",")}]`)),
      fc.constantFrom<[fault: string, breakIt: (body: Uint8Array, at: number) => Uint8Array]>(
        ["not gzip", (body) => body],
        ["nothing", () => new Uint8Array(0)],
        ["gzip that ends early", (body, at) => gzipSync(body).subarray(0, 18 + at * 20)],
        ["gzip without its checksum", (body) => gzipSync(body).subarray(0, -8)],
        ["gzip of another checksum", (body) => flipped(gzipSync(body), -5)],
        ["gzip of another length", (body) => flipped(gzipSync(body), -2)],
        ["damaged gzip", (body, at) => flipped(gzipSync(body), 12 + Math.floor(at * 30))],
        ["gzip of gzip", (body) => gzipSync(gzipSync(body))],
        ["two gzip members", (body) => joined(gzipSync(body), gzipSync(body))],
        ["gzip, then more", (body) => joined(gzipSync(body), bytesOf("more"))],
        ["gzip, then zeros", (body) => joined(gzipSync(body), new Uint8Array(32))],
      ),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([body, [fault, breakIt], at]) => ({
      fault: `declared as gzip: ${fault}`,
      body: new Uint8Array(breakIt(body, at)),
      headers: { "content-encoding": "gzip" },
    }));

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  const place = at < 0 ? copy.length + at : at;
  copy[place] = (copy[place] ?? 0) ^ 0x55;
  return copy;
}

const wrongHeaders = (graph: string): fc.Arbitrary<MalformedBatch> =>
  fc
    .tuple(
      goodLines(graph).map((lines) => bytesOf(lines.join("\n"))),
      fc.constantFrom<[string, Record<string, string>]>(
        ["br", { "content-encoding": "br" }],
        ["deflate", { "content-encoding": "deflate" }],
        ["zstd", { "content-encoding": "zstd" }],
        ["compressed twice", { "content-encoding": "gzip, gzip" }],
        ["encoding of a stranger", { "content-encoding": "__proto__" }],
        ["batch without a name", { "batch-id": "" }],
        ["batch with a long name", { "batch-id": "b".repeat(201) }],
      ),
    )
    .map(([body, [fault, headers]]) => ({ fault: `header: ${fault}`, body, headers }));

/** Batches that are too large. Each takes long, so few are generated. */
const tooMuch = (graph: string): fc.Arbitrary<MalformedBatch> =>
  goodLines(graph)
    .chain((lines) =>
      fc.constantFrom<() => MalformedBatch>(
        () => ({
          fault: "a value of 10 MB",
          body: bytesOf(lines.join("\n").replace("é ", "x".repeat(10_000_000))),
          headers: {},
        }),
        () => ({
          fault: "unfolds beyond the limit",
          body: gzipSync(
            joined(bytesOf(lines.join("\n")), new Uint8Array(64 * 1024 * 1024).fill(10)),
          ),
          headers: { "content-encoding": "gzip" },
        }),
        () => ({
          fault: "blanks beyond the limit",
          body: bytesOf(`${lines.join("\n")}${" ".repeat(MAX_EVENTS_BODY_BYTES)}`),
          headers: {},
        }),
        () => ({
          fault: "too many events",
          body: bytesOf(`[${`${lines[0]},`.repeat(MAX_BATCH_EVENTS)}0]`),
          headers: {},
        }),
        () => ({
          fault: "one event that is too large",
          body: bytesOf(
            JSON.stringify({
              ...{ type: "verdict", id: "large", graph, at: 1, query: "q", prediction: "p" },
              ...{ score: 1, expected: Array.from({ length: 60 }, () => "界".repeat(32_000)) },
            }),
          ),
          headers: {},
          rejects: 1,
        }),
      ),
    )
    .map((make) => make());

/** No batch from here may change any graph. */
export function malformedBatches(graph: string): fc.Arbitrary<MalformedBatch> {
  return fc.oneof(
    { weight: 500, arbitrary: wrongEvents(graph) },
    { weight: 150, arbitrary: brokenText(graph) },
    { weight: 100, arbitrary: brokenBytes(graph) },
    { weight: 100, arbitrary: otherText },
    { weight: 100, arbitrary: wrongCompression(graph) },
    { weight: 50, arbitrary: wrongHeaders(graph) },
    { weight: 2, arbitrary: tooMuch(graph) },
  );
}
