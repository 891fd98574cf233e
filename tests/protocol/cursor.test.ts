import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeCursor, encodeCursor } from "../../src/protocol/cursor.ts";

describe("a cursor", () => {
  it("C9 a cursor decodes to its position, whatever characters the id has", () => {
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    const id = fc.array(unit, { minLength: 1 }).map((units) => units.join(""));
    fc.assert(
      fc.property(fc.maxSafeInteger(), id, (time, id) => {
        const text = encodeCursor({ time, id });
        expect(text).toMatch(/^[\w-]+$/);
        expect(decodeCursor(text)).toEqual({ time, id });
      }),
    );
  });

  it("C9 any other text is refused as a cursor", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const decoded = decodeCursor(text);
        if (decoded !== undefined) expect(Number.isNaN(decoded.time)).toBe(false);
      }),
    );
    for (const text of ["", "=", "a", "a b", "💧", "MQ", "%00"])
      expect(decodeCursor(text)).toBe(undefined);
  });
});
