/**
 * Finds the values that were made from a variable, directly or through other values. The search
 * stops at memory units and answers: it lists them, but not the values made from them. It does not
 * follow the links from a memory search to the units that the search returned, because these units
 * were not made from the text of the search.
 */
import { fieldsOf } from "../../protocol/json/json-fields.ts";
import { contentStems, wordsOf } from "../../text/words.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { costOf, type InTurns } from "../in-turns.ts";
import { isReturnRow } from "../memory/variable-links.ts";
import { deriveRoles, roleOf, type VariableRole } from "../memory/variable-role.ts";
import type { Variable } from "../model.ts";

export interface MadeBounds {
  readonly variables: number;
  readonly links: number;
  readonly words: number;
}

export interface Made {
  readonly variable: Variable;
  readonly role: VariableRole;
  readonly depth: number;
  readonly isDropped: boolean;
}

export interface MadeOfVariable {
  /** The start variable and the variables made from it, in breadth-first order. */
  readonly made: readonly Made[];
  /** Rows of the links that were followed. */
  readonly links: readonly number[];
  /**
   * The content words of the start variable that are in none of the units in `made`. Undefined if
   * `made` contains no unit.
   */
  readonly missingWords: readonly string[] | undefined;
  readonly isComplete: boolean;
}

/** Maximum number of compared characters of each value. */
const MAX_COMPARED_CHARS = 20_000;

export function* madeOf(
  graph: EvolutionGraph,
  start: Variable,
  bounds: MadeBounds,
): InTurns<MadeOfVariable> {
  yield* deriveRoles(graph);
  const { rows } = graph;
  const { links } = rows.table;
  const made = new Map<number, Made>();
  const followed: number[] = [];
  const queue: number[] = [];
  let isComplete = true;
  const reach = (row: number, depth: number) => {
    const variable = graph.variables.get(rows.variableId(row));
    if (made.has(row) || variable === undefined) return;
    const role = roleOf(graph, variable);
    const isEnd = depth > 0 && (role === "unit" || role === "answer" || role === "tombstone");
    const isDropped = !isEnd && rows.linksFrom.of(row).length === 0;
    made.set(row, { variable, role, depth, isDropped });
    if (!isEnd) queue.push(row);
  };
  reach(rows.findVariable(start.id), 0);
  for (const row of queue) {
    const depth = made.get(row)?.depth ?? 0;
    for (const link of rows.linksFrom.of(row)) {
      if (isReturnRow(graph, link)) continue;
      const target = links.to.at(link);
      const isFull = !made.has(target) && made.size >= bounds.variables;
      if (isFull || followed.length >= bounds.links) {
        isComplete = false;
        break;
      }
      reach(target, depth + 1);
      followed.push(link);
    }
    yield costOf(rows.linksFrom.of(row).length);
  }
  const all = [...made.values()];
  const units = all.filter(({ role, depth }) => role === "unit" && depth > 0);
  yield units.reduce((sum, { variable }) => sum + variable.value.length, 0);
  return {
    made: all,
    links: followed,
    missingWords: units.length === 0 ? undefined : missingIn(start, units, bounds.words),
    isComplete,
  };
}

const TEXT_FIELDS = ["content", "text", "message", "body", "utterance", "memory"];

/**
 * If the value is a JSON object with a text field such as `content`, returns this field. Otherwise,
 * returns the value itself.
 */
function textInside(value: string): string {
  const fields = fieldsOf(value) ?? {};
  const texts = TEXT_FIELDS.map((name) => fields[name]);
  return texts.find((text) => typeof text === "string" && text.trim() !== "")?.toString() ?? value;
}

function missingIn(start: Variable, units: readonly Made[], most: number): string[] {
  const stated = new Set(
    units.flatMap(({ variable }) => contentStems(variable.value.slice(0, MAX_COMPARED_CHARS))),
  );
  return wordsOf(textInside(start.value).slice(0, MAX_COMPARED_CHARS))
    .filter(({ stem }) => !stated.has(stem))
    .slice(0, most)
    .map(({ text }) => text);
}
