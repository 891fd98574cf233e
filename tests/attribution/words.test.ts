import { describe, expect, it } from "vitest";
import { contentStems, letterLikeness, readable, stem } from "../../src/text/words.ts";

describe("words", () => {
  it.each([
    [["camped", "camping", "camps"], "camp"],
    [["stories", "story"], "story"],
    [["three", "3"], "3"],
    [["1,200", "1200"], "1200"],
    [["Rita's".toLowerCase(), "rita"], "rita"],
  ])("A27 the forms %j are one stem", (forms, expected) => {
    expect(forms.map(stem)).toEqual(forms.map(() => expected));
  });

  it("A27 accents and case do not count, function words are left out", () => {
    expect(contentStems("The CAFÉ was in Malmö")).toEqual(contentStems("cafe malmo"));
  });

  it("A28 words of one family look alike, numbers only where they are equal", () => {
    expect(letterLikeness("passion", "passionat")).toBeGreaterThan(0.7);
    expect(letterLikeness("blue", "blank")).toBeLessThan(0.6);
    expect(letterLikeness("2023", "2024")).toBe(0);
  });

  it("A29 endless escapes are read in one pass", () => {
    const endless = "\\\\".repeat(200_000);
    expect(readable(endless)).toBe(endless);
  });

  it("A29 escapes of recorded literals are undone", () => {
    expect(readable("'It\\'s\\nDiego\\u2019s'")).toBe("'It's\nDiego’s'");
  });
});
