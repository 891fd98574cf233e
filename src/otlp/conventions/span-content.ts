/**
 * Finds the input and the output of a span. If several conventions give an input, the input of the
 * most detailed convention wins. The same applies to the output.
 */

import { type Attributes, parsed, scalarTextOf, textOf } from "../encoding/attributes.ts";
import type { Span } from "../encoding/spans.ts";
import { queryIn, recordsIn, textIn } from "../events/records.ts";
import { agentDevelopmentKitContent } from "./agent-development-kit.ts";
import { aiSdkContent, openllmetryContent, plainContent } from "./aliases.ts";
import type { Content, Direction, SpanContent, SpanStepKind } from "./content.ts";
import { genaiContent } from "./genai.ts";
import { messageEventsContent } from "./message-events.ts";
import { openinferenceContent } from "./openinference.ts";

export function contentOfSpan(span: Span, kind: SpanStepKind): SpanContent {
  const attributes = withEvents(span);
  const sides = [
    genaiContent(attributes, kind),
    messageEventsContent(span),
    openinferenceContent(attributes),
    aiSdkContent(attributes),
    openllmetryContent(attributes),
    agentDevelopmentKitContent(attributes),
    plainContent(attributes),
  ];
  const inputs = sides.find((side) => side.inputs !== undefined)?.inputs;
  const outputs = found(span) ?? sides.find((side) => side.outputs !== undefined)?.outputs;
  if (kind === "search") return { inputs: inputs?.map(asQuery), outputs: asRecords(outputs) };
  if (kind === "rerank")
    return { inputs: asRecords(inputs?.map(asQuery)), outputs: asRecords(outputs) };
  if (kind === "write") return { inputs, outputs: written(inputs, outputs) };
  if (kind === "frame" || kind === "model") {
    // In a frame, each plain text counts as a message. In the input of a model, a plain text counts
    // as a message only if it is the only part. Next to other parts, it is the result of a tool.
    const isSaid = kind === "frame" || inputs?.length === 1;
    return { inputs: isSaid ? inputs?.map(asSaid) : inputs, outputs: outputs?.map(asSaid) };
  }
  if (kind === "delete") return { inputs: removed(inputs), outputs };
  return { inputs, outputs };
}

/**
 * Returns the attributes of the span, together with the `gen_ai` attributes of its events. Some
 * conventions put the content into events, under the same keys. The span's own attributes win.
 */
function withEvents({ attributes, events }: Span): Attributes {
  const all = new Map(attributes);
  for (const event of events) {
    for (const [key, value] of event.attributes) {
      if (/^gen_ai\.(?!evaluation|event\.)/.test(key) && !all.has(key)) all.set(key, value);
    }
  }
  return all;
}

function found({ events }: Span): readonly Content[] | undefined {
  const rows = events.filter(({ name }) => name === "db.query.result");
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ attributes }) => {
    const id = textOf(attributes, "db.query.result.id");
    const text = scalarTextOf(attributes, "db.query.result.document");
    return recordsIn([{ id, text }]) ?? [];
  });
}

function asSaid(content: Content): Content {
  const isSaid = content.role === "text" && parsed(content.text ?? "") === undefined;
  return isSaid ? { ...content, role: "message" } : content;
}

function asQuery(content: Content): Content {
  if (content.role !== "text" && content.role !== "message") return content;
  return { role: "query", text: queryIn(content.text ?? "") };
}

function asRecords(side: Direction): Direction {
  return side?.flatMap((content) =>
    content.role === "text" ? (recordsIn(content.text) ?? [content]) : [content],
  );
}

/**
 * Returns the units that a write stored. If the store returned only the id of a unit, the unit's
 * text is taken from the input.
 */
function written(inputs: Direction, outputs: Direction): Direction {
  const units = asRecords(outputs)?.filter(({ role }) => role === "record");
  const given = inputs?.flatMap(({ role, text }) => (role === "text" && text ? [text] : [])) ?? [];
  const [said] = given.map(
    (text) => textIn(Object(parsed(text))) ?? (parsed(text) ? undefined : text),
  );
  const [only] = units ?? [];
  const id = only?.id ?? given.map(idIn).find((named) => named !== undefined);
  if (units?.length === 1 && only?.text === undefined && said !== undefined) {
    return [{ role: "record", text: said, ...(id === undefined ? {} : { id }) }];
  }
  if (units !== undefined && units.length > 0) return units;
  if (said === undefined) return outputs;
  return [{ role: "record", text: said, ...(id === undefined ? {} : { id }) }];
}

function idIn(text: string): string | undefined {
  return recordsIn([parsed(text)])?.[0]?.id;
}

/** Gives each unit in the input of a deletion an empty text, which marks the unit as removed. */
function removed(inputs: Direction): Direction {
  return inputs?.flatMap((content): Content[] => {
    if (content.role === "record") return [{ text: "", ...content }];
    const id = content.role === "text" ? idIn(content.text ?? "") : undefined;
    return id === undefined ? [content] : [content, { role: "record", id, text: "" }];
  });
}
