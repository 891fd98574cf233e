/** Follows the facts of a text that a person enters, from the messages that state it. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Variable } from "../../graph/model.ts";
import { contentStems } from "../../text/words.ts";
import type { Effort } from "../effort.ts";
import { rankMessages } from "../evidence/bm25.ts";
import { factsOf, statementWith } from "./facts.ts";
import { followFacts, type TracedFact } from "./follow-facts.ts";
import { followingIn } from "./survival.ts";

/** A message with at least this share of the entered text's words states the text. */
const LEAST_SHARE = 0.5;
const MAX_FACTS = 6;

interface FollowedText {
  /** The messages with any words of the entered text, best match first. */
  readonly closest: readonly Variable[];
  /** The messages in `closest` that state the entered text. */
  readonly stating: readonly Variable[];
  /**
   * Facts of the first message in `stating`. The first fact is the statement with the words of the
   * entered text. The others are times, numbers and names in this statement.
   */
  readonly facts: readonly TracedFact[];
}

/** @throws TooMuchEffort if following the text exceeds the cost that `effort` allows */
export function* followText(
  graph: EvolutionGraph,
  text: string,
  effort: Effort,
): Generator<number, FollowedText> {
  const words = [...new Set(contentStems(text))];
  const following = yield* followingIn(graph, effort);
  const { roles, corpus } = following.tracing;
  const closest = yield* rankMessages(words, roles.messages, corpus);
  const stating = closest.filter((message) => {
    const { stems } = corpus.message(message);
    return words.filter((word) => stems.has(word)).length >= LEAST_SHARE * words.length;
  });
  const [first] = stating;
  if (first === undefined) return { closest, stating, facts: [] };
  const statement = statementWith(words, first, corpus);
  const inside = factsOf(first, corpus).filter(
    ({ kind, need }) => kind !== "statement" && statement.sentence.includes(need.text),
  );
  const chosen = [...inside.slice(0, MAX_FACTS - 1), statement];
  const facts = yield* followFacts(chosen, first, following);
  return { closest, stating, facts: [...facts.slice(-1), ...facts.slice(0, -1)] };
}
