/**
 * Finds the prompts in a graph. If a prompt is a template, only the template counts as the prompt.
 * The texts that are made by filling it in do not count. Prompts for judges are left out.
 */

import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { encloses } from "../graph/history/enclosing.ts";
import { costOf, type InTurns, RecordCount } from "../graph/in-turns.ts";
import { kindOf } from "../graph/memory/record-categories.ts";
import type { Variable } from "../graph/model.ts";
import { MAX_PROMPT_CHARS } from "../protocol/api/prompts.ts";
import { literalText } from "./literal-text.ts";
import { type PromptUse, PromptUses } from "./prompt-uses.ts";

export interface FoundPrompt {
  /**
   * Name of the prompt, the same in every graph. If the app gave no name, the name is made from the
   * operation's name.
   */
  readonly name: string;
  /** Id of the variable with the text. */
  readonly variable: string;
  readonly text: string;
  /** The prompt version that the app got from MemTrace, as recorded. */
  readonly version: number | undefined;
  /** Operations that read the prompt or its filled-in text, in execution order. */
  readonly uses: readonly PromptUse[];
}

/**
 * Several texts can have the same prompt name. If there are fewer texts than this, they always
 * count as versions of one prompt.
 */
const MIN_CHANGING_TEXTS = 4;
/**
 * Minimum number of uses of each text, on average. With fewer uses, the app probably makes a new
 * text for each call, so the texts do not count as versions. This limit applies only to
 * `MIN_CHANGING_TEXTS` or more texts with the same prompt name.
 */
const MIN_USES_OF_VERSIONS = 2;

/**
 * Returns the prompts, grouped by name. Texts with the same name are versions of one prompt. If the
 * app makes a new text for each call, returns only the texts with a recorded version.
 */
export function findPrompts(graph: EvolutionGraph): readonly FoundPrompt[] {
  return graph.derivedAtOnce(promptsOf);
}

/** Like `findPrompts`, but pauses so that other tasks can run. */
export function findPromptsInTurns(graph: EvolutionGraph): InTurns<readonly FoundPrompt[]> {
  return graph.derivedInTurns(promptsOf);
}

function* promptsOf(graph: EvolutionGraph): InTurns<readonly FoundPrompt[]> {
  const uses = new PromptUses(graph);
  const found: FoundPrompt[] = [];
  for (const variable of yield* labelledPrompts(graph)) {
    const prompt = yield* foundIn(graph, variable, uses);
    if (uses.isTooMuch) break;
    if (prompt !== undefined) found.push(prompt);
  }
  yield costOf(found.length);
  return [...Map.groupBy(found, ({ name }) => name).values()].flatMap((texts) => {
    const joined = joinEqual(texts);
    return changesAtEveryCall(joined) ? joined.filter(({ version }) => version) : joined;
  });
}

/**
 * Returns the prompts that the operation, or an operation inside it, followed. If there are none,
 * looks at the operations around it, from the inside outwards, and returns the first prompts found.
 */
export function promptsBehind(graph: EvolutionGraph, op: string): readonly FoundPrompt[] {
  const inside = findPrompts(graph).filter(({ uses }) =>
    uses.some((use) => use.op === op || encloses(graph, op, use.op)),
  );
  const byReader = graph.derived(promptsByReader);
  const seen = new Set<string>();
  let found: readonly FoundPrompt[] = inside;
  for (let at = outerOf(graph, op); at !== undefined && found.length === 0; ) {
    if (seen.has(at)) break;
    seen.add(at);
    found = byReader.get(at) ?? [];
    at = outerOf(graph, at);
  }
  return found;
}

function promptsByReader(graph: EvolutionGraph): ReadonlyMap<string, readonly FoundPrompt[]> {
  const byReader = new Map<string, FoundPrompt[]>();
  for (const prompt of findPrompts(graph)) {
    for (const { op } of prompt.uses) {
      const known = byReader.get(op);
      if (known === undefined) byReader.set(op, [prompt]);
      else known.push(prompt);
    }
  }
  return byReader;
}

/**
 * Returns the variables whose class or category says that they are prompts. Graphs are large, so
 * this function reads the label of each variable first. It skips the record if variables with this
 * label are known to be no prompts.
 */
function* labelledPrompts({ rows, variables }: EvolutionGraph): InTurns<Variable[]> {
  const { className, category } = rows.table.variables;
  const labels = new Map<string, boolean>();
  const prompts: Variable[] = [];
  const records = new RecordCount();
  for (const row of rows.variables) {
    if (records.isDue()) yield records.cost;
    const label = `${className.at(row)} ${category.at(row)}`;
    if (labels.get(label) === false) continue;
    const variable = variables.get(rows.variableId(row));
    if (variable === undefined) continue;
    const isPrompt = kindOf(variable) === "prompt";
    labels.set(label, isPrompt);
    if (isPrompt) prompts.push(variable);
  }
  return prompts;
}

function* foundIn(
  graph: EvolutionGraph,
  variable: Variable,
  allUses: PromptUses,
): InTurns<FoundPrompt | undefined> {
  if (kindOf(variable) !== "prompt" || variable.length !== undefined) return undefined;
  const version = servedVersion(variable);
  if (version === undefined && isFilledIn(graph, variable)) return undefined;
  yield costOf(graph.linksTo(variable).length);
  const uses = yield* allUses.of(variable);
  const [first] = uses;
  if (first === undefined && version === undefined) return undefined;
  const own = ownName(variable);
  // A prompt without a name is accepted only if at least two operations use it. One use is enough
  // for a prompt from an OpenTelemetry span, because it always consists of system instructions. The
  // variable of such a prompt has the name `instructions:` or `text:` with a hash of the text.
  const isInstructions = /^instructions:|^text:/.test(variable.fullName);
  if (own === undefined && uses.length < 2 && !isInstructions) return undefined;
  const name = own ?? (first && `${callerOf(graph, first)} instructions`);
  const text = literalText(graph, variable);
  if (name === undefined || text.trim() === "" || text.length > MAX_PROMPT_CHARS) return undefined;
  return { name, variable: variable.id, text, version, uses };
}

/**
 * Whether the app probably made the text by filling values into a template. This is assumed if the
 * text was made from another prompt, or if exactly one operation made the text. If the text was
 * made from an earlier version of the same prompt, the text is a new version of this prompt, and
 * the result is false.
 */
function isFilledIn(graph: EvolutionGraph, { id, fullName }: Variable): boolean {
  const made = graph.linksTo(id);
  const sources = made.flatMap((link) => graph.variables.get(link.from) ?? []);
  if (sources.some((source) => source.fullName === fullName)) return false;
  if (sources.some((source) => kindOf(source) === "prompt")) return true;
  return new Set(made.map((link) => link.op)).size === 1;
}

/**
 * Matches a generated name. Such a name ends in a digest, or in a counter and part of an id, as in
 * `-3-a1b2c3`.
 */
const MADE_UP = /-\d+-[0-9a-z]{6}$|(?:^|[^\p{L}\p{N}])(?=\p{L}*\p{N})[\p{L}\p{N}]{6,}$/u;
/** Matches class names that mean only “prompt”. */
const PLAIN_CLASS = /^(?:system|user)?[ _-]?(?:prompt|instruction|template)s?$/i;

/** Returns the name that the app gave the prompt; undefined if the name is generated. */
function ownName({ name, className, fullName }: Variable): string | undefined {
  if (MADE_UP.test(name)) return undefined;
  if (className === undefined || PLAIN_CLASS.test(className)) return name;
  return letters(className) === letters(name) ? name : fullName;
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Returns the name of the operation inside which the app called the model. If the call was inside
 * no operation, returns the name of the call itself.
 */
function callerOf(graph: EvolutionGraph, { op, opName }: PromptUse): string {
  const outer = outerOf(graph, op);
  return (outer && graph.operations.get(outer)?.name) ?? opName;
}

function outerOf(graph: EvolutionGraph, op: string): string | undefined {
  const outer = graph.operations.get(op)?.metadata?.inside;
  return typeof outer === "string" && graph.operations.has(outer) ? outer : undefined;
}

function servedVersion({ metadata }: Variable): number | undefined {
  const version = metadata?.promptVersion;
  return typeof version === "number" && Number.isSafeInteger(version) && version > 0
    ? version
    : undefined;
}

/** Merges prompts with equal texts. The merged prompt has the uses of all of them. */
function joinEqual(prompts: readonly FoundPrompt[]): FoundPrompt[] {
  return [...Map.groupBy(prompts, ({ text }) => text).values()].flatMap((equal) => {
    const [first] = equal;
    if (first === undefined || equal.length === 1) return equal;
    const uses = new Map(equal.flatMap((prompt) => prompt.uses.map((use) => [use.op, use])));
    const version = equal.find((prompt) => prompt.version !== undefined)?.version;
    return [{ ...first, version, uses: [...uses.values()].sort((a, b) => a.at - b.at) }];
  });
}

function changesAtEveryCall(texts: readonly FoundPrompt[]): boolean {
  const calls = new Set(texts.flatMap(({ uses }) => uses.map(({ op }) => op))).size;
  return texts.length >= MIN_CHANGING_TEXTS && calls < MIN_USES_OF_VERSIONS * texts.length;
}
