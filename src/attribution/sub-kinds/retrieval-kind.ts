import type { Variable } from "../../graph/model.ts";
import type { SubKind } from "../../protocol/error-types.ts";
import { parseJson } from "../../protocol/json/json-text.ts";
import { saysSomething } from "../../text/says-something.ts";
import { contentStems } from "../../text/words.ts";
import { unitsReturned } from "../claims/claims.ts";
import type { LossFinding } from "../flow/finding.ts";
import { searchOfAnotherTopic } from "../flow/retrieval/retrieval-loss.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";

export function retrievalKind(finding: LossFinding, tracing: Tracing): SubKind | null {
  const { graph, roles } = tracing;
  const { op, link, carrier, need, inStore } = finding;
  if (op === null || roles.retrievalOps.length === 0) return null;
  if (link !== null)
    return carrier === null || need === undefined
      ? null
      : droppedKind(link, carrier, need, tracing);
  const missed = inStore.flatMap((id) => graph.variables.get(id) ?? []);
  if (need !== undefined && searchOfAnotherTopic([need], missed, tracing)?.id === op)
    return "query missed";
  const returned = unitsReturned(tracing);
  if (returned.size === 0)
    return roles.context.every(({ value }) => !saysSomething(value)) ? "nothing found" : null;
  const isOlder = (id: string) => {
    const unit = graph.variables.get(id);
    return missed.some((each) => isOlderVersion(unit, each));
  };
  if ([...returned].some(isOlder)) return "stale unit preferred";
  return returnsFewer(op, tracing) ? "cut off" : null;
}

/** Minimum number of other searches that show how many results are usual. */
const MIN_SEARCHES = 3;

/**
 * Whether the search returned fewer results than most searches with the same name, although the
 * memory had enough units.
 */
function returnsFewer(op: string, { graph, store }: Tracing): boolean {
  const name = graph.operations.get(op)?.name;
  const resultsOf = (id: string) => new Set(graph.linksOf(id).map(({ to }) => to)).size;
  const others = [...graph.operations.values()]
    .filter((other) => other.name === name && other.id !== op)
    .map(({ id }) => resultsOf(id))
    .sort((a, b) => a - b);
  const usual = others[Math.floor(others.length / 2)] ?? 0;
  return others.length >= MIN_SEARCHES && resultsOf(op) < usual && store.length >= usual;
}

function isOlderVersion(unit: Variable | undefined, than: Variable): boolean {
  return unit !== undefined && unit.fullName === than.fullName && unit.version < than.version;
}

/**
 * An operation left the unit out of the search results. Returns how:
 * - cut off: the operation kept the order and left out everything from the unit to the end
 * - filtered out: it kept the order and also results that were after the unit
 * - ranked out: it changed the order of the results
 */
function droppedKind(link: string, carrier: string, need: Need, tracing: Tracing): SubKind | null {
  const { graph } = tracing;
  const dropping = graph.links.get(link);
  const [before, after] = [graph.variables.get(carrier), graph.variables.get(dropping?.to ?? "")];
  if (dropping === undefined || before === undefined || after === undefined) return null;
  const links = graph.linksOf(dropping.op);
  const candidates = [...new Set(links.map(({ from }) => from))];
  const kept = [...new Set(links.map(({ to }) => to))].flatMap((to) => {
    const [source, ...others] = links.filter((each) => each.to === to);
    return source === undefined || others.length > 0 ? [] : [candidates.indexOf(source.from)];
  });
  if (candidates.length > 1 && kept.length > 0) return orderKind(kept, candidates.indexOf(carrier));
  const [given, left] = [itemsOf(before.value), itemsOf(after.value)];
  const lost = given.findIndex((item) => !left.includes(item) && states(item, need));
  const places = left.map((item) => given.indexOf(item));
  return lost < 0 || places.includes(-1) ? null : orderKind(places, lost);
}

function orderKind(places: readonly number[], dropped: number): SubKind | null {
  if (places.length === 0) return null;
  const isSorted = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
  if (!isSorted) return "ranked out";
  return places.every((place) => place < dropped) ? "cut off" : "filtered out";
}

function states(item: string, { core }: Need): boolean {
  const stems = new Set(contentStems(item));
  return core.length > 0 && core.every(({ stem }) => stems.has(stem));
}

/** Returns the items of a JSON array, or the lines of any other text. */
function itemsOf(text: string): string[] {
  const read = parseJson(text);
  if (read.ok && Array.isArray(read.value))
    return read.value.map((item) => (typeof item === "string" ? item : JSON.stringify(item)));
  return text.split(/\n+/).flatMap((line) => line.trim() || []);
}
