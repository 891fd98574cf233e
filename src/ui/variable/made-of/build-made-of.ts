/** Turns values that were made from a message into nodes and edges. */
import type { MadeOf, MadeVariable } from "../../../protocol/api/explorer/made-of.ts";

export type MadeNode =
  | { readonly kind: "operation"; readonly id: string; readonly op: string; readonly name: string }
  | { readonly kind: "variable"; readonly id: string; readonly variable: MadeVariable };

export interface MadeDrawing {
  readonly nodes: readonly MadeNode[];
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly blamed: boolean;
  }[];
}

/**
 * Returns the node id of an operation. It never equals the id of a variable, because variable ids
 * do not start with a control character.
 */
const nodeOf = (op: string) => `\u0000${op}`;

/**
 * The drawing shows the operation of a link between the link's two variables. So each link becomes
 * two edges: from the source to the operation, and from the operation to the target.
 */
export function buildMadeOf({ variables, operations, links }: MadeOf): MadeDrawing {
  const dropped = new Set(variables.filter(({ isDropped }) => isDropped).map(({ id }) => id));
  const edges = new Map<string, MadeDrawing["edges"][number]>();
  for (const { op, from, to } of links) {
    const through = nodeOf(op);
    edges.set(`in ${from} ${op}`, { from, to: through, blamed: false });
    edges.set(`out ${op} ${to}`, { from: through, to, blamed: dropped.has(to) });
  }
  return {
    nodes: [
      ...variables.map((variable): MadeNode => ({ kind: "variable", id: variable.id, variable })),
      ...operations.map(
        ({ id, name }): MadeNode => ({ kind: "operation", id: nodeOf(id), op: id, name }),
      ),
    ],
    edges: [...edges.values()],
  };
}
