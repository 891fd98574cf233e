/**
 * Which variables of a graph are memory units. Where the recording names them, by class or
 * category, those are; where it names none, the shape says it: what one step wrote and a step of
 * another session read outlived its session, and so did what was replaced in place.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Link, Variable } from "../model.ts";
import { namesUnit, REMOVAL_STEMS, stepNamed } from "./memory-words.ts";

/** Runs of hexadecimal digits, a decimal one among them, with or without hyphens. */
const ID = /\b(?=[a-f-]*\d)[\da-f]+(?:-[\da-f]+)*\b|\d+/gi;
/** A value that is named after its own content is another value once it changes: no unit. */
const CONTENT_NAME = /^\w+:[\da-f]{16,}$/i;
const REMOVAL = new RegExp(`${REMOVAL_STEMS}|tombstone`, "i");

/** Tells memory units from other variables, for this graph. */
export function memoryUnits(graph: EvolutionGraph): (variable: Variable) => boolean {
  const { names } = graph.rows.table;
  const units = namedUnits(graph);
  if (units !== undefined) {
    return (variable) => units.has(names.find(variable.fullName)) && !isMarker(variable);
  }
  const variables = [...graph.variables.values()];
  const kept = new Set(
    variables.filter((variable) => outlives(graph, variable)).map((variable) => shapeOf(variable)),
  );
  return (variable) => kept.has(shapeOf(variable)) && !isMarker(variable);
}

/**
 * Numbers of the names of which a version is named a unit, and of those that replaced such a name in
 * place: what was a unit once stays one, whether or not each recording says so. Undefined where
 * nothing is named so.
 */
function namedUnits({ rows }: EvolutionGraph): ReadonlySet<number> | undefined {
  const { variables, labels } = rows.table;
  const unitLabels = Array.from({ length: labels.size }, (_, i) => namesUnit(labels.at(i) ?? ""));
  const units = new Set<number>();
  const replacedBy = new Map<number, number[]>();
  for (const row of rows.variables) {
    const name = variables.fullName.at(row);
    const isUnit = [variables.className, variables.category].some(
      (label) => unitLabels[label.at(row)],
    );
    if (isUnit) units.add(name);
    const replaced = variables.mutates.at(row);
    if (replaced < 0 || variables.fullName.at(replaced) === name) continue;
    const before = variables.fullName.at(replaced);
    const names = replacedBy.get(before);
    if (names === undefined) replacedBy.set(before, [name]);
    else names.push(name);
  }
  // What is added meanwhile is gone through as well.
  for (const unit of units) for (const name of replacedBy.get(unit) ?? []) units.add(name);
  return units.size === 0 ? undefined : units;
}

/**
 * Whether the link takes the variable that it leaves out of the memory. Categories say what a step
 * is; its name counts only where they are silent.
 */
export function isRemoval(graph: EvolutionGraph, link: Link): boolean {
  const target = graph.variables.get(link.to);
  if (target !== undefined && isMarker(target)) return true;
  if (target?.fullName === graph.variables.get(link.from)?.fullName) return false;
  const operation = graph.operations.get(link.op);
  const said = [stepNamed(link.category), stepNamed(operation?.category)];
  if (said.includes("removal")) return true;
  return !said.includes("other") && stepNamed(operation?.name) === "removal";
}

export function isMarker({
  className,
  category,
}: Pick<Variable, "className" | "category">): boolean {
  return [className, category].some((label) => label !== undefined && REMOVAL.test(label));
}

function outlives(graph: EvolutionGraph, variable: Variable): boolean {
  if (variable.mutates !== undefined) return true;
  if (CONTENT_NAME.test(variable.name)) return false;
  const writers = graph.linksTo(variable.id);
  return graph
    .linksFrom(variable.id)
    .some((read) => writers.some((write) => sessionOf(graph, write) !== sessionOf(graph, read)));
}

/** The session that the link's operation ran in. */
export function sessionOf(graph: EvolutionGraph, link: Link): string | undefined {
  return graph.operations.get(link.op)?.session ?? link.session;
}

/** Variables of one shape are told apart only by ids in their names. */
function shapeOf({ category, className, name }: Variable): string {
  return JSON.stringify([category, className, name.replaceAll(ID, "#")]);
}
