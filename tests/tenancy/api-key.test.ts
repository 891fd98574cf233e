import * as fc from "fast-check";
import { expect, test } from "vitest";
import { newApiKey, parseApiKey, secretMatches } from "../../src/tenancy/api-key.ts";

/** Keys from every sequence of random bytes, including extreme ones. */
const keys = fc
  .tuple(
    fc.uint8Array({ minLength: 8, maxLength: 8 }),
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
  )
  .map(([id, secret]) => newApiKey((length) => (length === id.length ? id : secret)));

test("T1 a new key has the documented format, and its id and secret can be read from it", () => {
  fc.assert(
    fc.property(keys, ({ key, id, hash }) => {
      expect(key).toMatch(/^mt_live_[0-9A-Za-z]{11}_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
      const parsed = parseApiKey(key);
      expect(parsed?.id).toBe(id);
      expect(parsed && secretMatches(parsed.secret, hash)).toBe(true);
    }),
  );
});

test("T1 different bytes give different keys", () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const keyOf = (secret: Uint8Array) => newApiKey((length) => secret.slice(0, length)).key;
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      expect(keyOf(one) === keyOf(other)).toBe(one.join() === other.join());
    }),
  );
});

test("T2 a key with any one character changed is rejected", () => {
  const character = fc.oneof(
    fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(keys, fc.nat(), character, ({ key }, place, replacement) => {
      const at = place % key.length;
      fc.pre(key.charAt(at) !== replacement);
      expect(parseApiKey(key.slice(0, at) + replacement + key.slice(at + 1))).toBeNull();
    }),
    { numRuns: 1_000 },
  );
});

test("T2 a cut, lengthened or joined key is rejected", () => {
  fc.assert(
    fc.property(keys, fc.nat(), ({ key }, place) => {
      expect(parseApiKey(key.slice(0, place % key.length))).toBeNull();
      expect(parseApiKey(key + key.charAt(place % key.length))).toBeNull();
      expect(parseApiKey(`${key}\n`)).toBeNull();
      expect(parseApiKey(key + key)).toBeNull();
    }),
  );
});

test("T2 any other text is rejected", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((rest) => `mt_live_${rest}`),
      ),
      (text) => {
        expect(parseApiKey(text)).toBeNull();
      },
    ),
  );
});

test("T3 the hint shows the key's beginning and end, and four characters of its id", () => {
  fc.assert(
    fc.property(keys, ({ key, id, hint }) => {
      expect(hint).toBe(`mt_live_${id.slice(0, 4)}…${key.slice(-4)}`);
    }),
  );
});
