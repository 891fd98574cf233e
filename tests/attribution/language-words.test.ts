import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { durations } from "../../src/text/durations.ts";
import { isNegated, saysUnknown } from "../../src/text/polarity.ts";
import { timeMentions } from "../../src/text/times.ts";
import { allStems, contentStems } from "../../src/text/words.ts";
import { DENIED, NO, UNKNOWN, YES } from "./support/polarity-by-language.ts";
import { SAID, TIMES } from "./support/times-by-language.ts";

describe("words of ten languages", () => {
  it("A108 function words of the text's language are no content words", () => {
    expect(contentStems("Nora hat das Fahrrad auf dem Markt gekauft")).not.toContain("dem");
    expect(contentStems("L'avion de l'oncle")).toEqual(contentStems("avion oncle"));
    expect(contentStems("el perro de la vecina")).toEqual(["perro", "vecina"]);
    expect(contentStems("She bought a hat and a die")).toContain("hat");
  });

  it("A108 the tracer finds words behind Korean particles and between Japanese scripts", () => {
    expect(contentStems("학교에서")).toEqual(contentStems("학교를"));
    expect(contentStems("緑です")).toContain("緑");
    expect(contentStems("12마리")).toEqual(contentStems("열두 마리"));
  });

  it("A109 the tracer reads any mixture of languages, emoji, tables and code without an error", () => {
    const known = [...YES, ...NO, ...DENIED, ...UNKNOWN, ...TIMES.map(([text]) => text)];
    const piece = fc.oneof(
      fc.constantFrom(...known),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("🎉👩‍👩‍👧", "| a | b |", "if (x) { y(); }", "12.5k", "٣", "平成三年"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join(" ");
        expect(allStems(text).length).toBeGreaterThanOrEqual(contentStems(text).length);
        for (const days of timeMentions(text).flatMap((each) => each.resolve(SAID) ?? []))
          expect(days.first).toBeLessThanOrEqual(days.last);
        for (const { days } of durations(text)) expect(days).toBeGreaterThanOrEqual(0);
        expect(typeof (isNegated(text) || saysUnknown(text))).toBe("boolean");
      }),
    );
  });
});
