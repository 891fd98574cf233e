/** Texts that a reading of times, names or messages could mistake for something else. */
import { expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { readMessage } from "../../src/attribution/roles/message-text.ts";
import { piecesOfMessage } from "../../src/attribution/roles/plain-messages.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { Variable } from "../../src/graph/model.ts";
import { excludeEachOther } from "../../src/text/denial/exclusive-words.ts";
import { inSameHours } from "../../src/text/times/same-hour.ts";
import { timeMentions } from "../../src/text/times.ts";
import { contentStems } from "../../src/text/words.ts";

const NOON = Date.UTC(2025, 8, 1) / 86_400_000;

function messageOf(value: string): Variable {
  const event = { type: "variable", id: "e", graph: "g", at: 0, ref: "m", name: "m" } as const;
  const graph = buildGraph("g", [{ ...event, value, category: "message" }]);
  return [...graph.variables.values()][0] as Variable;
}

it("A290 many header lines without an empty line after them are no e-mail", () => {
  expect(piecesOfMessage(`${"City: Rome\r\n".repeat(5_000)}Hello`)).toBeUndefined();
});

it("A290 a field with an object in place of a time does not matter", () => {
  const value = JSON.stringify({ text: "Hello there", date: { toString: "x" } });
  expect(readMessage(messageOf(value)).content).toBe("Hello there");
});

it.each([
  ["The hearing of 7 October is adjourned to the 24th.", Date.UTC(2025, 9, 24)],
  ["The fair is in October, from the 24th.", Date.UTC(2025, 9, 24)],
])("A291 a day after a month is in this month: %s", (text, time) => {
  const days = timeMentions(text).map((mention) => mention.resolve(NOON)?.first);
  expect(days).toContain(time / 86_400_000);
});

it.each(["En 2019 l'entreprise a déménagé.", "Nel 2021 lei ha cambiato lavoro."])(
  "A323 a year before a word that looks like a unit is a year: %s",
  (text) => {
    expect(timeMentions(text)).not.toEqual([]);
  },
);

it("A296 morning and evening exclude each other", () => {
  const [morning = "", evening = ""] = contentStems("morning evening");
  expect(excludeEachOther(morning, evening)).toBe(true);
});

it("A293 a clock time changes no other figure of the answer", () => {
  expect(inSameHours("14:00", "on 12 May at 2")[1]).toContain("12 May at 14:00");
});

it.each([
  ["Where is the user from?", "Berlin", "The user is from Berlin.", true],
  ["Who called?", "Ana", "a irmã da Ana", false],
])("A332 %s «%s» and «%s»: %s", (question, expected, given, isSame) => {
  expect(statesWholeAnswer(question, expected, given)).toBe(isSame);
});

it.each([
  ["foto", "fotos"],
  ["fridge", "fridges"],
])("A327 %s and %s have one stem", (one, other) => {
  expect(contentStems(one)).toEqual(contentStems(other));
});

it.each([
  ["only on Weds + Thurs", "only on Wednesday and Thursday"],
  ["Tues appts at the lab", "Tuesday appointments at the laboratory"],
])("A407 “%s” and “%s” have the same stems", (short, long) => {
  expect(contentStems(short)).toEqual(contentStems(long));
});
