import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { variableLinks } from "../../graph/memory/variable-links.ts";
import { roleOf } from "../../graph/memory/variable-role.ts";
import type { Link, Variable } from "../../graph/model.ts";
import {
  MAX_LINK_COMMENT_CHARS,
  MAX_LINK_METADATA_CHARS,
  MAX_VARIABLE_LINKS,
  type VariableDetail,
  type VariableLink,
} from "../../protocol/api/explorer/variable-detail.ts";
import { isoTime, opNameOf, viewVariable } from "./graph-views.ts";

export function viewVariableDetail(graph: EvolutionGraph, variable: Variable): VariableDetail {
  const { writes, returns, reads, removals } = variableLinks(graph, variable);
  const { source } = variable;
  return {
    ...viewVariable(graph, variable),
    fullName: variable.fullName,
    role: roleOf(graph, variable),
    metadata: variable.metadata ?? null,
    source: source ? { file: source.file ?? null, line: source.line ?? null } : null,
    writes: viewLinks(graph, writes, "from"),
    returns: viewLinks(graph, returns, "from"),
    reads: viewLinks(graph, reads, "to"),
    removals: viewLinks(graph, removals, "to"),
    counts: {
      writes: writes.length,
      returns: returns.length,
      reads: reads.length,
      removals: removals.length,
    },
  };
}

/**
 * @param end which end of each link is the other variable. "from": the links lead to the shown
 * variable. "to": the links start at the shown variable
 */
function viewLinks(
  graph: EvolutionGraph,
  links: readonly Link[],
  end: "from" | "to",
): VariableLink[] {
  return links.slice(0, MAX_VARIABLE_LINKS).map((link) => ({
    id: link.id,
    op: link.op,
    opName: opNameOf(graph, link.op),
    variable: link[end],
    category: link.category ?? null,
    comment: link.comment?.slice(0, MAX_LINK_COMMENT_CHARS).toWellFormed() ?? null,
    metadata: shortMetadata(link),
    at: isoTime(link.at),
  }));
}

function shortMetadata({ metadata }: Link): VariableLink["metadata"] {
  if (metadata === undefined) return null;
  return JSON.stringify(metadata).length > MAX_LINK_METADATA_CHARS ? null : { ...metadata };
}
