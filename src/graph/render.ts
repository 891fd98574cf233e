/**
 * Renders a part of a graph as Markdown or XML, so that a model can read it. Text from the trace
 * cannot pretend to be a part of the document. In XML, the text is escaped. In Markdown, it is put
 * between fences that are longer than any run of backticks in the text.
 */
import type { EvolutionGraph, Records } from "./evolution-graph.ts";
import type { Link, Operation, Variable } from "./model.ts";
import type { Subgraph } from "./parts/graph-part.ts";
import { DEFAULT_CATEGORY } from "./parts/record-filter.ts";

export interface RenderOptions {
  readonly format: "markdown" | "xml";
  /** The default is false. */
  readonly metadata?: boolean;
  /** Maximum number of characters of each value. 0 hides values; undefined renders them whole. */
  readonly valueChars?: number;
  /** Rendering stops after the record that makes the text longer than this many characters. */
  readonly mostChars?: number;
}

/** One field of a record. Its text has several lines only if `block` is true. */
interface Fact {
  readonly name: string;
  readonly text: string;
  readonly block?: boolean;
}

interface Entry {
  readonly element: "variable" | "link" | "operation";
  readonly facts: readonly Fact[];
}

/** Renders the variables, then the links, then the operations, each in the order of the part. */
export function renderSubgraph(
  graph: EvolutionGraph,
  part: Subgraph,
  options: RenderOptions,
): string {
  const { mostChars = Number.POSITIVE_INFINITY } = options;
  let chars = 0;
  const upTo = function* (entries: Iterable<Entry>) {
    for (const entry of entries) {
      if (chars > mostChars) return;
      chars += charsOf(entry);
      yield entry;
    }
  };
  const sections = entriesOf(graph, part, options)
    .map(({ title, entries }) => ({ title, entries: [...upTo(entries)] }))
    .filter((section) => section.entries.length > 0);
  return options.format === "xml" ? toXml(sections) : toMarkdown(sections);
}

/**
 * Whether the rendered text would have more than `most` characters. Stops as soon as this is
 * certain.
 */
export function isRenderedLonger(
  graph: EvolutionGraph,
  part: Subgraph,
  options: RenderOptions,
  most: number,
): boolean {
  let chars = 0;
  for (const { entries } of entriesOf(graph, part, options)) {
    for (const entry of entries) {
      chars += charsOf(entry);
      if (chars > most) return true;
    }
  }
  return false;
}

function charsOf({ facts }: Entry): number {
  return facts.reduce((sum, { text }) => sum + text.length, 0);
}

/** Renders one record at a time, so that many long texts are never in memory together. */
function entriesOf(graph: EvolutionGraph, part: Subgraph, options: RenderOptions) {
  return [
    {
      title: "variables",
      entries: entries(part.variables, graph.variables, (v) => variableEntry(v, options)),
    },
    { title: "links", entries: entries(part.links, graph.links, (l) => linkEntry(l, options)) },
    {
      title: "operations",
      entries: entries(part.operations, graph.operations, (o) => operationEntry(o, options)),
    },
  ];
}

function* entries<R>(
  ids: Iterable<string>,
  records: Pick<Records<R>, "get">,
  entryOf: (record: R) => Entry,
): Iterable<Entry> {
  for (const id of ids) {
    const record = records.get(id);
    if (record !== undefined) yield entryOf(record);
  }
}

function variableEntry(variable: Variable, options: RenderOptions): Entry {
  const { valueChars = Number.POSITIVE_INFINITY } = options;
  return {
    element: "variable",
    facts: [
      { name: "id", text: variable.id },
      { name: "name", text: variable.name },
      { name: "version", text: String(variable.version) },
      ...optional("class", variable.className),
      { name: "category", text: variable.category ?? DEFAULT_CATEGORY.variable },
      ...described(variable, options),
      ...(valueChars === 0
        ? []
        : [{ name: "value", text: clamped(variable, valueChars), block: true }]),
    ],
  };
}

function linkEntry(link: Link, options: RenderOptions): Entry {
  return {
    element: "link",
    facts: [
      { name: "id", text: link.id },
      { name: "from", text: link.from },
      { name: "to", text: link.to },
      { name: "operation", text: link.op },
      { name: "category", text: link.category ?? DEFAULT_CATEGORY.link },
      ...described(link, options),
    ],
  };
}

function operationEntry(operation: Operation, options: RenderOptions): Entry {
  return {
    element: "operation",
    facts: [
      { name: "id", text: operation.id },
      { name: "name", text: operation.name },
      { name: "category", text: operation.category ?? DEFAULT_CATEGORY.operation },
      ...optional("status", operation.status),
      ...described(operation, options),
      ...optional("error", operation.error, true),
    ],
  };
}

function described(record: Variable | Link | Operation, options: RenderOptions): Fact[] {
  const { session, at, comment, metadata } = record;
  return [
    ...optional("session", session),
    { name: "at", text: new Date(at).toISOString() },
    ...optional("comment", comment, true),
    ...(options.metadata && metadata
      ? [{ name: "metadata", text: JSON.stringify(metadata), block: true }]
      : []),
  ];
}

function optional(name: string, text: string | undefined, block = false): Fact[] {
  return text === undefined ? [] : [{ name, text, block }];
}

function clamped({ value, length = value.length }: Variable, chars: number): string {
  if (value.length <= chars) return value;
  return `${value.slice(0, chars).toWellFormed()}… [${chars} of ${length} characters]`;
}

interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

function toXml(sections: readonly Section[]): string {
  if (sections.length === 0) return "<graph/>";
  const lines = sections.flatMap(({ title, entries }) => [
    `  <${title}>`,
    ...entries.map(({ element, facts }) => {
      const attributes = facts
        .filter((fact) => !fact.block)
        .map((fact) => ` ${fact.name}="${escapeXml(fact.text)}"`);
      const blocks = facts
        .filter((fact) => fact.block)
        .map((fact) => `<${fact.name}>${escapeXml(fact.text)}</${fact.name}>`);
      const start = `    <${element}${attributes.join("")}`;
      return blocks.length === 0 ? `${start}/>` : `${start}>${blocks.join("")}</${element}>`;
    }),
    `  </${title}>`,
  ]);
  return ["<graph>", ...lines, "</graph>"].join("\n");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** Replaces characters that XML forbids by U+FFFD. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character)
    .replaceAll(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

function toMarkdown(sections: readonly Section[]): string {
  if (sections.length === 0) return "# Graph\n\nEmpty.";
  const parts = sections.flatMap(({ title, entries }) => [
    `## ${title.charAt(0).toUpperCase()}${title.slice(1)} (${entries.length})`,
    ...entries.flatMap(({ element, facts }) => [
      `### ${element.charAt(0).toUpperCase()}${element.slice(1)}`,
      facts
        .filter((fact) => !fact.block)
        .map((fact) => `- ${fact.name}: ${inline(fact.text)}`)
        .join("\n"),
      ...facts.filter((fact) => fact.block).map((fact) => `${fact.name}:\n\n${fenced(fact.text)}`),
    ]),
  ]);
  return ["# Graph", ...parts].join("\n\n");
}

/**
 * In Markdown, a code span ends at the next run of backticks that is exactly as long as the run at
 * its start. So the fence is longer than any run in the text. A code span cannot contain a blank
 * line, so all white space becomes single spaces.
 */
function inline(text: string): string {
  const fence = "`".repeat(longestRun(text) + 1);
  return `${fence} ${text.replaceAll(/\s+/g, " ")} ${fence}`;
}

function fenced(text: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
