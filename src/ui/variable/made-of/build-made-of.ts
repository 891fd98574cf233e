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

/** A node id that equals no variable id, because those never start with a control character. */
const nodeOf = (op: string) => `\u0000${op}`;

/** Each link becomes two edges: source to operation, and operation to target. */
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
