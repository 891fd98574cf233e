/** Messages of chat logs, e-mails and JSON records with many names of fields. */
import { expect, test } from "vitest";
import { readMessage } from "../../src/attribution/roles/message-text.ts";

const DAY = Date.UTC(2025, 4, 6) / 86_400_000;
const read = (value: string) =>
  readMessage({ id: "m@1", name: "m", fullName: "m", version: 1, at: 0, value });

test.each([
  '{"actor": "Ada", "line": "I moved to Oslo.", "game_day": "2025-05-06"}',
  '{"party": "Ada", "transcript": "I moved to Oslo.", "recorded_at": "2025-05-06T20:40:00+12:00"}',
  '{"user": "Ada", "content": [{"type": "text", "text": "I moved to Oslo."}], "ts": "1746529200.000200"}',
  '{"speaker": "Ada", "text": "I moved to Oslo.", "timestamp": 1746529200123}',
  "From: Ada <ada@example.org>\nDate: 6 May 2025 10:15\n\nI moved to Oslo.",
  "2025-05-06 14:05 | Ada, room 214 | I moved to Oslo.",
  "2025-05-06 14:05 - Ada: I moved to Oslo.",
  "[2025-05-06 14:05] <Ada> I moved to Oslo.",
])("A290 the tracer reads the speaker, the day and the text of the message %j", (value) => {
  expect(read(value)).toEqual({ content: "I moved to Oslo.", speaker: "Ada", day: DAY });
});

test.each([
  ['{"subject": "The harbour crane is broken", "report": "Call the firm in Oslo today"}'],
  ["Note: call the firm in Oslo"],
  ["2025-05-06 | 14 | 17"],
])("A290 a message in an unknown form keeps its whole text: %j", (value) => {
  expect(read(value)).toMatchObject({ content: value, speaker: undefined });
});

test.each(["2025-05-06 Ada > I moved to Oslo.", "2025-05-06 14h05 <Ada> I moved to Oslo."])(
  "A353 the tracer reads the speaker, the day and the text of the message %j",
  (value) => {
    expect(read(value)).toEqual({ content: "I moved to Oslo.", speaker: "Ada", day: DAY });
  },
);
