/** Sums the tokens that model calls of the traced system used. Operations report these tokens. */
import type { EvolutionGraph } from "./evolution-graph.ts";
import { type InTurns, RecordCount } from "./in-turns.ts";
import type { Operation } from "./model.ts";

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Sums over some model calls. */
export interface TokenSum extends TokenUsage {
  readonly calls: number;
}

export interface TokenTotals {
  readonly total: TokenSum;
  /**
   * For each model that an operation names: its sum. The key is "" for operations without a model.
   */
  readonly byModel: ReadonlyMap<string, TokenSum>;
  /** For each name of an operation: its sum. */
  readonly byOperation: ReadonlyMap<string, TokenSum>;
  /** For each session: its sum. The key is "" for operations outside of sessions. */
  readonly bySession: ReadonlyMap<string, TokenSum>;
}

const NOTHING: TokenSum = { calls: 0, inputTokens: 0, outputTokens: 0 };

/** Returns the tokens that the operation reports; undefined if it reports no tokens. */
export function tokenUsageOf({ metadata }: Pick<Operation, "metadata">): TokenUsage | undefined {
  const said: unknown = metadata?.usage;
  if (typeof said !== "object" || said === null) return undefined;
  const count = (key: keyof TokenUsage) => {
    const value: unknown = Reflect.get(said, key);
    return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
  };
  const [inputTokens, outputTokens] = [count("inputTokens"), count("outputTokens")];
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  return { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
}

export function modelOf({ metadata }: Pick<Operation, "metadata">): string | undefined {
  return typeof metadata?.model === "string" ? metadata.model : undefined;
}

/**
 * Sums the tokens of the graph. Agents and workflows often report the sum of the calls inside them.
 * So, to count no call twice, an operation is skipped if an operation inside it reports tokens.
 */
export function* tokenTotals(graph: EvolutionGraph): InTurns<TokenTotals> {
  const reporting: { readonly operation: Operation; readonly usage: TokenUsage }[] = [];
  const outer = new Set<string>();
  const records = new RecordCount();
  for (const operation of graph.operations.values()) {
    if (records.isDue()) yield records.cost;
    const usage = tokenUsageOf(operation);
    if (usage === undefined) continue;
    reporting.push({ operation, usage });
    let around = outerOf(operation);
    while (around !== undefined && !outer.has(around)) {
      outer.add(around);
      const next = graph.operations.get(around);
      around = next && outerOf(next);
    }
  }
  let total = NOTHING;
  const byModel = new Map<string, TokenSum>();
  const byOperation = new Map<string, TokenSum>();
  const bySession = new Map<string, TokenSum>();
  for (const { operation, usage } of reporting) {
    if (records.isDue()) yield records.cost;
    if (outer.has(operation.id)) continue;
    total = plus(total, usage);
    for (const [map, key] of [
      [byModel, modelOf(operation) ?? ""],
      [byOperation, operation.name],
      [bySession, operation.session ?? ""],
    ] as const)
      map.set(key, plus(map.get(key) ?? NOTHING, usage));
  }
  return { total, byModel, byOperation, bySession };
}

function outerOf({ metadata }: Operation): string | undefined {
  return typeof metadata?.inside === "string" ? metadata.inside : undefined;
}

function plus(sum: TokenSum, { inputTokens, outputTokens }: TokenUsage): TokenSum {
  return {
    calls: sum.calls + 1,
    inputTokens: sum.inputTokens + inputTokens,
    outputTokens: sum.outputTokens + outputTokens,
  };
}
