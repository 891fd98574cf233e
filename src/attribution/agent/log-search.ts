/** Shows the graph to the agent as a log of operations in execution order. */
import type { Operation } from "../../graph/model.ts";
import type { Catalog } from "./catalog.ts";
import { compileSought, firstMatch, type Sought } from "./text-match.ts";
import { operationView } from "./views.ts";

const SHOWN_AT_ENDS = 8;
const MAX_MATCHES = 40;
/**
 * A search stops when it has read this number of characters. The result then names the operation
 * from which the agent can continue the search.
 */
const MAX_SEARCHED_CHARS = 50_000_000;
const BLOCK_PREVIEW_CHARS = 240;

export function inspectLog(catalog: Catalog): object {
  const { operations, graph } = catalog;
  const counts = new Map<string, number>();
  for (const { name } of operations) counts.set(name, (counts.get(name) ?? 0) + 1);
  const brief = ({ id, name }: Operation) => `${catalog.nameOf(id)} ${name}`;
  return {
    operations: operations.length,
    variables: graph.variables.size,
    byName: Object.fromEntries(counts),
    first: operations.slice(0, SHOWN_AT_ENDS).map(brief),
    last: operations.slice(-SHOWN_AT_ENDS).map(brief),
  };
}

/** Finds the operations that read or wrote a variable with the sought words or pattern. */
export function searchLog(catalog: Catalog, sought: Sought, from: string): object {
  const compiled = compileSought(sought);
  if (!compiled.ok) return { error: `pattern: ${compiled.fault}` };
  const read = new Map<string, string | undefined>();
  let chars = 0;
  const excerptOf = (id: string) => {
    if (!read.has(id)) {
      const value = catalog.graph.variables.get(id)?.value ?? "";
      chars += value.length;
      read.set(id, firstMatch(value, compiled.value));
    }
    return read.get(id);
  };
  const matches: object[] = [];
  for (const operation of catalog.operations.slice(placeOf(catalog, from))) {
    const op = catalog.nameOf(operation.id);
    if (chars > MAX_SEARCHED_CHARS) return { matches, next: op };
    const links = catalog.graph.linksOf(operation.id);
    const touched = [...new Set(links.flatMap((link) => [link.from, link.to]))];
    const matching = touched.filter((id) => excerptOf(id) !== undefined);
    if (matches.length > 0 && matches.length + matching.length > MAX_MATCHES) {
      return { matches, next: op };
    }
    for (const id of matching.slice(0, MAX_MATCHES)) {
      const variable = catalog.nameOf(id);
      matches.push({ op, name: operation.name, variable, around: excerptOf(id) });
    }
  }
  return { matches };
}

export function viewLog(
  catalog: Catalog,
  { from, count, pageChars }: { from: string; count: number; pageChars: number },
): object {
  const start = placeOf(catalog, from);
  const blocks: object[] = [];
  let chars = 0;
  for (const operation of catalog.operations.slice(start, start + count)) {
    const block = operationView(operation, catalog, BLOCK_PREVIEW_CHARS);
    chars += JSON.stringify(block).length;
    if (blocks.length > 0 && chars > pageChars) break;
    blocks.push(block);
  }
  const next = catalog.operations[start + blocks.length];
  return { blocks, ...(next === undefined ? {} : { next: catalog.nameOf(next.id) }) };
}

function placeOf(catalog: Catalog, name: string): number {
  const operation = catalog.operation(name);
  return operation === undefined ? 0 : Math.max(0, catalog.operations.indexOf(operation));
}
