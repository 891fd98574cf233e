/**
 * Builds the JSON that shows variables and operations to the agent. Long values are cut to fit into
 * the model's context.
 */
import type { Operation, Variable } from "../../graph/model.ts";
import type { Catalog } from "./catalog.ts";
import { matchesIn, type Sought } from "./text-match.ts";

const PREVIEW_CHARS = 240;
const PAGE_CHARS = 4_000;
const MAX_LISTED = 30;
/** Maximum number of variables in each list: inputs, intermediate values, outputs. */
const MAX_ENDS = 12;

export function previewOf(variable: Variable, catalog: Catalog, chars = PREVIEW_CHARS) {
  const { value } = variable;
  return {
    id: catalog.nameOf(variable.id),
    name: variable.id.slice(0, PREVIEW_CHARS),
    ...(variable.category === undefined ? {} : { category: variable.category }),
    chars: value.length,
    text: value.length <= chars ? value : `${value.slice(0, chars)}…`,
  };
}

/**
 * Shows a variable and its neighbours in the graph:
 * - the operations that wrote the variable, and what they read
 * - the operations that read the variable, and what they wrote
 * - the names of the later versions of the variable
 */
export function variableView(variable: Variable, catalog: Catalog, offset: number) {
  const { graph } = catalog;
  const written = graph.linksTo(variable);
  const read = graph.linksFrom(variable);
  const step = (op: string) => ({
    op: catalog.nameOf(op),
    opName: graph.operations.get(op)?.name ?? "unknown",
  });
  const shown = read.slice(offset, offset + MAX_LISTED);
  return {
    variable: previewOf(variable, catalog),
    writtenBy: written
      .slice(0, MAX_LISTED)
      .map((link) => ({ ...step(link.op), from: shortly(link.from, catalog) })),
    readBy: shown.map((link) => ({ ...step(link.op), into: shortly(link.to, catalog) })),
    laterVersions: graph
      .versionsOf(variable.fullName)
      .filter(({ version }) => version > variable.version)
      .slice(0, MAX_LISTED)
      .map(({ id }) => catalog.nameOf(id)),
    ...(offset + shown.length < read.length ? { nextOffset: offset + shown.length } : {}),
  };
}

function shortly(id: string, catalog: Catalog) {
  const variable = catalog.graph.variables.get(id);
  return variable === undefined ? { id } : previewOf(variable, catalog, 100);
}

export function operationView(operation: Operation, catalog: Catalog, chars = 600) {
  const ends = catalog.graph.endsOf(operation.id);
  const some = (variables: readonly Variable[]) => ({
    count: variables.length,
    shown: variables.slice(0, MAX_ENDS).map((variable) => previewOf(variable, catalog, chars)),
  });
  return {
    op: catalog.nameOf(operation.id),
    name: operation.name,
    ...(operation.category === undefined ? {} : { category: operation.category }),
    ...(operation.error === undefined ? {} : { error: operation.error.slice(0, PREVIEW_CHARS) }),
    inputs: some(ends.inputs),
    made_on_the_way: some(ends.intermediates),
    outputs: some(ends.outputs),
  };
}

/** Returns one page of the value. With words or a pattern, returns only the matching passages. */
export function readValue(
  variable: Variable,
  catalog: Catalog,
  { offset, ...sought }: { readonly offset: number } & Sought,
) {
  const { value } = variable;
  const head = { id: catalog.nameOf(variable.id), chars: value.length };
  if (sought.pattern !== "" || sought.words.trim() !== "") {
    const found = matchesIn(value, sought);
    return found.ok ? { ...head, matches: found.value } : { error: `pattern: ${found.fault}` };
  }
  const text = value.slice(offset, offset + PAGE_CHARS);
  const end = offset + text.length;
  return { ...head, offset, text, ...(end < value.length ? { nextOffset: end } : {}) };
}

/** Returns one page of the variables that no operation wrote, earliest first. */
export function rootsView(catalog: Catalog, offset: number) {
  const { roots } = catalog;
  const shown = roots.slice(offset, offset + MAX_LISTED);
  const next = offset + shown.length;
  return {
    count: roots.length,
    roots: shown.map((variable) => previewOf(variable, catalog)),
    ...(next < roots.length ? { nextOffset: next } : {}),
  };
}

/** Returns the operations that wrote or read the variable, in execution order. */
export function operationsAt(variable: Variable, catalog: Catalog): Operation[] {
  const { graph } = catalog;
  const links = [...graph.linksTo(variable), ...graph.linksFrom(variable)];
  const touching = new Set(links.map(({ op }) => op));
  return catalog.operations.filter(({ id }) => touching.has(id));
}
