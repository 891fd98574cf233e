/**
 * Reads conversations between two people, in the format of the data set LoCoMo. Nobody corrects an
 * answer in them, so each correction that the service finds is a false alarm. Each conversation is
 * read twice, once with each person as the user. The annotated questions and answers are read as
 * one more conversation.
 */
import * as z from "zod";
import { correctedTurns, type Turn } from "../../attribution/corrections/corrected-turns.ts";

const Said = z.object({ speaker: z.string(), text: z.string() });
const Conversations = z.array(
  z.object({
    conversation: z.record(z.string(), z.unknown()),
    qa: z.array(z.object({ question: z.string(), answer: z.unknown().optional() })),
  }),
);

export interface ConversationScores {
  readonly answers: number;
  readonly opened: readonly {
    readonly question: string;
    readonly answer: string;
    readonly message: string;
    readonly expected: string | null;
  }[];
}

export function scoreConversations(file: unknown): ConversationScores {
  let answers = 0;
  const opened: ConversationScores["opened"][number][] = [];
  for (const turns of conversationsOf(Conversations.parse(file))) {
    answers += turns.filter(({ speaker }) => speaker === "assistant").length;
    for (const { question, answer, message, reading } of correctedTurns(turns)) {
      const text = (at: number) => turns[at]?.text ?? "";
      opened.push({
        ...{ question: text(question), answer: text(answer), message: text(message) },
        expected: reading.expected ?? null,
      });
    }
  }
  return { answers, opened };
}

function* conversationsOf(file: z.infer<typeof Conversations>): Generator<Turn[]> {
  for (const { conversation, qa } of file) {
    yield qa.flatMap(({ question, answer }): Turn[] => [
      { speaker: "user", text: question },
      { speaker: "assistant", text: String(answer ?? "") },
    ]);
    for (const session of Object.values(conversation)) {
      const said = z.array(Said).safeParse(session);
      if (!said.success) continue;
      for (const user of new Set(said.data.map(({ speaker }) => speaker)))
        yield said.data.map(({ speaker, text }): Turn => {
          return { speaker: speaker === user ? "user" : "assistant", text };
        });
    }
  }
}
