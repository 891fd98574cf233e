import { describe, expect, it } from "vitest";
import { isNegated, polarityOf, saysUnknown } from "../../src/text/polarity.ts";
import { AFFIRMED, DENIED, NO, NOT_DENIED, UNKNOWN, YES } from "./support/polarity-by-language.ts";

describe("affirmations and denials in ten languages", () => {
  it.each(YES)("A105 %j affirms", (text) => {
    expect(polarityOf(text)).toBe("yes");
  });

  it.each(NO)("A105 %j denies", (text) => {
    expect(polarityOf(text)).toBe("no");
  });

  it.each(DENIED)("A105 %j denies something", (text) => {
    expect(isNegated(text)).toBe(true);
  });

  it.each([...AFFIRMED, ...NOT_DENIED])("A105 %j denies nothing", (text) => {
    expect(isNegated(text)).toBe(false);
    expect(saysUnknown(text)).toBe(false);
  });

  it.each(UNKNOWN)("A105 %j says that the answer is unknown", (text) => {
    expect(saysUnknown(text)).toBe(true);
    expect(polarityOf(text)).toBeUndefined();
  });
});
