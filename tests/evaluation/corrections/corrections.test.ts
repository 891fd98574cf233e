import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scoreConversations } from "../../../src/evaluation/corrections/score-conversations.ts";
import { Dialogs, scoreDialogs } from "../../../src/evaluation/corrections/score-dialogs.ts";

const HELD_OUT = join(import.meta.dirname, "held-out.json");

it("A149 in ten languages, at least 95% of the cases that held-out dialogs open are right", () => {
  const dialogs = Dialogs.parse(JSON.parse(readFileSync(HELD_OUT, "utf8")));
  const scores = scoreDialogs(dialogs);
  expect(scores.precision).toBeGreaterThanOrEqual(0.95);
  expect(scores.found).toBeGreaterThanOrEqual(0.9);
  expect(Object.keys(scores.byLanguage)).toHaveLength(11);
  expect(dialogs.filter(({ wrong }) => wrong === null).length).toBeGreaterThan(60);
});

it("A150 a LoCoMo conversation is read with each speaker as the user, and its questions as a third", () => {
  const said = [
    { speaker: "Ana", text: "Who is your landlord?" },
    { speaker: "Ben", text: "My landlord is Mr. Price." },
    { speaker: "Ana", text: "No, it's Mrs. Bryce." },
  ];
  const qa = [{ question: "Who is Ben's landlord?", answer: "Mr. Price" }, { question: "Why?" }];
  const { answers, opened } = scoreConversations([
    { conversation: { speaker_a: "Ana", session_1: said }, qa },
  ]);
  expect(answers).toBe(5);
  expect(opened).toMatchObject([{ message: "No, it's Mrs. Bryce.", expected: "Mrs. Bryce" }]);
});
