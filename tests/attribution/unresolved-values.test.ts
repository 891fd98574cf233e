/** Days, hours and amounts that a text states in a short form, and answers that only resemble them. */
import { describe, expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { timeMentions } from "../../src/text/times.ts";

const WEDNESDAY = Date.UTC(2025, 2, 5) / 86_400_000;

function daysIn(text: string): string[] {
  return timeMentions(text).flatMap((mention) => {
    const days = mention.resolve(WEDNESDAY);
    if (days === undefined || days.first !== days.last) return [];
    return [new Date(days.first * 86_400_000).toISOString().slice(0, 10)];
  });
}

describe("weekdays that are counted weeks away", () => {
  it.each([
    ["The audit is a week from Monday.", "2025-03-17"],
    ["We fly two weeks after Friday.", "2025-03-21"],
    ["The boiler goes out 3 weeks on Tuesday.", "2025-04-01"],
    ["I sent it a week ago Monday.", "2025-02-24"],
    ["The choir sings Sunday week.", "2025-03-16"],
    ["Die Prüfung ist am Montag in einer Woche.", "2025-03-17"],
    ["Der Zug geht Freitag in 14 Tagen.", "2025-03-21"],
    ["On part dimanche en huit.", "2025-03-16"],
    ["De keuring is maandag over twee weken.", "2025-03-24"],
  ])("A371 the tracer reads the day in “%s”", (text, day) => {
    expect(daysIn(text)).toEqual([day]);
  });

  it.each(["It takes a week.", "The Monday weekly is cancelled.", "Jeden Freitag in der Woche"])(
    "A371 “%s” names no single day",
    (text) => {
      expect(daysIn(text)).toEqual([]);
    },
  );
});

describe("clock times beside dates", () => {
  it.each([
    ["Tuesday at 7:00", "On Friday, 7 March 2025, at 10:30.", false],
    ["um 8:00", "Am 8. April um 14:15.", false],
    ["at 7:00", "On 7 March at 7.", true],
    ["at 8:00", "At 8 tomorrow.", true],
  ])("A372 “%s” and “%s”: same is %s", (expected, given, isSame) => {
    expect(statesWholeAnswer("When does the van come?", expected, given)).toBe(isSame);
  });
});
