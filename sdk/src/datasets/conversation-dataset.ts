/** A benchmark of conversations with questions, in one form for all benchmarks. */
import type { NewItem } from "../experiments/experiment-options.ts";

export interface Turn {
  /** Unique in its conversation. The evidence of a question names it. */
  readonly id: string;
  readonly speaker: string;
  /** What was said. The caption of a picture stands in brackets after it. */
  readonly text: string;
  readonly images: readonly { readonly url: string | undefined; readonly caption: string }[];
}

export interface Session {
  readonly id: string;
  /** The time as the file writes it. */
  readonly time: string;
  /** ISO 8601. The files name no zone, so it is read as UTC. */
  readonly at: string;
  readonly turns: readonly Turn[];
}

export interface Question {
  /** Unique in the dataset. */
  readonly id: string;
  readonly question: string;
  /** Correct answers. For an unanswerable question, a text that says so. */
  readonly expected: readonly string[];
  /** Such as `multi-hop` or `knowledge-update`. */
  readonly category: string;
  /** Whether the conversation does not hold the answer. The right answer says that. */
  readonly unanswerable: boolean;
  /** Ids of the turns that hold the answer. */
  readonly evidence: readonly string[];
  readonly evidenceSessions: readonly string[];
  /** When it is asked, as ISO 8601; undefined if the file does not say. */
  readonly askedAt: string | undefined;
  /** The answer that an adversarial question suggests. */
  readonly wrongAnswer: string | undefined;
}

export interface Conversation {
  readonly id: string;
  readonly speakers: readonly string[];
  /** In the order of their times. */
  readonly sessions: readonly Session[];
  readonly questions: readonly Question[];
}

export type Benchmark = "locomo" | "longmemeval";

export interface ConversationDataset {
  readonly benchmark: Benchmark;
  /** Name of its questions as a dataset of the project. */
  readonly name: string;
  readonly conversations: readonly Conversation[];
  /** Evidence that names no turn or session of its conversation. It is left out. */
  readonly unknownEvidence: readonly { readonly place: string; readonly named: string }[];
}

/** The questions as items of a dataset of the project. The conversations are not part of it. */
export function itemsOf({ benchmark, conversations }: ConversationDataset): NewItem[] {
  return conversations.flatMap(({ id: conversation, questions }) =>
    questions.map(({ id, question, expected, category, ...further }) => ({
      ...{ question, expected },
      metadata: JSON.parse(
        JSON.stringify({ benchmark, conversation, questionId: id, category, ...further }),
      ),
    })),
  );
}

/**
 * A part of the dataset. Its name names the conversations, so its experiments have a dataset of
 * their own.
 */
export function onlyConversations(
  dataset: ConversationDataset,
  ids: readonly string[],
): ConversationDataset {
  const conversations = dataset.conversations.filter(({ id }) => ids.includes(id));
  const unknown = ids.find((id) => !conversations.some((each) => each.id === id));
  if (unknown !== undefined) throw new Error(`${dataset.name} has no conversation ${unknown}.`);
  const shown = ids.length > 3 ? `${ids.length} conversations from ${ids[0]}` : ids.join(", ");
  return { ...dataset, name: `${dataset.name}: ${shown}`, conversations };
}
