import { describe, expect, it } from "vitest";
import { contentStems, letterLikeness, readable, stem } from "../../src/text/words.ts";

describe("words", () => {
  it.each([
    [["camped", "camping", "camps"], "camp"],
    [["stories", "story"], "story"],
    [["three", "3"], "3"],
    [["1,200", "1200"], "1200"],
    [["Rita's".toLowerCase(), "rita"], "rita"],
  ])("A27 the forms %j have one stem", (forms, expected) => {
    expect(forms.map(stem)).toEqual(forms.map(() => expected));
  });

  it("A27 accents, case and function words do not count", () => {
    expect(contentStems("The CAFÉ was in Malmö")).toEqual(contentStems("cafe malmo"));
  });

  // If a text has a character beyond ASCII, the reader searches the text for all figures, instead
  // of looking at single words. Both ways must give the same words.
  it.each([
    ...["at 3 pm", "3pm", "9 a.m. sharp", "half past three", "eight o'clock", "at noon"],
    ...["7 in the evening", "halb drei", "14 Uhr 45", "Viertel nach acht", "5 km", "5km", "5 k"],
    ...[
      "$340",
      "12.5k $",
      "20 %",
      "90 mins",
      "twenty-one",
      "two hundred and five",
      "city-wide 5 h",
    ],
    ...[
      "einundzwanzig",
      "trente-cinq francs",
      "quatre-vingt-douze",
      "dix-sept ans",
      "treinta y cinco",
    ],
    ...[
      "trinta e dois",
      "tengo once gatos",
      "sept jours",
      "I'm 5 m away",
      "08T10:30:00Z",
      "27th 1st",
    ],
    ...["l'avion de 10:30", "a 1,000.50 b.5 c", "x'y'z 5.5b", "it's 12:30pm"],
  ])("A27 the other characters of a text do not change the words of '%s'", (text) => {
    expect(contentStems(text)).toEqual(contentStems(`${text} …“`));
  });

  it("A28 words with similar letters match, numbers only if they are equal", () => {
    expect(letterLikeness("passion", "passionat")).toBeGreaterThan(0.7);
    expect(letterLikeness("blue", "blank")).toBeLessThan(0.6);
    expect(letterLikeness("2023", "2024")).toBe(0);
  });

  it("A29 the tracer decodes any number of escapes in one pass", () => {
    const endless = "\\\\".repeat(200_000);
    expect(readable(endless)).toBe(endless);
  });

  it("A29 the tracer decodes the escapes of recorded literals", () => {
    expect(readable("'It\\'s\\nDiego\\u2019s'")).toBe("'It's\nDiego’s'");
  });
});
