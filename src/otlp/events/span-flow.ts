/** Records the flow through one step: its values, and links from its inputs to its outputs. */

import type { Content, Direction, SpanContent, SpanStepKind } from "../conventions/content.ts";
import { type Attributes, textOf } from "../encoding/attributes.ts";
import type { Span } from "../encoding/spans.ts";
import { piecesOf } from "./pieces.ts";
import { type RecordedValue, type RecordedValues, spanKey } from "./recorded-values.ts";

/**
 * Maximum number of direct links from inputs to outputs. If a step needs more, all inputs are
 * linked to one list, and this list to all outputs.
 */
const MAX_PAIRS = 100;

type Recorded = ReadonlyMap<number, RecordedValue>;

/**
 * A step of the kind `frame`, such as a run of an agent, contains other steps. It gets values but
 * no links, because its inner steps show the flow.
 */
export function recordFlow(
  values: RecordedValues,
  span: Span,
  kind: SpanStepKind,
  content: SpanContent,
): void {
  const inputs = values.side(content.inputs, "in");
  if (kind === "frame") {
    values.side(content.outputs, "out");
    return;
  }
  const read = [...inputs.values()];
  const given = kind === "model" ? prompt(values, content.inputs, read) : read;
  const isCrossed = kind !== "delete" && kind !== "rerank";
  const list = isCrossed ? listBetween(values, given, content.outputs, kind) : undefined;
  const outputs = values.side(content.outputs, "out");
  const isEmpty = content.outputs?.length === 0 && read.length > 0;
  const results = isEmpty ? [values.own("[]", "retrieved", "out.0", "end")] : [...outputs.values()];
  if (kind === "delete") remove(values, content.inputs, inputs);
  else if (kind === "rerank") rank(values, content, given);
  else if (list !== undefined) {
    for (const from of given) values.link(from, list);
    for (const to of results) values.link(list, to);
  } else {
    for (const to of results) for (const from of given) values.link(from, to);
  }
  if (given.length === 0 && kind !== "write" && span.parentSpanId !== undefined) {
    const parent = spanKey({ traceId: span.traceId, spanId: span.parentSpanId });
    for (const to of results) values.linkRef(`${parent}/in.0`, to, "nesting");
  }
  partsOf(values, content.inputs, inputs, "in", kind);
  partsOf(values, content.outputs, outputs, "out", kind);
  declared(values, span, read, results);
}

/**
 * If links from each input to each output would be more than `MAX_PAIRS`, records one extra value
 * with the texts of all outputs, and returns this value. The caller then links each input to this
 * value, and this value to each output. Otherwise, returns undefined.
 */
function listBetween(
  values: RecordedValues,
  given: readonly RecordedValue[],
  outputs: Direction,
  kind: SpanStepKind,
): RecordedValue | undefined {
  const all = outputs ?? [];
  if (given.length < 2 || all.length < 2 || given.length * all.length <= MAX_PAIRS)
    return undefined;
  const text = all.map((output) => output.text ?? "").join("\n");
  return values.own(text, kind === "search" ? "retrieved" : "text", "list", "end");
}

/** Records the whole input of the model as one value, if the input has several parts. */
function prompt(
  values: RecordedValues,
  inputs: Direction,
  recorded: readonly RecordedValue[],
): RecordedValue[] {
  const text = (inputs ?? []).map((content) => content.text ?? "").join("\n\n");
  const [first, ...others] = recorded;
  if (first === undefined) return [];
  const whole = others.length === 0 ? first : values.own(text, "context", "prompt", "start");
  for (const part of recorded) values.link(part, whole);
  for (const [index, piece] of lately(inputs ?? [])
    .flatMap(piecesOf)
    .entries()) {
    values.link(values.piece(piece, `part.${index}`, "start"), whole, "containment");
  }
  return [whole];
}

/**
 * Returns the parts of the model's input that are new in this call: everything after the last
 * reply, and always the instructions. The other parts were recorded with an earlier call.
 */
function lately(inputs: readonly Content[]): string[] {
  const replied = inputs.findLastIndex(({ role }) => role === "reply");
  return inputs
    .filter(({ role }, index) => role === "prompt" || index > replied)
    .flatMap(({ text }) => text ?? []);
}

/**
 * Records the statements inside a value, and links them to the value. The same statement has the
 * same name in other spans.
 */
function partsOf(
  values: RecordedValues,
  contents: Direction,
  recorded: Recorded,
  slot: "in" | "out",
  kind: SpanStepKind,
): void {
  if (kind === "model" && slot === "in") return;
  const isWritten = slot === "out" && kind === "write";
  for (const [index, { text = "" }] of (contents ?? []).entries()) {
    const whole = recorded.get(index);
    if (whole === undefined || !isAt(whole, slot, index)) continue;
    const isUnit = whole.origin === "id";
    if (isUnit && kind === "delete") continue;
    const isMadeOfParts = isWritten || (slot === "in" && !isUnit);
    // Another span can record this unit without its id. That record gets its name from the unit's
    // whole text. So also add the whole text as a piece here. The piece gets the same name, and
    // connects this unit with that record.
    const pieces = isUnit ? [...new Set([...piecesOf(text), text.trim()])] : piecesOf(text);
    for (const [at, piece] of pieces.filter((part) => part !== "").entries()) {
      const when = slot === "in" || isWritten ? "start" : "end";
      const part = values.piece(piece, `${slot}.${index}.${at}`, when);
      if (isMadeOfParts) values.link(part, whole, "containment");
      else values.link(whole, part, piece === text.trim() ? whole.origin : "containment");
    }
  }
}

/**
 * Records what a deletion did to each unit. If the span contains the unit's text, the unit gets a
 * link to a value that says “deleted”. If the span contains only the unit's id, the deleted version
 * is not known. The deletion then writes a new, empty version of the unit.
 */
function remove(values: RecordedValues, contents: Direction, given: Recorded): void {
  const asked = [...given.values()].find(({ origin }) => origin !== "id");
  const ids = (contents ?? []).flatMap(({ id }) => id ?? []).join("\n");
  for (const [index, unit] of given) {
    if (unit.origin !== "id") continue;
    if (contents?.[index]?.text === "") {
      const request = asked ?? values.own(`delete ${ids}`, "request", "request", "start");
      values.link(request, unit, "declared");
    } else values.link(unit, values.own("deleted", "deleted", "deleted", "end"));
  }
}

function isAt({ ref }: RecordedValue, slot: "in" | "out", index: number): boolean {
  return ref.endsWith(`/${slot}.${index}`);
}

/**
 * Records a step that only selects some of its texts. The selected texts are recorded together as
 * one list. Links lead from the inputs to this list, and from the list to each selected text.
 */
function rank(
  values: RecordedValues,
  { inputs, outputs }: SpanContent,
  given: readonly RecordedValue[],
): void {
  const textsOf = (side: Direction) =>
    (side ?? []).flatMap(({ role, text = "" }) => (role === "record" ? text.trim() : []) || []);
  const ranked = values.own(textsOf(outputs).join("\n"), "retrieved", "ranked", "end");
  for (const from of given) if (from.origin !== "id") values.link(from, ranked);
  for (const [index, text] of textsOf(inputs).entries()) {
    values.link(values.piece(text, `unranked.${index}`, "start"), ranked, "content");
  }
  for (const [index, text] of textsOf(outputs).entries()) {
    values.link(ranked, values.piece(text, `ranked.${index}`, "end"), "containment");
  }
}

/**
 * A span can declare links to other spans. For each of them, records a link from a value of the
 * other span to a value of this span. The declared link can have two attributes with the text
 * `input` or `output`. The attribute `from` tells which value of the other span is used, and `to`
 * tells which value of this span is used.
 */
function declared(
  values: RecordedValues,
  { links }: Span,
  inputs: readonly RecordedValue[],
  outputs: readonly RecordedValue[],
): void {
  for (const { traceId, spanId, attributes } of links) {
    const from = sideNamed(attributes, "from") ?? "out";
    const to = sideNamed(attributes, "to") === "in" ? inputs[0] : (outputs[0] ?? inputs[0]);
    if (to !== undefined)
      values.linkRef(`${spanKey({ traceId, spanId })}/${from}.0`, to, "declared");
  }
}

function sideNamed(attributes: Attributes, key: string): "in" | "out" | undefined {
  const name = textOf(attributes, key);
  return name === "input" ? "in" : name === "output" ? "out" : undefined;
}
