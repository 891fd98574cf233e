/** The common type for all benchmarks: conversations, each with questions about it. */
import type { NewItem } from "../experiments/experiment-options.ts";

export interface Turn {
  /** Id of the turn, unique in its conversation. A question's evidence lists such ids. */
  readonly id: string;
  readonly speaker: string;
  /** The text of the turn. If the turn has a picture, its caption follows in brackets. */
  readonly text: string;
  readonly images: readonly { readonly url: string | undefined; readonly caption: string }[];
}

export interface Session {
  readonly id: string;
  /** The time as the file writes it. */
  readonly time: string;
  /** The time as ISO 8601. The files give no time zone, so the time is read as UTC. */
  readonly at: string;
  readonly turns: readonly Turn[];
}

export interface Question {
  /** Unique in the dataset. */
  readonly id: string;
  readonly question: string;
  /**
   * The correct answers. For a question that the conversation does not answer: a text that says so.
   */
  readonly expected: readonly string[];
  /** Kind of question, such as `multi-hop` or `knowledge-update`. */
  readonly category: string;
  /** True if the conversation does not contain the answer. A right answer must then say so. */
  readonly unanswerable: boolean;
  /** Ids of the turns that contain the answer. */
  readonly evidence: readonly string[];
  readonly evidenceSessions: readonly string[];
  /** Time at which the question is asked, as ISO 8601; undefined if the file does not give it. */
  readonly askedAt: string | undefined;
  /** The wrong answer that an adversarial question suggests to the agent. */
  readonly wrongAnswer: string | undefined;
}

export interface Conversation {
  readonly id: string;
  readonly speakers: readonly string[];
  /** The sessions, sorted by time. */
  readonly sessions: readonly Session[];
  readonly questions: readonly Question[];
}

export type Benchmark = "locomo" | "longmemeval";

export interface ConversationDataset {
  readonly benchmark: Benchmark;
  /** The project stores the questions as a dataset with this name. */
  readonly name: string;
  readonly conversations: readonly Conversation[];
  /**
   * Evidence entries that name no turn or session of their conversation. The reader left these
   * entries out of the evidence.
   */
  readonly unknownEvidence: readonly { readonly place: string; readonly named: string }[];
}

/**
 * Returns the questions as items for a dataset of the project. An item does not contain its
 * conversation.
 */
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
 * Returns a dataset with only these conversations. Its name lists them, so its experiments use a
 * separate dataset of the project.
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
