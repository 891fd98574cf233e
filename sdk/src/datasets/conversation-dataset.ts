/**
 * A benchmark that consists of conversations with questions. All benchmarks are converted to this
 * form.
 */
import type { NewItem } from "../experiments/experiment-options.ts";

export interface Turn {
  /** Id of the turn, unique in its conversation. The evidence of questions contains such ids. */
  readonly id: string;
  readonly speaker: string;
  /** The text of the turn. The caption of a picture follows the text, in brackets. */
  readonly text: string;
  readonly images: readonly { readonly url: string | undefined; readonly caption: string }[];
}

export interface Session {
  readonly id: string;
  /** The time in the file's own format. */
  readonly time: string;
  /** The time as ISO 8601. The files name no time zone, so the time is read as UTC. */
  readonly at: string;
  readonly turns: readonly Turn[];
}

export interface Question {
  /** Unique in the dataset. */
  readonly id: string;
  readonly question: string;
  /** Correct answers. For an unanswerable question: a text that says that there is no answer. */
  readonly expected: readonly string[];
  /** Such as `multi-hop` or `knowledge-update`. */
  readonly category: string;
  /** True if the conversation does not contain the answer. Then the right answer says so. */
  readonly unanswerable: boolean;
  /** Ids of the turns that hold the answer. */
  readonly evidence: readonly string[];
  readonly evidenceSessions: readonly string[];
  /** Time at which the question is asked, as ISO 8601; undefined if the file does not give it. */
  readonly askedAt: string | undefined;
  /** The answer that an adversarial question suggests. */
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
  /** Name under which the questions are stored as a dataset of the project. */
  readonly name: string;
  readonly conversations: readonly Conversation[];
  /** Evidence that was left out, because it names no turn or session of its conversation. */
  readonly unknownEvidence: readonly { readonly place: string; readonly named: string }[];
}

/**
 * Returns the questions as items of a project's dataset. The items do not contain the
 * conversations.
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
 * Returns the part of the dataset with these conversations. The name of the part lists the
 * conversations, so experiments on the part use a separate dataset of the project.
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
