import { saysRemovalInOtherLanguage } from "../../text/languages/labels/removal-labels.ts";
import { contentStems } from "../../text/words.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { executionOrder, writerOf } from "../history/execution-order.ts";
import type { Link, Variable } from "../model.ts";
import { LinkRecord } from "../records.ts";
import { type MemoryUnits, memoryUnits } from "./memory-units.ts";
import { kindOf, kindsByRow, saysItRemoves, stepRemoves } from "./record-categories.ts";
import { isUnnamedTombstone } from "./unnamed-tombstones.ts";
import { areOutputsRead } from "./used-outputs.ts";

type Edge = Pick<Link, "op" | "from" | "to" | "category">;

/**
 * Whether the link shows that its source was removed from the memory. This is true in three cases:
 * - The link leads to a tombstone, which is a value that replaces a removed unit.
 * - The link leads to a new version that only records the removal (see `isRecordOfRemoval`).
 * - The labels of the link or of its operation name a removal. No operation reads the target of the
 *   link, and the target is not a unit, a version of the source, or a replacement of the source.
 *
 * In the last case, the labels can be wrong. They are ignored if the target is empty and operations
 * of the same name also wrote values of the same kind that some operation read.
 *
 * In all cases, the operation can have read the source without removing it (see `RemovalReads`).
 */
export function isRemoval(graph: EvolutionGraph, link: Edge, units = memoryUnits(graph)): boolean {
  return leadsToMark(graph, link, units) && !readOnly(graph, link, units).has(link.from);
}

/** Whether the link leads to the mark of a removal. */
function leadsToMark(graph: EvolutionGraph, link: Edge, units: MemoryUnits): boolean {
  const [source, target] = [graph.variables.get(link.from), graph.variables.get(link.to)];
  if (source === undefined || target === undefined) return false;
  if (kindOf(target) === "tombstone") return true;
  if (source.fullName === target.fullName || target.mutates === source.id)
    return units.isUnit(source) && isRecordOfRemoval(graph, link, source, target);
  const isEnd = graph.linksFrom(target).length === 0 && !units.isUnit(target);
  const isLabelled =
    isEnd &&
    stepRemoves(graph, link) === true &&
    !(isEmptied(graph, target) && areOutputsRead(graph, link.op, target));
  return isLabelled || isUnnamedTombstone(graph, source, target, units);
}

/**
 * Whether a new version of the unit only records the unit's removal, such as "[erased on request]".
 * The labels or a field of the version must name a removal (see `hasFieldOfRemoval`), and no operation
 * may read the version. The version must be short, and must not repeat any word of the unit.
 */
function isRecordOfRemoval(
  graph: EvolutionGraph,
  link: Edge,
  unit: Variable,
  version: Variable,
): boolean {
  if (graph.linksFrom(version).length > 0) return false;
  const isLabelled = stepRemoves(graph, link) === true;
  if (isLabelled && isEmptied(graph, version)) return true;
  const { rows } = graph;
  if (rows.values.chars(rows.findVariable(version.id)) > MAX_RECORD_CHARS) return false;
  if (hasFieldOfRemoval(version.value)) return !repeatsWord(version.value, unit.value);
  if (!isLabelled) return false;
  const stems = new Set(contentStems(unit.value));
  const written = contentStems(version.value);
  // The name of an operation alone proves little: "remove_pii" removes only a part of a text. So if
  // no category names a removal, the version must be very short.
  const categories = [link.category, graph.operations.get(link.op)?.category];
  const isNamedOnly = !categories.some((category) => saysItRemoves(category) === true);
  if (isNamedOnly && written.length > MAX_RECORD_WORDS) return false;
  return stems.size > 0 && !written.some((stem) => stems.has(stem));
}

/**
 * Whether the text is a JSON object with a field that names a removal: `"evicted": true`,
 * `"state": "purged"` or `"deleted_at": "2025-04-10"`.
 */
function hasFieldOfRemoval(text: string): boolean {
  return Object.entries(fieldsOf(text)).some(([key, value]) => {
    if (STATE.test(key)) return typeof value === "string" && saysRemoved(value);
    return (value === true || DATE.test(String(value))) && saysRemoved(key.replace(/_?[aA]t$/, ""));
  });
}

const STATE = /^(?:state|status|event|action|op)$/i;
const DATE = /^\d{4}-\d\d-\d\d/;
const PARTICIPLE = /^[a-z]+(?:ed|gotten)$/i;

/** Whether the word says that something was removed, such as "purged" or "gelöscht". */
function saysRemoved(word: string): boolean {
  const isEnglish = PARTICIPLE.test(word) && saysItRemoves(word) === true;
  return isEnglish || (!/\s/.test(word) && saysRemovalInOtherLanguage(word));
}

/** Whether a text field of the record has a word of the unit. Names of fields and ids do not count. */
function repeatsWord(record: string, unit: string): boolean {
  const stemsIn = (texts: readonly unknown[]) =>
    texts.flatMap((text) => (typeof text === "string" ? contentStems(text) : []));
  const fields = Object.values(fieldsOf(unit));
  const said = new Set(stemsIn(fields.length === 0 ? [unit] : fields));
  const written = stemsIn(Object.values(fieldsOf(record)));
  return written.some((stem) => !/\d/.test(stem) && said.has(stem));
}

/** Returns the fields of a JSON object; none if the text is not a JSON object. */
function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  if (!text.startsWith("{")) return {};
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function readOnly(graph: EvolutionGraph, link: Edge, units: MemoryUnits): ReadonlySet<string> {
  const known = graph.derived(knownReads);
  let reads = known.get(units);
  if (reads === undefined) {
    reads = new RemovalReads(graph, units);
    known.set(units, reads);
  }
  return reads.readOnly(link);
}

const knownReads = (_: EvolutionGraph) => new WeakMap<MemoryUnits, RemovalReads>();

interface Use {
  /**
   * Position of the last operation that read the unit. Operations that removed the unit do not
   * count. The value is -1 if no other operation read it.
   */
  readonly lastUse: number;
  /** Position of the last operation that wrote the unit; -1 if there is none. */
  readonly lastWrite: number;
  /** Ids of the values that the writer of the unit read to make it. */
  readonly madeFrom: ReadonlySet<string>;
}

const NO_UNITS: ReadonlySet<string> = new Set();

/**
 * A removal can read several units although it removes only some of them. For example, it reads the
 * summary of the units that it removes.
 */
class RemovalReads {
  readonly #graph: EvolutionGraph;
  readonly #units: MemoryUnits;
  readonly #known = new Map<string, ReadonlySet<string>>();
  readonly #uses = new Map<string, Use>();

  constructor(graph: EvolutionGraph, units: MemoryUnits) {
    this.#graph = graph;
    this.#units = units;
  }

  /**
   * Looks at the units that the link's operation linked to the link's target. Returns the ids of
   * the units that the memory kept: those that a later step used, and a unit that was made from all
   * the others. If the memory seems to have kept all units, the result is empty.
   */
  readOnly({ op, to }: Pick<Edge, "op" | "to">): ReadonlySet<string> {
    const key = JSON.stringify([op, to]);
    const found = this.#known.get(key) ?? this.#keptOf(op, to);
    this.#known.set(key, found);
    return found;
  }

  #keptOf(op: string, to: string): ReadonlySet<string> {
    const [ofOperation, ofMark] = [this.#graph.linksOf(op), this.#graph.linksTo(to)];
    const fewer = ofOperation.length < ofMark.length ? ofOperation : ofMark;
    const read = fewer.filter((link) => link.op === op && link.to === to);
    const sources = [...new Set(read.map(({ from }) => from))].filter((id) => {
      const source = this.#graph.variables.get(id);
      return source !== undefined && this.#units.isUnit(source);
    });
    if (sources.length < 2) return NO_UNITS;
    const at = executionOrder(this.#graph).get(op) ?? 0;
    const kept = sources.filter((unit) => {
      const { lastUse, lastWrite, madeFrom } = this.#useOf(unit);
      // If a step wrote the unit again, a later use does not show that the unit stayed.
      return (
        (lastUse > at && lastWrite < at) ||
        sources.every((other) => other === unit || madeFrom.has(other))
      );
    });
    return kept.length < sources.length ? new Set(kept) : NO_UNITS;
  }

  #useOf(unit: string): Use {
    const graph = this.#graph;
    const known = this.#uses.get(unit);
    if (known !== undefined) return known;
    const order = executionOrder(graph);
    const maker = writerOf(graph, unit);
    const made = graph.linksTo(unit).filter(({ op }) => op === maker);
    const lastOf = (links: readonly Link[]) =>
      links.reduce((last, { op }) => Math.max(last, order.get(op) ?? 0), -1);
    const uses = graph.linksFrom(unit).filter((link) => !leadsToMark(graph, link, this.#units));
    const use = {
      lastUse: lastOf(uses),
      lastWrite: lastOf(graph.linksTo(unit)),
      madeFrom: new Set(made.map(({ from }) => from)),
    };
    this.#uses.set(unit, use);
    return use;
  }
}

/** Like `isRemoval`, but fast for very many links. */
export function isRemovalRow(
  graph: EvolutionGraph,
  link: number,
  units = memoryUnits(graph),
): boolean {
  const { rows } = graph;
  const { links } = rows.table;
  const target = links.to.at(link);
  const isTombstone = kindsByRow(graph)(target) === "tombstone";
  if (isTombstone && rows.linksTo.of(target).length === 1) return true;
  // If an operation reads the target, the link is a removal only if a label names the target a
  // tombstone.
  if (!isTombstone && rows.linksFrom.of(target).length > 0) return false;
  return isRemoval(graph, new LinkRecord(rows, link), units);
}

/** Whether the unit's version only records that the unit was removed (see `isRecordOfRemoval`). */
export function isMarkRow(graph: EvolutionGraph, version: number, units: MemoryUnits): boolean {
  const { rows } = graph;
  if (rows.table.variables.version.at(version) < 2) return false;
  if (rows.values.chars(version) > MAX_RECORD_CHARS) return false;
  return rows.linksTo.of(version).some((link) => isRemovalRow(graph, link, units));
}

/** A version with more characters cannot be the record of a removal (see `isRecordOfRemoval`). */
const MAX_RECORD_CHARS = 200;
/** Maximum content words of such a record if only the operation's name names a removal. */
const MAX_RECORD_WORDS = 3;

const EMPTY = /^["']?\s*(?:null|None|undefined|\[\s*\]|\{\s*\})?\s*["']?$/;
/** A longer value is not compared with the empty values of JSON and Python. */
const MAX_EMPTY_CHARS = 40;

/** Whether the value is blank, or is an empty value in JSON or Python, such as `null` or `[]`. */
export function isEmptied(graph: EvolutionGraph, { id }: Pick<Variable, "id">): boolean {
  return isEmptiedRow(graph, graph.rows.findVariable(id));
}

export function isEmptiedRow({ rows }: EvolutionGraph, row: number): boolean {
  if (rows.values.chars(row) > MAX_EMPTY_CHARS) return rows.values.isBlank(row);
  return EMPTY.test(rows.values.read(row).trim());
}
