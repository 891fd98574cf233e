/** The graph as a log: its operations in the order in which they ran. */
import type { Operation } from "../../graph/model.ts";
import { search } from "../../graph/search/search.ts";
import type { Catalog } from "./catalog.ts";
import { type Sought, soughtText } from "./text-match.ts";
import { operationView } from "./views.ts";

const SHOWN_AT_ENDS = 8;
const MAX_MATCHES = 40;
/** Maximum variables of one search, before they are put into execution order. */
const MAX_VARIABLES = 5_000;
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

/** Where a text or a pattern occurs in the values that operations read and wrote. */
export function searchLog(catalog: Catalog, sought: Sought, from: string): object {
  const found = search(
    catalog.graph,
    { kinds: ["variable"], pattern: { ...soughtText(sought), fields: ["value"] } },
    { limit: MAX_VARIABLES },
  );
  if (!found.ok) return { error: `pattern: ${found.fault.message}` };
  const { hits, next } = found.value;
  const excerpts = new Map(hits.map(({ id, match }) => [id, match?.excerpt ?? ""]));
  const matches: object[] = [];
  const ended = next === undefined ? {} : { incomplete: "Too many values match; search for less." };
  for (const operation of catalog.operations.slice(placeOf(catalog, from))) {
    const links = catalog.graph.linksOf(operation.id);
    const touched = [...new Set(links.flatMap((link) => [link.from, link.to]))];
    const matching = touched.filter((id) => excerpts.has(id));
    const op = catalog.nameOf(operation.id);
    if (matches.length > 0 && matches.length + matching.length > MAX_MATCHES) {
      return { matches, next: op, ...ended };
    }
    for (const id of matching.slice(0, MAX_MATCHES)) {
      const variable = catalog.nameOf(id);
      matches.push({ op, name: operation.name, variable, around: excerpts.get(id) });
    }
  }
  return { matches, ...ended };
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
