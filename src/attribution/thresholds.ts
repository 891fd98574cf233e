/**
 * Defines the thresholds on which verdicts depend, with their reasons. Limits of cost or length,
 * and fitted weights, are in the files that use them.
 */
import { STATED_SHARE } from "../protocol/thresholds.ts";

// Thresholds for comparing a text with a needed detail. The words around a detail are the other
// words of the statement that contains the detail.

/** A text states a needed detail if it states at least this share of the detail. */
export const CARRIED = STATED_SHARE;
/** Two words count as forms of one word if their letter similarity is at least this value. */
export const LETTERS_ALIKE = 0.72;
/**
 * A text makes a detail's statement if it has at least this share of the words around the detail.
 */
export const SURROUNDINGS = 0.75;
/**
 * A text of one sentence must have at least this share of the words that `SURROUNDINGS` requires.
 */
export const LEAST_SURROUNDINGS = 0.4;
/**
 * `LEAST_SURROUNDINGS` rises by this value each time the number of sentences in the text doubles,
 * because a long text has more of the words by chance.
 */
export const MORE_SURROUNDINGS = 0.1;
/** A sentence with this share of the words around the detail makes most of the statement. */
export const MOST_OF_STATEMENT = 0.5;
/** If a sentence has a smaller share of the statement's words, it is about another subject. */
export const RECOGNISED = 0.12;
/**
 * Weight of function words in an alignment. It is low, because they show little more than the order
 * of a sentence.
 */
export const FUNCTION_WEIGHT = 0.15;
/** If a sentence has a smaller share of the statement's words, it does not make the statement. */
export const SHARED_WORDING = 0.25;
/**
 * If the given answer states at least this share of a needed detail, the tracer does not follow
 * this detail.
 */
export const WHOLLY_ANSWERED = 0.8;

// Thresholds for measuring how freely texts paraphrase.

/**
 * If the most similar sentence of the new text has a smaller share of the original sentence's
 * words, the two sentences are unrelated.
 */
export const KEPT_SENTENCE = 0.4;
/**
 * Minimum number of content words in a sentence that is compared. A shorter sentence matches by
 * chance.
 */
export const RECOGNISABLE_STEMS = 4;
/**
 * Assumed share of words that an operation falsifies. If a larger share of a memory's words occurs
 * in no message, most of these words are paraphrases.
 */
export const FALSIFIED = 0.05;
/**
 * A memory with too few comparable sentences is assumed to keep this share of a sentence's words.
 */
export const UNKNOWN_KEPT = 0.7;
/**
 * Minimum number of messages that are compared with a memory. Fewer messages do not show how freely
 * the memory paraphrases.
 */
export const COMPARED_MESSAGES = 5;
/**
 * Minimum number of sentences that are compared for a kind of operation. Fewer sentences do not
 * show how freely these operations paraphrase.
 */
export const COMPARED_SENTENCES = 3;

// Thresholds for following a detail.

/**
 * A step is a side branch if `shareOfWays` is below this value. That function divides the width of
 * the step's path to the memory by the width of the widest path (see `branch-width.ts`).
 */
export const SIDE_BRANCH = 0.25;
/**
 * A loss is not decisive if its path to the memory is much narrower than the widest path of a loss:
 * if its `shareOfLoss`, divided by the largest `shareOfLoss`, is below this value.
 */
export const NARROW_LOSS = 0.5;
/**
 * If an output has at least this share of the words around a detail, it makes the detail's
 * statement.
 */
export const TAKEN_OVER = 0.4;
/**
 * If several operations read the detail, usually the last of them is blamed. Another one is blamed
 * instead if its output has a larger share of the words around the detail. The share must be larger
 * by more than this value.
 */
export const MORE_OF_STATEMENT = 0.2;

/**
 * If the rarity of a word is at least this value, the word shows the subject of a text. A word has
 * this rarity if about 3 of 100 messages contain it.
 */
export const RARE_WORD = 0.7;

// Thresholds for finding the roles of variables and operations.

/**
 * Values of one kind that no operation wrote are messages if at least this share of them reaches
 * the memory.
 */
export const REACHING_MEMORY = 0.3;
/**
 * Minimum number of pairs of neighbouring words for comparing a field by its pairs. A shorter field
 * is searched as a whole.
 */
export const COMPARED_PAIRS = 4;

// Thresholds for choosing the evidence messages and the details that the expected answer needs.

/**
 * A message states a part of the expected answer if it has at least this share of the part's words.
 */
export const STATED_PART = 0.5;
/**
 * Besides the message with the largest share of the part's words, other messages state the part if
 * their share is at most this much smaller.
 */
export const SAME_SHARE = 0.01;
/** Weight of the question's words in the score that chooses the sentences with a detail. */
export const QUESTION_WORDS = 0.3;
/** Another sentence is added to a statement only if it raises the score by more than this value. */
export const FURTHER_SENTENCE = 0.15;
/**
 * Minimum sum of the weights of a statement's words. Words with a smaller sum occur together by
 * chance.
 */
export const RECOGNISABLE_WEIGHT = 2;
/**
 * A message states the same fact as the most probable message if its probability, divided by that
 * message's probability, is at least this value.
 */
export const SAME_FACT = 0.7;
/**
 * If "no message states the answer" is more than this many times as probable as the best message,
 * the answer counts as unstated.
 */
export const NONE_SURELY = 1.5;

// Thresholds for reading answers (attribution/answers).

/** A text gives the expected answer if the probability for this is at least this value. */
export const STATES_ANSWER = 0.66;
/**
 * Like `STATES_ANSWER`, for the context. The value is lower, because the context has few texts that
 * can reach it by chance.
 */
export const GIVES_AGAIN = 0.5;
/**
 * A text gives the expected answer if its probability exceeds the message's probability by at least
 * this value. In such a case, the message states only a part of the answer.
 */
export const MUCH_BETTER = 0.4;
/**
 * If a memory usually keeps at least this share of a sentence's words, it keeps whole sentences.
 */
export const KEEPS_SENTENCES = 0.7;
/**
 * If a text gives the expected answer with at least this probability, the annotation is probably
 * right.
 */
export const GIVEN_SOMEWHERE = 0.45;
/**
 * Two texts give the expected answer equally well if their probabilities differ by at most this
 * value.
 */
export const AS_WELL = 0.1;

/**
 * The context gives the expected answer clearly better than the rest of the memory if its
 * probability is higher by at least this value. The same difference shows that the rest of the
 * memory gives the answer clearly better than the context.
 */
export const BETTER_THAN_ELSEWHERE = 0.25;

/**
 * If the letter similarity of two words in answers is below this value, they are different words.
 */
export const ANSWER_WORDS_ALIKE = 0.7;
/**
 * A text states an item of the expected answer if it has at least this share of the item's words.
 */
export const PART_SAID = 0.5;
/**
 * If a sentence of the given answer has at least this share of the question's words, it answers the
 * question with yes or no.
 */
export const RESTATED = 0.5;

// Thresholds for deciding that the annotation or the judge is wrong.

/**
 * Evidence is about another subject if it has few words of the question and few words of the
 * expected answer: its share of the question's words is below `OFF_QUESTION`, and its share of the
 * expected answer's words is below `OFF_ANSWER`.
 */
export const OFF_QUESTION = 0.34;
export const OFF_ANSWER = 0.2;
/**
 * Another message fits the question better than the evidence if its share of the question's words
 * is larger by more than this value.
 */
export const MORE_TOPIC = 0.15;
/**
 * A text has the same subject as a question or a statement if it has at least this share of the
 * words of the question or statement.
 */
export const SPOKEN_OF = 0.5;
/** A message with at least this share of a question's words affirms what the question asks. */
export const AFFIRMS = 0.75;
/**
 * Minimum sum of the weights of an answer's words. Words with a smaller sum occur together by
 * chance.
 */
export const TELLING_ANSWER = 1;
/** A message states an answer if it has at least this share of the answer's words. */
export const WHOLE_ANSWER = 0.9;
/** Evidence supports the given answer if it has at least this share of the given answer's words. */
export const STATED_GIVEN = 0.5;
/** If a time in an answer spans more days than this, it matches only an equally long time. */
export const LONG_TIME_DAYS = 31;
/**
 * The expected answer probably belongs to another question if the messages support the given answer
 * better by more than these log-odds.
 */
export const SURER_GIVEN = Math.log(3);
/**
 * If the times in two answers are at most this many days apart, they are different values for one
 * event.
 */
export const ONE_TIME_DAYS = 31;

// Thresholds for the confidence of a verdict, and for contradictions between verdict and graph.

/**
 * If a text has at least this share of the words around a detail, it makes the detail's statement
 * in other words.
 */
export const KEPT_IF_REWORDED = 0.25;
/**
 * If an operation possibly changed the memory without recording the change, the confidence of a
 * RetrievalError is multiplied by this factor.
 */
export const AFTER_UNRECORDED = 0.6;
// The next three values are maximum confidences of a RetrievalError. They are used if version names
// cannot show whether the missed unit was overwritten. Each comment counts how many labelled
// verdicts were right.

/**
 * Maximum if a later unit makes the same statement without the detail. 17 of 131 such verdicts were
 * right.
 */
export const MOST_IF_REPEATED = 0.3;
/**
 * Maximum if an operation read the missed unit and wrote another unit. 0 of 23 such verdicts were
 * right.
 */
export const MOST_IF_READ = 0.3;
/**
 * Maximum if an operation changes the memory, but no link shows which unit it replaced. 23 of 52
 * such verdicts were right.
 */
export const MOST_IF_CHANGED = 0.45;
/**
 * Maximum confidence of a verdict if no link shows that the blamed operation read the message. The
 * value is not calibrated, because the labelled data has no such verdict.
 */
export const MOST_IF_UNLINKED = 0.7;
/**
 * Maximum confidence of a verdict if the operation wrote in another language than the message. The
 * value is not calibrated, because the labelled data has no such verdict.
 */
export const MOST_IF_OTHER_LANGUAGE = 0.5;
/**
 * Maximum confidence if a reason was lost although the operation wrote a telling word of it. Not
 * calibrated, because the labelled sets have few questions that ask for a reason.
 */
export const MOST_IF_REASON_REWORDED = 0.7;
/**
 * Maximum confidence if the text after the loss makes the statement in new words, and the detail has
 * neither a figure nor a name. On written cases of other systems, three of six such verdicts above
 * this value were wrong.
 */
export const MOST_IF_WORDED_ANEW = 0.85;
/** Minimum rarity of a word that shows that a text gives the same reason in other words. */
export const TELLING_WORD = 0.5;
/**
 * A later unit repeats a statement if it has at least this share of the words around the detail.
 */
export const REPEATED_STATEMENT = 0.75;
/**
 * `REPEATED_STATEMENT` is used only if the detail has at least this number of words around it,
 * because fewer words repeat by chance.
 */
export const REPEATED_WORDS = 3;

/**
 * Minimum number of words in a statement that can contradict a claim. A shorter statement occurs by
 * chance.
 */
export const PLAIN_WORDS = 3;
/**
 * If the evidence has at least this share of the given answer's words, the reason says that the
 * evidence supports the given answer.
 */
export const SUPPORTS_GIVEN = 0.6;
/** Minimum confidence of a decided verdict. A verdict with a lower confidence becomes undecided. */
export const LEAST_CONFIDENCE = 0.3;
/**
 * If the graph contradicts a verdict and another verdict replaces it, the new verdict has at most
 * this confidence. The value is an estimate, because no verdict on a labelled case was ever
 * replaced.
 */
export const MOST_RETRACED = 0.5;
/**
 * Confidence of an AnnotationError if a model finds the expected answer in no message; not
 * calibrated.
 */
export const DENIED_BY_MODEL = 0.8;
/**
 * The input and the output of an operation each state a share of a detail. If the share of the
 * input is larger by at least this value, the operation clearly lost the detail.
 */
export const CLEARLY_LOST = 0.8;
/**
 * If more than this share of the memory's words occurs in no message, the tracer's verdict gets a
 * lower initial probability.
 */
export const REWORDED_MEMORY = 0.25;

// Thresholds for asking a model and for using its verdict.

/**
 * Before a model is asked, the log-odds of the tracer's verdict are multiplied by this factor. The
 * tracer's confidence was fitted on known memory systems and is perhaps too high for other systems.
 */
export const LOG_ODDS_KEPT = 0.4;
/** Maximum initial probability of the tracer's verdict if the memory paraphrases freely. */
export const REWORDED_TRUST = 0.7;
/** Maximum initial probability of the tracer's verdict if the model is asked about every case. */
export const ALWAYS_ASKED_TRUST = 0.7;
/** Minimum confidence if the agent reaches the same verdict as the tracer; not calibrated. */
export const AGREED = 0.92;
/** Confidence if the agent names an operation that the tracer only suspected; not calibrated. */
export const OVERTURNED = 0.6;
/** Confidence if the agent names an operation that the tracer did not suspect; not calibrated. */
export const OVERTURNED_UNSUSPECTED = 0.45;
/**
 * A verdict with a higher confidence stays if the agent names an operation that the tracer did not
 * suspect.
 */
export const FIRM = 0.75;

/**
 * If the case has no expected answer, the confidence is multiplied by this factor. Without the
 * factor, such verdicts were right about 10% less often than their confidence said.
 */
export const IF_INFERRED = 0.9;

/**
 * A text gives another answer if its clauses with the expected answer have at most this share of
 * the question's words in its clause with the given answer.
 */
export const RIVAL_TOPIC = 0.5;
/** Factor of the weight of a name in the question, when clauses are compared with the question. */
export const NAME_WEIGHT = 3;
