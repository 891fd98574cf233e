/** The readers of all benchmarks return these types: conversations, each with its questions. */
import type { NewItem } from "../experiments/experiment-options.ts";

export interface Turn {
  /** Unique in its conversation. A question's evidence lists turn ids. */
  readonly id: string;
  readonly speaker: string;
  /** The turn's text. The caption of a picture follows in brackets. */
  readonly text: string;
  readonly images: readonly { readonly url: string | undefined; readonly caption: string }[];
}

export interface Session {
  readonly id: string;
  /** As written in the file. */
  readonly time: string;
  /** In ISO 8601. The files give no time zone; the reader assumes UTC. */
  readonly at: string;
  readonly turns: readonly Turn[];
}

export interface Question {
  /** Unique in the dataset. */
  readonly id: string;
  readonly question: string;
  /** The correct answers. If the conversation does not contain the answer: a text that says so. */
  readonly expected: readonly string[];
  /** Such as `multi-hop` or `knowledge-update`. */
  readonly category: string;
  /** True if the conversation does not contain the answer. A right answer must then say so. */
  readonly unanswerable: boolean;
  /** Ids of the turns that contain the answer. */
  readonly evidence: readonly string[];
  readonly evidenceSessions: readonly string[];
  /** When the question is asked, in ISO 8601; undefined if the file does not give the time. */
  readonly askedAt: string | undefined;
  /** The wrong answer that an adversarial question suggests. */
  readonly wrongAnswer: string | undefined;
}

export interface Conversation {
  readonly id: string;
  readonly speakers: readonly string[];
  /** Sorted by time. */
  readonly sessions: readonly Session[];
  readonly questions: readonly Question[];
}

export type Benchmark = "locomo" | "longmemeval";

export interface ConversationDataset {
  readonly benchmark: Benchmark;
  /** Name of the project's dataset that stores the questions. */
  readonly name: string;
  readonly conversations: readonly Conversation[];
  /**
   * References in the file to turns or sessions that the conversation does not contain. They are
   * left out of the question's `evidence`. `place` is the path of the reference in the file, and
   * `named` is the id.
   */
  readonly unknownEvidence: readonly { readonly place: string; readonly named: string }[];
}

/**
 * Returns the questions as items for a dataset of the project. Items do not contain conversations.
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
 * Returns a dataset with only these conversations. The dataset gets a name that says which ones, so
 * the project stores its questions apart from those of the whole benchmark.
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
