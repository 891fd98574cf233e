/** What flowed through one step: its values, and links from what it read to what it wrote. */
import { type Attributes, textOf } from "./attributes.ts";
import type { Content, Side, SpanContent, StepKind } from "./content.ts";
import { piecesOf } from "./pieces.ts";
import { type RecordedValues, spanKey, type Value } from "./recorded-values.ts";
import type { Span } from "./spans.ts";

/** A frame has values and no links: what flowed is told by the steps that it encloses. */
export function recordFlow(
  values: RecordedValues,
  span: Span,
  kind: StepKind,
  content: SpanContent,
): void {
  const inputs = side(values, content.inputs, "in", "start");
  if (kind === "frame") {
    side(values, content.outputs, "out", "end");
    return;
  }
  const given = kind === "model" ? prompt(values, content.inputs, inputs) : inputs;
  const outputs = side(values, content.outputs, "out", "end");
  const isEmpty = content.outputs?.length === 0 && inputs.length > 0;
  const results = isEmpty ? [values.own("[]", "retrieved", "out.0", "end")] : outputs;
  if (kind === "delete") remove(values, content.inputs, given);
  else if (kind === "rerank") rank(values, content, given);
  else {
    for (const to of results) for (const from of given) values.link(from, to);
  }
  if (given.length === 0 && kind !== "write" && span.parentSpanId !== undefined) {
    const parent = spanKey({ traceId: span.traceId, spanId: span.parentSpanId });
    for (const to of results) values.linkRef(`${parent}/in.0`, to, "nesting");
  }
  partsOf(values, content.inputs, inputs, "in", kind);
  partsOf(values, content.outputs, outputs, "out", kind);
  declared(values, span, inputs, results);
}

function side(
  values: RecordedValues,
  contents: Side,
  slot: "in" | "out",
  when: "start" | "end",
): Value[] {
  return (contents ?? []).flatMap((content, i) => values.add(content, `${slot}.${i}`, when) ?? []);
}

/** All that the model was shown, as one value of its own where it has several parts. */
function prompt(values: RecordedValues, inputs: Side, recorded: readonly Value[]): Value[] {
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

/** Instructions, and what came after the model's last reply: what lies before was new earlier. */
function lately(inputs: readonly Content[]): string[] {
  const replied = inputs.findLastIndex(({ role }) => role === "reply");
  return inputs
    .filter(({ role }, index) => role === "prompt" || index > replied)
    .flatMap(({ text }) => text ?? []);
}

/** Joins what stands within a value to where it stands in other spans. */
function partsOf(
  values: RecordedValues,
  contents: Side,
  recorded: readonly Value[],
  slot: "in" | "out",
  kind: StepKind,
): void {
  if (kind === "model" && slot === "in") return;
  const isWritten = slot === "out" && kind === "write";
  for (const [index, { text = "" }] of (contents ?? []).entries()) {
    const whole = recorded.find((value) => isAt(value, slot, index));
    const isUnit = whole?.origin === "id";
    if (whole === undefined || (isUnit && kind === "delete")) continue;
    const isMadeOfParts = isWritten || (slot === "in" && !isUnit);
    // A unit has a name of its own, so that its text as a whole is a part of it too.
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
 * A unit whose text is known leads to a marker. Of one that only its id names, the request makes an
 * empty version: which version was the last one, this span does not know.
 */
function remove(values: RecordedValues, contents: Side, given: readonly Value[]): void {
  const units = given.filter(({ origin }) => origin === "id");
  const asked = given.filter((value) => !units.includes(value));
  const ids = (contents ?? []).flatMap(({ id }) => id ?? []).join("\n");
  for (const unit of units) {
    if (contents?.some(({ text }, index) => text === "" && isAt(unit, "in", index))) {
      const request = asked[0] ?? values.own(`delete ${ids}`, "request", "request", "start");
      values.link(request, unit, "declared");
    } else values.link(unit, values.own("deleted", "deleted", "deleted", "end"));
  }
}

function isAt({ ref }: Value, slot: "in" | "out", index: number): boolean {
  return ref.endsWith(`/${slot}.${index}`);
}

/** What only selects among texts makes a list of them. */
function rank(
  values: RecordedValues,
  { inputs, outputs }: SpanContent,
  given: readonly Value[],
): void {
  const textsOf = (side: Side) =>
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

/** Links of the span to others: `from` and `to` may say `input` or `output`. */
function declared(
  values: RecordedValues,
  { links }: Span,
  inputs: readonly Value[],
  outputs: readonly Value[],
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
