/**
 * Which variables of a graph are memory units. Where the recording names them, by class or
 * category, those are; where it names none, the shape says it: what one step wrote and a step of
 * another session read outlived its session, and so did what was replaced in place.
 */
import type { EvolutionGraph } from "./evolution-graph.ts";
import { namesUnit, REMOVAL_STEMS } from "./memory-words.ts";
import type { Link, Variable } from "./model.ts";

/** Runs of hexadecimal digits, a decimal one among them, with or without hyphens. */
const ID = /\b(?=[a-f-]*\d)[\da-f]+(?:-[\da-f]+)*\b|\d+/gi;
/** A value that is named after its own content is another value once it changes: no unit. */
const CONTENT_NAME = /^\w+:[\da-f]{16,}$/i;
const REMOVAL = new RegExp(`${REMOVAL_STEMS}|tombstone`, "i");

/** Tells memory units from other variables, for this graph. */
export function memoryUnits(graph: EvolutionGraph): (variable: Variable) => boolean {
  const variables = [...graph.variables.values()];
  if (variables.some(isNamedUnit)) return isNamedUnit;
  const kept = new Set(
    variables.filter((variable) => outlives(graph, variable)).map((variable) => shapeOf(variable)),
  );
  return (variable) => kept.has(shapeOf(variable)) && !isMarker(variable);
}

/** Whether the link takes the variable that it leaves out of the memory. */
export function isRemoval(graph: EvolutionGraph, link: Link): boolean {
  const target = graph.variables.get(link.to);
  if (target !== undefined && isMarker(target)) return true;
  if (target?.fullName === graph.variables.get(link.from)?.fullName) return false;
  const operation = graph.operations.get(link.op);
  const labels = [link.category, operation?.category, operation?.name];
  return labels.some((label) => label !== undefined && REMOVAL.test(label));
}

function isNamedUnit({ className, category }: Variable): boolean {
  return [className, category].some((label) => label !== undefined && namesUnit(label));
}

function isMarker({ className, category }: Variable): boolean {
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
