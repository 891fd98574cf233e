/** Short forms that people write in chats: weekdays, amounts and clock times. */
import { describe, expect, it } from "vitest";
import { contentStems } from "../../src/text/words.ts";

const same = (a: string, b: string) => expect(contentStems(a)).toEqual(contentStems(b));

describe("short forms in chats", () => {
  it.each([
    ["open wed + sat", "open wednesday saturday"],
    ["mon/tue, fri", "monday tuesday friday"],
    ["Thu and Sun", "Thursday Sunday"],
    ["Mo, Mi und Fr", "Montag Mittwoch Freitag"],
    ["wo en vr", "woensdag vrijdag"],
    ["Mo und Mi", "Montag Mittwoch"],
  ])("A440 a row of short weekdays is read in full: %j", same);

  it.each([
    ...["we sat, sun on our faces", "My son sat down", "mon ami", "I do so"],
    ...["so oder so", "in the sun and sat by the pool", "the food was so-so"],
  ])("A440 other words stay: %j", (text) => {
    expect(contentStems(text).filter((stem) => /day$|tag$/.test(stem))).toEqual([]);
  });

  it.each([
    ["it cost four grand", "it cost 4000"],
    ["thirty-five grand for the roof", "35000 for the roof"],
    ["I need 9 grand.", "I need 9000"],
  ])("A441 in %j, grand means thousand", same);

  it.each(["two grand hotels", "a grand piano", "trois grands chiens", "one grand and an upright"])(
    "A441 in %j, it does not",
    (text) => {
      expect(contentStems(text).join(" ")).not.toContain("000");
    },
  );

  it("A442 the sign R$ means reais", () => same("R$ 480", "480 reais"));

  it.each([
    ["16.45 uur", "om 16.45 uur"],
    ["9:15 uur", "om 9:15 uur"],
  ])("A443 %j is a clock time", (written, read) => {
    expect(contentStems(written)).toEqual(contentStems(read).slice(-1));
  });

  it("A443 a Dutch decimal has a comma", () => {
    expect(contentStems("het duurt 1,5 uur")).toContain("1.5");
  });
});
