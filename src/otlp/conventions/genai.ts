/** Reads the content of OpenTelemetry's GenAI conventions, including memory and retrieval. */
import { type Attributes, dataOf, scalarTextOf, textOf } from "../encoding/attributes.ts";
import { recordsIn } from "../events/records.ts";
import { contentOf, messagesIn, textsIn } from "./chat-messages.ts";
import type { Content, SpanContent, SpanStepKind } from "./content.ts";

export function genaiContent(attributes: Attributes, kind: SpanStepKind): SpanContent {
  const query = textOf(attributes, "gen_ai.memory.query.text", "gen_ai.retrieval.query.text");
  const args = scalarTextOf(attributes, "gen_ai.tool.call.arguments");
  const instructions = attributes.has("gen_ai.system_instructions")
    ? contentOf("prompt", textsIn(dataOf(attributes, "gen_ai.system_instructions")))
    : undefined;
  const records = recordsOf(attributes);
  return {
    inputs: joinLists(
      instructions,
      messagesIn(dataOf(attributes, "gen_ai.input.messages")),
      query === undefined ? undefined : [{ role: "query", text: query }],
      args === undefined ? undefined : [{ role: "text", text: args }],
      kind === "delete" ? records : undefined,
    ),
    outputs: joinLists(
      messagesIn(dataOf(attributes, "gen_ai.output.messages")),
      toolResult(attributes),
      kind === "delete" ? undefined : records,
    ),
  };
}

/** Returns undefined if no list is defined. */
export function joinLists(
  ...sides: readonly (readonly Content[] | undefined)[]
): readonly Content[] | undefined {
  return sides.some((side) => side !== undefined) ? sides.flatMap((side) => side ?? []) : undefined;
}

function toolResult(attributes: Attributes): Content[] | undefined {
  const result = scalarTextOf(attributes, "gen_ai.tool.call.result");
  return result === undefined ? undefined : [{ role: "text", text: result }];
}

function recordsOf(attributes: Attributes): Content[] | undefined {
  const listed =
    recordsIn(dataOf(attributes, "gen_ai.memory.records")) ??
    recordsIn(dataOf(attributes, "gen_ai.retrieval.documents"));
  const id = textOf(attributes, "gen_ai.memory.record.id", "memory.id");
  if (listed === undefined) {
    if (textOf(attributes, "gen_ai.memory.record.count") === "0") return [];
    return id === undefined ? undefined : [{ role: "record", id }];
  }
  const [only] = listed;
  return listed.length === 1 && only && only.id === undefined && id !== undefined
    ? [{ ...only, id }]
    : listed;
}
