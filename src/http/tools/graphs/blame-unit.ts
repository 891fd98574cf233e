import * as z from "zod";
import { idText } from "../../../protocol/bounded-inputs.ts";
import { blamePage } from "../../graphs/graph-answers.ts";
import { foundGraph, shownOperation } from "../found.ts";
import { variablePage } from "../pages.ts";
import { tool } from "../tool.ts";
import { excerpt } from "../tool-result.ts";

const MAX_SPANS = 30;

export const blameUnit = tool({
  name: "blame",
  title: "Where did the words of a unit come from?",
  description:
    "Shows for each part of a memory unit's text which version introduced it, which operation wrote it (with its source line if recorded), and which message it came from.",
  access: "read",
  isReadOnly: true,
  input: z.object({
    graph: idText.describe("id of the graph"),
    unit: idText.describe(
      "id of a variable, such as memory:u1@2, or a name for its latest version",
    ),
  }),
  answer: async ({ graph: id, unit }, context) => {
    const graph = await foundGraph(context, id);
    const variable = graph.variables.has(unit) ? unit : (graph.versionsOf(unit).at(-1)?.id ?? unit);
    const { items, next } = await blamePage(graph, variable, { limit: MAX_SPANS });
    return {
      facts: { graph: id, unit: variable, isWhole: next === null },
      lists: {
        spans: items.map((span) => ({
          text: excerpt(span.text),
          broughtBy: span.variable,
          operation: shownOperation(graph, span.operation),
          message: span.message,
        })),
      },
      page: variablePage(context, id, variable),
      next: "trace_information goes the other way: from a statement of a message to the units.",
    };
  },
});
