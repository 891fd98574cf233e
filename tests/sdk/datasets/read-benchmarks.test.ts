import fc from "fast-check";
import { expect, test } from "vitest";
import {
  itemsOf,
  onlyConversations,
  readLocomo,
  readLongMemEval,
} from "../../../sdk/src/datasets/datasets.ts";
import { locomoFile, longMemEvalFile } from "../support/benchmark-files.ts";

test("S170 LoCoMo's file gives sessions with times, turns with pictures, and questions with evidence", () => {
  const { conversations, unknownEvidence } = readLocomo(JSON.stringify(locomoFile("conv-1")));
  const [{ sessions = [], questions = [], speakers } = {}] = conversations;
  expect(speakers).toEqual(["Ada", "Ben"]);
  expect(sessions.map(({ id, at }) => [id, at])).toEqual([
    ["session_1", "2023-05-08T13:56:00.000Z"],
    ["session_2", "2024-03-01T00:05:00.000Z"],
  ]);
  expect(sessions[1]?.turns[1]).toEqual({
    ...{ id: "D2:2", speaker: "Ada" },
    text: "Look at this! [shares a picture: a photo of a red bicycle]",
    images: [{ url: "https://pictures.test/1.jpg", caption: "a photo of a red bicycle" }],
  });
  expect(questions).toMatchObject([
    { id: "conv-1-1", category: "single-hop", evidence: ["D2:1"], evidenceSessions: ["session_2"] },
    { category: "temporal", expected: ["2019"], evidence: ["D1:1", "D2:2"] },
    {
      ...{ category: "adversarial", unanswerable: true, wrongAnswer: "red" },
      expected: ["Not mentioned in the conversation"],
    },
  ]);
  expect(unknownEvidence).toEqual([{ place: "[0].qa[1].evidence[1]", named: "D9:9" }]);
});

test("S170 LongMemEval's file gives one conversation per question, with its sessions ordered by time", () => {
  const { conversations, unknownEvidence } = readLongMemEval(longMemEvalFile());
  const [first, second] = conversations;
  expect(first?.sessions.map(({ id }) => id)).toEqual(["s_a", "s_b"]);
  expect(first?.questions).toMatchObject([
    {
      ...{ id: "q1", category: "knowledge-update", unanswerable: false, expected: ["Porto"] },
      ...{ evidence: ["s_b:1"], evidenceSessions: ["s_b"], askedAt: "2023-06-01T10:00:00.000Z" },
    },
  ]);
  expect(unknownEvidence).toEqual([{ place: "[0].answer_session_ids[1]", named: "s_c" }]);
  expect(second?.questions).toMatchObject([{ unanswerable: true }]);
  expect(second?.sessions.flatMap(({ turns }) => turns.map(({ id }) => id))).toEqual([
    "s_a:1",
    "s_a~2:1",
  ]);
});

test("S170 the questions become items of a dataset, and a part of the conversations gets its own name", () => {
  const dataset = readLocomo(locomoFile("conv-1", "conv-2"));
  const items = itemsOf(dataset);
  expect(items).toHaveLength(6);
  expect(items[0]).toEqual({
    ...{ question: "Where is the key?", expected: ["the blue flowerpot"] },
    metadata: {
      ...{ benchmark: "locomo", conversation: "conv-1", questionId: "conv-1-1" },
      ...{ category: "single-hop", unanswerable: false },
      ...{ evidence: ["D2:1"], evidenceSessions: ["session_2"] },
    },
  });
  const part = onlyConversations(dataset, ["conv-2"]);
  expect([part.name, itemsOf(part).length]).toEqual(["LoCoMo: conv-2", 3]);
  expect(() => onlyConversations(dataset, ["conv-3"])).toThrow("LoCoMo has no conversation conv-3");
});

const changed = (change: (sample: ReturnType<typeof locomoFile>[number]) => unknown) => {
  const file = locomoFile("conv-1");
  for (const sample of file) change(sample);
  return file;
};

test("S171 the reader refuses a damaged file with the place of the damage", () => {
  for (const [content, message] of [
    ['[{"sample_id": "c', /^The file: is not JSON: .*position/],
    [{}, /^The file: must be a list/],
    [[], /^The file: holds no conversation/],
    [longMemEvalFile(), "[0].sample_id: must be a text that is not empty"],
    [
      changed(({ conversation }) => Object.assign(conversation.session_2[0] ?? {}, { dia_id: 3 })),
      "[0].conversation.session_2[0].dia_id: must be a text that is not empty",
    ],
    [
      changed(({ conversation }) =>
        Object.assign(conversation, { session_1_date_time: "1:00 pm on 31 June, 2023" }),
      ),
      "[0].conversation.session_1_date_time: is “1:00 pm on 31 June, 2023”, not a time such as 1:56 pm on 8 May, 2023",
    ],
    [
      changed(({ qa }) => Object.assign(qa[1] ?? {}, { category: 6 })),
      "[0].qa[1].category: must be a number from 1 to 5",
    ],
    [locomoFile("twice", "twice"), "[1].sample_id: twice occurs twice"],
  ] as const)
    expect(() => readLocomo(content)).toThrow(message);
  const [first] = longMemEvalFile();
  for (const [item, message] of [
    [
      { ...first, haystack_dates: [] },
      "[0].haystack_sessions: there must be as many dates and ids as sessions, not 2 sessions, 0 dates and 2 ids",
    ],
    [
      { ...first, haystack_sessions: [[{ role: "bot", content: "" }], []] },
      "[0].haystack_sessions[0][0].role: must be user or assistant",
    ],
    [{ ...first, question_date: "tomorrow" }, /^\[0\]\.question_date: is “tomorrow”/],
  ] as const)
    expect(() => readLongMemEval([item])).toThrow(message);
});

test("S171 the reader reads any JSON, or refuses it with a place", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const read of [readLocomo, readLongMemEval]) {
        expect(() => read(value)).toThrow(
          expect.objectContaining({ name: "DamagedDataset", place: expect.any(String) }),
        );
      }
    }),
  );
});
