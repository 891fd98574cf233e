import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BoundedCache } from "../../src/graph/columns/bounded-cache.ts";

test("G47 the cache keeps its latest entries up to a total size, however often they are set", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(9)), { maxLength: 60 }), (uses) => {
      const cache = new BoundedCache<string>(20, (text) => text.length);
      const latest = new Map<number, string>();
      for (const [key, length] of uses) {
        latest.set(key, "x".repeat(length));
        cache.set(key, "x".repeat(length));
        expect(cache.has(key)).toBe(true);
        const kept = [...latest].filter(([known]) => cache.has(known));
        for (const [known, text] of kept) expect(cache.get(known)).toBe(text);
        expect(kept.reduce((sum, [, text]) => sum + text.length, 0)).toBe(cache.size);
        expect(cache.size).toBeLessThanOrEqual(20);
      }
    }),
  );
});
