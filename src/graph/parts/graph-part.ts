/** A part of a graph, as sets of rows. A set keeps the order in which its rows were added. */
import type { GraphRows } from "../build/graph-rows.ts";
import { RowSet } from "../columns/row-set.ts";

export interface Subgraph {
  readonly variables: RowSet;
  readonly links: RowSet;
  readonly operations: RowSet;
}

/** A part to which rows can be added. Adding a link also adds its operation. */
export class GraphPart implements Subgraph {
  readonly variables: RowSet;
  readonly links: RowSet;
  readonly operations: RowSet;
  protected readonly graphRows: GraphRows;
  readonly #operationOf: Int32Array;

  constructor(rows: GraphRows) {
    const { variables, links, operations } = rows.table;
    this.graphRows = rows;
    this.#operationOf = links.op.numbers;
    this.variables = new RowSet({
      limit: variables.size,
      idOf: (row) => rows.variableId(row),
      rowOf: (id) => rows.findVariable(id),
    });
    this.links = new RowSet({
      limit: links.size,
      idOf: (row) => rows.linkId(row),
      rowOf: (id) => rows.findLink(id),
    });
    this.operations = new RowSet({
      limit: operations.size,
      idOf: (row) => rows.operationId(row),
      rowOf: (id) => rows.findOperation(id),
    });
  }

  addLink(link: number): void {
    this.links.addRow(link);
    this.operations.addRow(this.#operationOf[link] as number);
  }

  addLinkWithEnds(link: number): void {
    const { from, to } = this.graphRows.table.links;
    this.variables.addRow(from.at(link));
    this.variables.addRow(to.at(link));
    this.addLink(link);
  }
}
