import fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { atOnce } from "../../src/graph/in-turns.ts";
import { PriceList, withCost } from "../../src/graph/token-cost.ts";
import { type TokenSum, tokenTotals } from "../../src/graph/token-usage.ts";
import { ModelPrices } from "../../src/protocol/api/insights/model-prices.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";

const price = (model: string, input: number, output = input, cached: number | null = null) => ({
  ...{ model, usdPerMillionInput: input, usdPerMillionOutput: output },
  usdPerMillionCachedInput: cached,
});
const tokens = (inputTokens: number, outputTokens = 0, cachedInputTokens = 0) => ({
  ...{ inputTokens, cachedInputTokens, outputTokens },
});
const MODELS = ["large-1", "large-1-mini", "small", "unpriced", "other", ""];
const LIST = new PriceList([
  price("large*", 3, 15, 0.3),
  price("large-1-mini", 0.15, 0.6),
  price("small", 1),
]);

/** Some calls, as events of operations. */
const calls = fc.array(
  fc.record({
    model: fc.constantFrom(...MODELS),
    session: fc.constantFrom("s1", "s2", undefined),
    name: fc.constantFrom("chat", "embed"),
    inputTokens: fc.nat(2_000_000),
    cachedInputTokens: fc.nat(2_000_000),
    outputTokens: fc.nat(2_000_000),
  }),
  { maxLength: 30 },
);
type Call = (typeof calls extends fc.Arbitrary<infer Calls> ? Calls : never)[number];

const totalsOf = (of: readonly Call[], order: readonly number[]) => {
  const events = of.map(
    ({ model, session, name, ...usage }, at): TraceEvent => ({
      ...{ type: "operation", id: `e${at}`, op: `op${at}`, graph: "g", at: 1, name },
      ...(session === undefined ? {} : { session }),
      metadata: { ...(model === "" ? {} : { model }), usage },
    }),
  );
  return atOnce(
    tokenTotals(
      buildGraph(
        "g",
        order.flatMap((at) => events[at] ?? []),
      ),
    ),
  );
};
const costOf = (sum: TokenSum) => {
  const { cost } = withCost(sum, sum.byModel, LIST);
  if (cost === null) throw new Error("the list has prices");
  return cost;
};
const sorted = (sums: ReadonlyMap<string, TokenSum>) =>
  [...sums].map(([name, sum]) => [name, costOf(sum)] as const).sort(([a], [b]) => (a < b ? -1 : 1));

test("H670 the costs by model, by operation and by session each add up to the cost of the graph", () => {
  fc.assert(
    fc.property(calls, (of) => {
      const totals = totalsOf(of, [...of.keys()]);
      const total = costOf(totals.total);
      for (const sums of [totals.byModel, totals.byOperation, totals.bySession]) {
        const costs = [...sums.values()].map(costOf);
        expect(costs.reduce((usd, cost) => usd + cost.usd, 0)).toBeCloseTo(total.usd, 8);
        expect(costs.every(({ isComplete }) => isComplete)).toBe(total.isComplete);
        const named = new Set(costs.flatMap(({ unpriced }) => unpriced));
        expect(named).toEqual(new Set(total.unpriced));
      }
    }),
  );
});

test("H670 the order of the records changes no cost, not even its rounding", () => {
  const shuffled = calls.chain((of) =>
    fc.tuple(
      fc.constant(of),
      fc.shuffledSubarray([...of.keys()], { minLength: of.length, maxLength: of.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([of, order]) => {
      const [one, other] = [totalsOf(of, [...of.keys()]), totalsOf(of, order)];
      expect(costOf(other.total)).toEqual(costOf(one.total));
      expect(sorted(other.byModel)).toEqual(sorted(one.byModel));
      expect(sorted(other.byOperation)).toEqual(sorted(one.byOperation));
      expect(sorted(other.bySession)).toEqual(sorted(one.bySession));
    }),
  );
});

test("H671 an exact name wins, then the longest prefix; case matters, and no model has no price", () => {
  const list = new PriceList([
    ...[price("*", 1), price("large*", 2), price("large-1*", 3), price("large-1-mini", 4)],
  ]);
  const found = (model: string) => list.of(model)?.usdPerMillionInput;
  expect(["tiny", "large", "large-1", "large-1-mini", "large-1-mini-x"].map(found)).toEqual([
    ...[1, 2, 3, 4, 3],
  ]);
  expect(found("Large-1")).toBe(1);
  expect(found("")).toBeUndefined();
});

test("H672 cached input tokens have their own price, or the price of other input tokens", () => {
  const usage = tokens(1_000_000, 1_000_000, 400_000);
  const usd = (cached: number | null) =>
    withCost(usage, new Map([["m", usage]]), new PriceList([price("m", 10, 20, cached)])).cost?.usd;
  expect(usd(1)).toBeCloseTo(6 + 0.4 + 20);
  expect(usd(0)).toBeCloseTo(26);
  expect(usd(null)).toBeCloseTo(30);
});

test("H673 a cost without some tokens is incomplete and names the models without a price, most tokens first", () => {
  const models = new Map([
    ...([
      ["small", tokens(1_000_000)],
      ["few", tokens(5)],
    ] as const),
    ...([
      ["many", tokens(0, 9)],
      ["", tokens(7)],
      ["silent", tokens(0)],
    ] as const),
  ]);
  expect(withCost(tokens(1_000_012, 9), models, LIST).cost).toEqual({
    ...{ usd: 1, isComplete: false, unpriced: ["many", null, "few"] },
  });
  const only = new Map([["small", tokens(1_000_000)]]);
  expect(withCost(tokens(1_000_000), only, LIST).cost).toEqual({
    ...{ usd: 1, isComplete: true, unpriced: [] },
  });
  // The tokens of a row that names no models.
  expect(withCost(tokens(1_000_001), only, LIST).cost).toEqual({
    ...{ usd: 1, isComplete: false, unpriced: [null] },
  });
  const several = new Map(Array.from({ length: 30 }, (_, at) => [`m${at}`, tokens(at + 1)]));
  expect(withCost(tokens(465), several, LIST).cost?.unpriced).toHaveLength(10);
  expect(withCost(tokens(465), several, new PriceList([])).cost).toBeNull();
});

test("H674 every price that the settings accept gives a finite cost", () => {
  const usd = fc.double({ min: 0, max: 100_000, noNaN: true });
  fc.assert(
    fc.property(usd, fc.option(usd), usd, calls, (input, cached, output, of) => {
      const parsed = ModelPrices.parse({ prices: [price("*", input, output, cached)] });
      const { total } = totalsOf(of, [...of.keys()]);
      const { cost } = withCost(total, total.byModel, new PriceList(parsed.prices));
      expect(Number.isFinite(cost?.usd)).toBe(true);
      expect(cost?.usd).toBeGreaterThanOrEqual(0);
    }),
  );
});
