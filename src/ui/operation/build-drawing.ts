/**
 * Turns an operation into nodes and edges. `layout.ts` then places the nodes, and
 * `drawing-frame.tsx` draws them.
 */
import type { OperationView, VariableView } from "../../protocol/api/api.ts";
import type { RankedVariables } from "./rank-variables.ts";

export type Side = "missed" | "input" | "intermediate" | "output";

export type DrawingNode =
  | { readonly kind: "operation"; readonly id: string }
  | {
      readonly kind: "variable";
      readonly id: string;
      readonly side: Side;
      readonly variable: VariableView;
    }
  | { readonly kind: "more"; readonly id: string; readonly side: Side; readonly count: number };

export interface DrawingEdge {
  readonly from: string;
  readonly to: string;
  /** True if information was lost at this edge. */
  readonly blamed: boolean;
}

export interface Drawing {
  readonly nodes: readonly DrawingNode[];
  readonly edges: readonly DrawingEdge[];
}

/**
 * Ids of nodes that are not variables. They never equal a variable's id, because variable ids never
 * start with a control character.
 */
const OPERATION = "\u0000operation";
const MORE = "\u0000more";

/**
 * Draws at most `limit` variables on each side. If there are more, one extra node shows their
 * number.
 * @param missed a variable that the operation should have read
 */
export function buildDrawing(
  { links, counts }: OperationView,
  ranked: RankedVariables,
  limit: number,
  link: string | null,
  missed: VariableView | undefined,
): Drawing {
  const blamed = links.find(({ id }) => id === link);
  const isBlamed = (id: string) => id === blamed?.from || id === blamed?.to;
  const unread = sideNodes("missed", missed ? [missed] : [], limit);
  const inputs = sideNodes("input", ranked.inputs, limit, counts.inputs);
  const { intermediates: passed, outputs: made } = ranked;
  const intermediates = sideNodes("intermediate", passed, limit, counts.intermediates);
  const outputs = sideNodes("output", made, limit, counts.outputs);
  const shown = new Set(intermediates.map(({ id }) => id));
  const edge = (from: string, to: string, variable: string): DrawingEdge => ({
    from,
    to,
    blamed: isBlamed(variable),
  });
  const through = (id: string): string[] => {
    const from = links.filter((candidate) => candidate.to === id && shown.has(candidate.from));
    return from.length > 0 ? from.map((candidate) => candidate.from) : [OPERATION];
  };
  return {
    nodes: [
      ...unread,
      ...inputs,
      { kind: "operation", id: OPERATION },
      ...intermediates,
      ...outputs,
    ],
    edges: [
      ...unread.map(({ id }) => ({ from: id, to: OPERATION, blamed: true })),
      ...inputs.map(({ id }) => edge(id, OPERATION, id)),
      ...intermediates.map(({ id }) => edge(OPERATION, id, id)),
      ...outputs.flatMap(({ id }) => through(id).map((from) => edge(from, id, id))),
    ],
  };
}

/** @param total number of variables on this side, including those that are not loaded */
function sideNodes(
  side: Side,
  variables: readonly VariableView[],
  limit: number,
  total = variables.length,
): DrawingNode[] {
  const nodes = variables
    .slice(0, limit)
    .map((variable): DrawingNode => ({ kind: "variable", id: variable.id, side, variable }));
  const more = total - nodes.length;
  return more > 0 ? [...nodes, { kind: "more", id: `${MORE}-${side}`, side, count: more }] : nodes;
}
