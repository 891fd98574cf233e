/**
 * Defines the thresholds on which verdicts depend. Limits of cost or length, and fitted weights,
 * are in the files that use them.
 */
import { STATED_SHARE } from "../protocol/thresholds.ts";

// Thresholds for comparing a text with a needed detail. The words around a detail are the other
// words of its statement.

/** A text with at least this share of a needed detail states the detail. */
export const CARRIED = STATED_SHARE;
/** Two words with at least this letter similarity count as forms of one word. */
export const LETTERS_ALIKE = 0.72;
/** A text with at least this share of the words around a detail makes the detail's statement. */
export const SURROUNDINGS = 0.75;
/** A text of one sentence needs only this share of the words that `SURROUNDINGS` requires. */
export const LEAST_SURROUNDINGS = 0.4;
/**
 * `LEAST_SURROUNDINGS` rises by this value each time the number of sentences doubles. A long text
 * has more of the words around the detail by chance.
 */
export const MORE_SURROUNDINGS = 0.1;
/** A sentence with a smaller share of the statement's words is about another subject. */
export const RECOGNISED = 0.12;
/** Weight of function words in an alignment. They show little more than the order of a sentence. */
export const FUNCTION_WEIGHT = 0.15;
/** A sentence with a smaller share of the statement's words does not make the statement. */
export const SHARED_WORDING = 0.25;
/**
 * If the given answer states at least this share of a needed detail, the tracer does not follow the
 * detail.
 */
export const WHOLLY_ANSWERED = 0.8;

// Thresholds for measuring how freely texts paraphrase.

/** An output sentence with a smaller share of an input sentence's words is unrelated to it. */
export const KEPT_SENTENCE = 0.4;
/** Minimum number of content words of a compared sentence. Shorter sentences match by chance. */
export const RECOGNISABLE_STEMS = 4;
/**
 * Assumed share of words that an operation falsifies. If a larger share of a memory's words occurs
 * in no message, most of them are paraphrases.
 */
export const FALSIFIED = 0.05;
/**
 * Assumed share of a sentence's words that a memory keeps, if too few sentences of the memory can
 * be compared with messages.
 */
export const UNKNOWN_KEPT = 0.7;
/** Minimum number of messages that show how freely a memory paraphrases. */
export const COMPARED_MESSAGES = 5;
/** Minimum number of sentences that show how freely a kind of operation paraphrases. */
export const COMPARED_SENTENCES = 3;

// Thresholds for following a detail.

/** A step is a side branch if its `shareOfWays` is below this value (see `branch-width.ts`). */
export const SIDE_BRANCH = 0.25;
/**
 * A loss is not decisive if its `shareOfLoss`, divided by the largest `shareOfLoss`, is below this
 * value.
 */
export const NARROW_LOSS = 0.5;
/** An output with at least this share of the words around a detail makes the detail's statement. */
export const TAKEN_OVER = 0.4;
/**
 * Usually, the last operation that read the detail is blamed. Another operation is blamed if its
 * output's share of the words around the detail is larger by more than this value.
 */
export const MORE_OF_STATEMENT = 0.2;

/**
 * A word with at least this rarity shows the subject of a text. A word with exactly this rarity is
 * in about 3 of 100 messages.
 */
export const RARE_WORD = 0.7;

// Thresholds for finding the roles of variables and operations.

/**
 * Values of one kind that no operation wrote are messages if at least this share of them reaches
 * the memory.
 */
export const REACHING_MEMORY = 0.3;
/**
 * Minimum number of pairs of neighbouring words in a field that is compared by pairs. A shorter
 * field is searched as a whole.
 */
export const COMPARED_PAIRS = 4;

// Thresholds for choosing evidence messages and needed details.

/**
 * A message with at least this share of the words of a part of the expected answer states the part.
 */
export const STATED_PART = 0.5;
/**
 * The message with the largest share of a part's words states the part. So do messages whose share
 * is smaller by at most this value.
 */
export const SAME_SHARE = 0.01;
/** Weight of the question's words in the score that chooses the sentences with a detail. */
export const QUESTION_WORDS = 0.3;
/** A further sentence joins the statement only if this score then rises by more than this value. */
export const FURTHER_SENTENCE = 0.15;
/**
 * Minimum sum of the weights of a statement's words. With less weight, they occur together by
 * chance.
 */
export const RECOGNISABLE_WEIGHT = 2;
/**
 * A message states the same fact as the most probable message if its probability, divided by that
 * message's, is at least this value.
 */
export const SAME_FACT = 0.7;
/**
 * If "no message states the answer" is more than this many times as probable as the best message,
 * the answer counts as unstated.
 */
export const NONE_SURELY = 1.5;

// Thresholds for reading answers (attribution/answers).

/** Minimum probability at which a text gives the expected answer. */
export const STATES_ANSWER = 0.66;
/**
 * Like `STATES_ANSWER`, for the context. It is lower, because the context has few texts. So it is
 * less likely that one of them reaches the value by chance.
 */
export const GIVES_AGAIN = 0.5;
/**
 * A text can give the expected answer much more probably than the message that states the detail,
 * because this message states only a part of the answer. If the probabilities differ by at least
 * this value, the text gives the answer.
 */
export const MUCH_BETTER = 0.4;
/** A memory that usually keeps at least this share of a sentence's words keeps whole sentences. */
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
 * The context gives the expected answer clearly better or worse than the unread memory units if
 * the probabilities differ by at least this value.
 */
export const BETTER_THAN_ELSEWHERE = 0.25;

/** Two words in answers are different words if their letter similarity is below this value. */
export const ANSWER_WORDS_ALIKE = 0.7;
/** A text with at least this share of an expected item's words states the item. */
export const PART_SAID = 0.5;
/**
 * A sentence of the given answer with at least this share of the question's words answers the
 * question with yes or no.
 */
export const RESTATED = 0.5;

// Thresholds for deciding that the annotation or the judge is wrong.

/**
 * Evidence is about another subject if its share of the question's words is below `OFF_QUESTION`,
 * and its share of the expected answer's words is below `OFF_ANSWER`.
 */
export const OFF_QUESTION = 0.34;
export const OFF_ANSWER = 0.2;
/**
 * Another message fits the question better than the evidence if its share of the question's words
 * is larger by more than this value.
 */
export const MORE_TOPIC = 0.15;
/** A text with at least this share of a question's or statement's words has the same subject. */
export const SPOKEN_OF = 0.5;
/** A message with at least this share of a question's words affirms what the question asks. */
export const AFFIRMS = 0.75;
/**
 * Minimum sum of the weights of an answer's words. With less weight, they occur together by chance.
 */
export const TELLING_ANSWER = 1;
/** A message with at least this share of an answer's words states the answer. */
export const WHOLE_ANSWER = 0.9;
/** Evidence with at least this share of the given answer's words supports the given answer. */
export const STATED_GIVEN = 0.5;
/** A time in an answer that spans more days than this matches only an equally long time. */
export const LONG_TIME_DAYS = 31;
/**
 * If the messages support the given answer better by more than these log-odds, the expected answer
 * probably belongs to another question.
 */
export const SURER_GIVEN = Math.log(3);
/**
 * Times in two answers that are at most this many days apart are different values for one event.
 */
export const ONE_TIME_DAYS = 31;

// Thresholds for the confidence of a verdict, and for contradictions between verdict and graph.

/**
 * A text with at least this share of the words around a detail makes the detail's statement in
 * other words.
 */
export const KEPT_IF_REWORDED = 0.25;
/**
 * Factor for the confidence of a RetrievalError if an operation may have changed the memory without
 * recording it.
 */
export const AFTER_UNRECORDED = 0.6;
// Maximum confidences of a RetrievalError if version names cannot show whether the missed unit was
// overwritten. Each comment below says how many labelled verdicts of its kind were right.

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
 * Maximum confidence if no link shows that the blamed operation read the message. Not calibrated:
 * the labelled data has no such verdict.
 */
export const MOST_IF_UNLINKED = 0.7;
/**
 * Maximum confidence if the operation wrote in another language than the message. Not calibrated:
 * the labelled data has no such verdict.
 */
export const MOST_IF_OTHER_LANGUAGE = 0.5;
/**
 * Maximum confidence if a reason was lost although the operation wrote a telling word of it. Not
 * calibrated: few labelled questions ask for a reason.
 */
export const MOST_IF_REASON_REWORDED = 0.7;
/** Minimum rarity of a word that shows that a text gives the same reason in other words. */
export const TELLING_WORD = 0.5;
/** A later unit with at least this share of the words around the detail repeats the statement. */
export const REPEATED_STATEMENT = 0.75;
/**
 * Minimum number of words around the detail for using `REPEATED_STATEMENT`. Fewer words repeat by
 * chance.
 */
export const REPEATED_WORDS = 3;

/**
 * Minimum number of words in a statement that can contradict a claim. A shorter statement occurs by
 * chance.
 */
export const PLAIN_WORDS = 3;
/**
 * If the evidence has at least this share of the given answer's words, the verdict's reason says
 * that the evidence supports the given answer.
 */
export const SUPPORTS_GIVEN = 0.6;
/** A verdict with a lower confidence becomes undecided. */
export const LEAST_CONFIDENCE = 0.3;
/**
 * Maximum confidence of a verdict that replaces a contradicted one. It is an estimate, because no
 * verdict on a labelled case was ever replaced.
 */
export const MOST_RETRACED = 0.5;
/**
 * Confidence of an AnnotationError if a model finds the expected answer in no message; not
 * calibrated.
 */
export const DENIED_BY_MODEL = 0.8;
/**
 * An operation clearly lost a detail if its input states a share that is larger than its output's
 * share by at least this value.
 */
export const CLEARLY_LOST = 0.8;
/**
 * If more than this share of the memory's words occurs in no message, the initial probability of
 * the tracer's verdict is lower.
 */
export const REWORDED_MEMORY = 0.25;

// Thresholds for asking a model and for using its verdict.

/**
 * Factor for the log-odds of the tracer's verdict before a model is asked. The tracer's confidence
 * was fitted on known memory systems and may be too high for others.
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
/** A verdict with a higher confidence stays if the agent names an unsuspected operation. */
export const FIRM = 0.75;

/**
 * Factor for the confidence if the case has no expected answer. Without this factor, such verdicts
 * were right about 10% less often than their confidence said.
 */
export const IF_INFERRED = 0.9;

/**
 * A text can have one clause with the given answer and one with the expected answer. The weight of
 * a clause is the sum of the weights of its words from the question. The text states the given
 * answer instead of the expected answer if the second weight, divided by the first, is at most
 * this value.
 */
export const RIVAL_TOPIC = 0.5;
/** Factor for the weight of a name when clauses are compared with the question. */
export const NAME_WEIGHT = 3;
