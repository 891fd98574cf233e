/** The tools for the assistant of one graph. They cannot read another graph. */
import * as z from "zod";
import type { ProjectServices } from "../context.ts";
import { ApiError } from "../errors.ts";
import { listCases } from "../tools/cases/list-cases.ts";
import { proposeFix } from "../tools/cases/propose-fix.ts";
import { whyWrong } from "../tools/cases/why-wrong.ts";
import { blameUnit } from "../tools/graphs/blame-unit.ts";
import { whatDidItKnow } from "../tools/graphs/memory-at.ts";
import { searchRecords } from "../tools/graphs/search-graph.ts";
import { traceInformation } from "../tools/graphs/trace-information.ts";
import type { Tool } from "../tools/tool.ts";

const CASE_TOOLS: readonly Tool[] = [whyWrong, proposeFix];
const GRAPH_TOOLS: readonly Tool[] = [
  listCases,
  whatDidItKnow,
  traceInformation,
  blameUnit,
  searchRecords,
];

export function toolsOfGraph(project: ProjectServices, graph: string): Tool[] {
  return [
    ...CASE_TOOLS.map((tool) => ofCasesIn(project, graph, tool)),
    ...GRAPH_TOOLS.map((tool) => within(graph, tool)),
  ];
}

/**
 * Removes the argument `graph` from the tool. Otherwise, the model could name another graph there.
 */
function within(graph: string, tool: Tool): Tool {
  const { graph: _, ...shape } = tool.input.shape;
  return {
    ...tool,
    input: z.object(shape),
    run: async (given, context) => {
      const named: unknown = Object(given).graph;
      if (named === undefined || named === graph) {
        return tool.run({ ...Object(given), graph }, context);
      }
      throw new ApiError(
        "invalid_request",
        "graph: is not known here, because the tools read the graph of the question. Omit it.",
      );
    },
  };
}

function ofCasesIn(project: ProjectServices, graph: string, tool: Tool): Tool {
  return {
    ...tool,
    run: async (given, context) => {
      const id: unknown = Object(given).case;
      const found = typeof id === "string" ? await project.cases.find(id) : undefined;
      if (found?.graph === graph) return tool.run(given, context);
      throw new ApiError("not_found", "There is no such case of this graph. Call list_cases.");
    },
  };
}
