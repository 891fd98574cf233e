/** The graph as a log: its operations in the order in which they ran. */
import type { Operation } from "../../graph/model.ts";
import type { Catalog } from "./catalog.ts";
import { matchesIn, operationView } from "./views.ts";

const SHOWN_AT_ENDS = 8;
const MAX_MATCHES = 40;
/** Maximum characters of a view of the log. */
const MAX_LOG_CHARS = 16_000;
const BLOCK_PREVIEW_CHARS = 240;

export function inspectLog(catalog: Catalog): object {
  const { operations, graph } = catalog;
  const counts: Record<string, number> = {};
  for (const { name } of operations) counts[name] = (counts[name] ?? 0) + 1;
  const brief = ({ id, name }: Operation) => `${catalog.nameOf(id)} ${name}`;
  return {
    operations: operations.length,
    variables: graph.variables.size,
    byName: counts,
    first: operations.slice(0, SHOWN_AT_ENDS).map(brief),
    last: operations.slice(-SHOWN_AT_ENDS).map(brief),
  };
}

export function searchLog(catalog: Catalog, words: string, from: string): object {
  const start = placeOf(catalog, from);
  const matches: object[] = [];
  for (const [index, operation] of catalog.operations.entries()) {
    if (index < start) continue;
    const links = catalog.graph.linksOf(operation.id);
    for (const id of new Set(links.flatMap((link) => [link.from, link.to]))) {
      const [match] = matchesIn(catalog.graph.variables.get(id)?.value ?? "", words);
      if (match === undefined) continue;
      if (matches.length >= MAX_MATCHES) return { matches, next: catalog.nameOf(operation.id) };
      const op = catalog.nameOf(operation.id);
      matches.push({
        op,
        name: operation.name,
        variable: catalog.nameOf(id),
        around: match.around,
      });
    }
  }
  return { matches };
}

export function viewLog(catalog: Catalog, from: string, count: number): object {
  const start = placeOf(catalog, from);
  const blocks: object[] = [];
  let chars = 0;
  for (const operation of catalog.operations.slice(start, start + count)) {
    const block = operationView(operation, catalog, BLOCK_PREVIEW_CHARS);
    chars += JSON.stringify(block).length;
    if (blocks.length > 0 && chars > MAX_LOG_CHARS) break;
    blocks.push(block);
  }
  const next = catalog.operations[start + blocks.length];
  return { blocks, ...(next === undefined ? {} : { next: catalog.nameOf(next.id) }) };
}

function placeOf(catalog: Catalog, name: string): number {
  const operation = catalog.operation(name);
  return operation === undefined ? 0 : Math.max(0, catalog.operations.indexOf(operation));
}
