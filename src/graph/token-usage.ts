/** Sums the tokens that operations of the traced system report for their model calls. */
import type { EvolutionGraph } from "./evolution-graph.ts";
import { type InTurns, RecordCount } from "./in-turns.ts";
import type { Operation } from "./model.ts";

export interface TokenUsage {
  readonly inputTokens: number;
  /** Input tokens that the model read from a cache. `inputTokens` includes them. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

/**
 * Maps the name of each model to the tokens of its calls. The key "" is for operations that name no
 * model.
 */
export type TokensByModel = ReadonlyMap<string, TokenUsage>;

export interface TokenSum extends TokenUsage {
  readonly calls: number;
  readonly byModel: TokensByModel;
}

export interface TokenTotals {
  readonly total: TokenSum;
  /** Maps each model to its sum. The key "" is for operations that name no model. */
  readonly byModel: ReadonlyMap<string, TokenSum>;
  /** Maps each operation name to the sum of its operations. */
  readonly byOperation: ReadonlyMap<string, TokenSum>;
  /** Maps each session to its sum. The key "" is for operations without a session. */
  readonly bySession: ReadonlyMap<string, TokenSum>;
}

const NO_TOKENS: TokenUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

/** Returns undefined if the operation reports no tokens. */
export function tokenUsageOf({ metadata }: Pick<Operation, "metadata">): TokenUsage | undefined {
  const said: unknown = metadata?.usage;
  if (typeof said !== "object" || said === null) return undefined;
  const count = (key: keyof TokenUsage) => {
    const value: unknown = Reflect.get(said, key);
    return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
  };
  const [inputTokens, outputTokens] = [count("inputTokens"), count("outputTokens")];
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const cached = count("cachedInputTokens") ?? 0;
  return {
    inputTokens: inputTokens ?? 0,
    cachedInputTokens: Math.min(cached, inputTokens ?? 0),
    outputTokens: outputTokens ?? 0,
  };
}

export function modelOf({ metadata }: Pick<Operation, "metadata">): string | undefined {
  return typeof metadata?.model === "string" ? metadata.model : undefined;
}

/**
 * Sums the reported tokens. If an operation inside another operation reports tokens, the outer
 * operation is skipped. It often reports the sum of the operations inside it, and no call may
 * count twice.
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
  const total = new GrowingSum();
  const byModel = new Map<string, GrowingSum>();
  const byOperation = new Map<string, GrowingSum>();
  const bySession = new Map<string, GrowingSum>();
  for (const { operation, usage } of reporting) {
    if (records.isDue()) yield records.cost;
    if (outer.has(operation.id)) continue;
    const model = modelOf(operation) ?? "";
    total.add(model, usage);
    for (const [map, key] of [
      [byModel, model],
      [byOperation, operation.name],
      [bySession, operation.session ?? ""],
    ] as const) {
      const sum = map.get(key) ?? new GrowingSum();
      sum.add(model, usage);
      map.set(key, sum);
    }
  }
  return { total, byModel, byOperation, bySession };
}

class GrowingSum implements TokenSum {
  calls = 0;
  inputTokens = 0;
  cachedInputTokens = 0;
  outputTokens = 0;
  readonly byModel = new Map<string, TokenUsage>();

  add(model: string, usage: TokenUsage): void {
    this.calls += 1;
    this.inputTokens += usage.inputTokens;
    this.cachedInputTokens += usage.cachedInputTokens;
    this.outputTokens += usage.outputTokens;
    this.byModel.set(model, addTokens(this.byModel.get(model), usage));
  }
}

export function addTokens(one: TokenUsage = NO_TOKENS, other: TokenUsage = NO_TOKENS): TokenUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

function outerOf({ metadata }: Operation): string | undefined {
  return typeof metadata?.inside === "string" ? metadata.inside : undefined;
}
