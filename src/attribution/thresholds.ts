/**
 * The thresholds on which verdicts depend, with their reasons. Limits of cost or length and fitted
 * weights are in the files that use them.
 */
import { STATED_SHARE } from "../protocol/thresholds.ts";

// How a text is compared with a detail.

/** A text that states at least this share of a detail states the detail. */
export const CARRIED = STATED_SHARE;
/** Two words are forms of one word if their letter similarity is at least this. */
export const LETTERS_ALIKE = 0.72;
/** A text makes the same statement if it has at least this share of the words around the detail. */
export const SURROUNDINGS = 0.75;
/** Share of the words around the detail that a text of one sentence must have. */
export const LEAST_SURROUNDINGS = 0.4;
/**
 * Increase of `LEAST_SURROUNDINGS` for each doubling of the text's sentences, because long texts
 * have more of the words by chance.
 */
export const MORE_SURROUNDINGS = 0.1;
/** A sentence with a smaller share of the statement's words is about another subject. */
export const RECOGNISED = 0.12;
/**
 * Weight of function words. It is low, because they show little more than the order of a sentence.
 */
export const FUNCTION_WEIGHT = 0.15;
/** A sentence with a smaller share of the statement's words does not make the statement. */
export const SHARED_WORDING = 0.25;
/**
 * If the given answer states at least this share of a detail, the tracer does not follow the
 * detail.
 */
export const WHOLLY_ANSWERED = 0.8;

// How freely texts are paraphrased.

/** If the most similar sentence has a smaller share of the words, it is an unrelated sentence. */
export const KEPT_SENTENCE = 0.4;
/** Minimum content words of a sentence that is compared. Shorter sentences match by chance. */
export const RECOGNISABLE_STEMS = 4;
/**
 * Assumed share of words that an operation falsifies. If more of a memory's words occur in no
 * message, most of these words are paraphrases.
 */
export const FALSIFIED = 0.05;
/** Assumed share of words that a memory keeps, if too few sentences can be compared. */
export const UNKNOWN_KEPT = 0.7;
/** Minimum number of compared messages. Fewer do not show how freely a memory paraphrases. */
export const COMPARED_MESSAGES = 5;
/** Minimum compared sentences. Fewer do not show how freely a kind of operation paraphrases. */
export const COMPARED_SENTENCES = 3;

// How a detail is followed.

/**
 * A step is a side branch if its path to the memory has less than this share of the widest path's
 * width.
 */
export const SIDE_BRANCH = 0.25;
/**
 * A loss is not decisive if its path has less than this share of the width of another loss's path.
 */
export const NARROW_LOSS = 0.5;
/** An output that has this share of the words around a detail makes the detail's statement. */
export const TAKEN_OVER = 0.4;
/**
 * Another operation is blamed instead of the last operation only if its output has more of the
 * words around the detail. The share must be larger by this much.
 */
export const MORE_OF_STATEMENT = 0.2;

/** A word with at least this rarity (about 3 of 100 messages have it) shows a text's subject. */
export const RARE_WORD = 0.7;

// Which roles records have.

/**
 * A kind of value that no operation wrote consists of messages if at least this share of the values
 * reaches the memory.
 */
export const REACHING_MEMORY = 0.3;
/**
 * Minimum pairs of neighbouring words for a comparison by pairs. Shorter fields are searched whole.
 */
export const COMPARED_PAIRS = 4;

// Which messages are evidence, and which details the answer needs.

/** A message states a part of the expected answer if it has this share of the part's words. */
export const STATED_PART = 0.5;
/** Other messages also state the part if their share is at most this much below the best share. */
export const SAME_SHARE = 0.01;
/** Weight of the question's words when the sentences around a detail are chosen. */
export const QUESTION_WORDS = 0.3;
/** A further sentence is added to a statement only if it raises the score by more than this. */
export const FURTHER_SENTENCE = 0.15;
/** Minimum weight of a statement's words. Words with less weight occur together by chance. */
export const RECOGNISABLE_WEIGHT = 2;
/**
 * A message states the same fact if it has at least this share of the best message's probability.
 */
export const SAME_FACT = 0.7;
/**
 * If "no message states it" is this many times as probable as any message, the search returns no
 * message.
 */
export const NONE_SURELY = 1.5;

// How answers are read (attribution/answers).

/** A text gives the answer if its probability is at least this. */
export const STATES_ANSWER = 0.66;
/**
 * Like `STATES_ANSWER`, for the context of the answering operation. It is lower, because the
 * context has few texts that could reach it by chance.
 */
export const GIVES_AGAIN = 0.5;
/**
 * A text gives the answer if its probability exceeds the probability of the message by this much.
 * Then the message states only a part of the answer.
 */
export const MUCH_BETTER = 0.4;
/** A memory keeps whole sentences if it usually keeps at least this share of a sentence's words. */
export const KEEPS_SENTENCES = 0.7;
/**
 * The annotation is probably right if a text gives the expected answer with at least this
 * probability.
 */
export const GIVEN_SOMEWHERE = 0.45;
/** Two texts give the answer equally well if their probabilities differ by at most this. */
export const AS_WELL = 0.1;

/**
 * The context gives the answer clearly better than the rest of the memory if its probability is
 * higher by this much. The same difference counts in the other direction.
 */
export const BETTER_THAN_ELSEWHERE = 0.25;

/** Two words of answers are different words if their letter similarity is below this. */
export const ANSWER_WORDS_ALIKE = 0.7;
/**
 * A text states a part of the expected answer if it has at least this share of the part's words.
 */
export const PART_SAID = 0.5;
/** An answer with this share of the question's words affirms or denies the question. */
export const RESTATED = 0.5;

// When the annotation or the judge is wrong.

/**
 * Evidence is about another subject if its share of the question's words is below this, and its
 * share of the expected answer's words is below `OFF_ANSWER`.
 */
export const OFF_QUESTION = 0.34;
/**
 * Evidence is about another subject if its share of the expected answer's words is below this, and
 * its share of the question's words is below `OFF_QUESTION`.
 */
export const OFF_ANSWER = 0.2;
/**
 * A message fits the question better if its share of the question's words is larger by this much.
 */
export const MORE_TOPIC = 0.15;
/** A text with at least this share of a question's or statement's words has the same subject. */
export const SPOKEN_OF = 0.5;
/** Minimum weight of an answer's words. Words with less weight occur together by chance. */
export const TELLING_ANSWER = 1;
/** A message with at least this share of an answer's words states the answer. */
export const WHOLE_ANSWER = 0.9;
/** Evidence with at least this share of the given answer's words supports the given answer. */
export const STATED_GIVEN = 0.5;
/** A time in an answer that spans more days than this only matches an equally long time. */
export const LONG_TIME_DAYS = 31;
/** The messages must support the given answer better than the expected answer by these log-odds. */
export const SURER_GIVEN = Math.log(3);
/** Two answers give different values for the same time if they are at most this many days apart. */
export const ONE_TIME_DAYS = 31;

// How sure a verdict is, and when the graph contradicts it.

/**
 * A text that keeps at least this share of the words around a detail makes the statement in other
 * words.
 */
export const KEPT_IF_REWORDED = 0.25;
/**
 * Factor of the confidence of a missed retrieval, if an operation may have changed the memory
 * without recording it.
 */
export const AFTER_UNRECORDED = 0.6;
// The next three values are maximum confidences of a RetrievalError, if version names cannot show
// whether the missed unit was overwritten. Each comment counts how many labelled verdicts were
// right.

/**
 * Case: a later unit makes the same statement without the detail. 17 of 131 verdicts were right.
 */
export const MOST_IF_REPEATED = 0.3;
/** Case: an operation read the unit and wrote another unit. 0 of 23 verdicts were right. */
export const MOST_IF_READ = 0.3;
/**
 * Case: an operation changes the memory, but no link shows which unit it replaced. 23 of 52
 * verdicts were right.
 */
export const MOST_IF_CHANGED = 0.45;
/**
 * Maximum confidence if no link shows that the blamed operation read the message. Not calibrated,
 * because no labelled verdict is of this kind.
 */
export const MOST_IF_UNLINKED = 0.7;
/**
 * Maximum confidence if the operation wrote in another language than the message. Not calibrated,
 * because no labelled verdict is of this kind.
 */
export const MOST_IF_OTHER_LANGUAGE = 0.5;
/**
 * Maximum confidence if a reason was lost although the operation wrote a telling word of it. Not
 * calibrated, because the labelled sets have few questions that ask for a reason.
 */
export const MOST_IF_REASON_REWORDED = 0.7;
/** Minimum rarity of a word that shows that a text gives the same reason in other words. */
export const TELLING_WORD = 0.5;
/** A later unit with this share of the words around a detail repeats the statement. */
export const REPEATED_STATEMENT = 0.75;
/** Minimum words around a detail for `REPEATED_STATEMENT`, because fewer words repeat by chance. */
export const REPEATED_WORDS = 3;

/** Minimum words of a statement that can contradict a claim. Shorter statements occur by chance. */
export const PLAIN_WORDS = 3;
/**
 * If the evidence has at least this share of the given answer's words, the reason says that it
 * supports the given answer.
 */
export const SUPPORTS_GIVEN = 0.6;
/**
 * Minimum confidence of a decided verdict. Below it, the signs contradict each other, so the
 * verdict becomes undecided.
 */
export const LEAST_CONFIDENCE = 0.3;
/**
 * Maximum confidence of a verdict that replaces a contradicted verdict. It is a guess: in the
 * labelled cases, no verdict was ever replaced.
 */
export const MOST_RETRACED = 0.5;
/**
 * Confidence that the annotation is wrong if a model finds the answer in no message; not
 * calibrated.
 */
export const DENIED_BY_MODEL = 0.8;
/** A detail was clearly lost if the share of it that is stated fell by at least this much. */
export const CLEARLY_LOST = 0.8;
/**
 * If more than this share of the memory's words occurs in no message, the tracer is trusted less.
 */
export const REWORDED_MEMORY = 0.25;

// When a model is asked, and how much its verdict counts.

/**
 * Factor of the log-odds of the tracer's verdict before a model is asked. The tracer's confidence
 * was fitted on known memory systems and may be too high for other systems.
 */
export const LOG_ODDS_KEPT = 0.4;
/** Maximum initial trust in the tracer's verdict if the memory paraphrases freely. */
export const REWORDED_TRUST = 0.7;
/** Maximum initial trust in the tracer's verdict if the model is asked about every case. */
export const ALWAYS_ASKED_TRUST = 0.7;
/** Minimum confidence if the agent reaches the tracer's verdict; not calibrated. */
export const AGREED = 0.92;
/** Confidence if the agent overturns the verdict and names an earlier suspect; not calibrated. */
export const OVERTURNED = 0.6;
/** Confidence if the agent overturns the verdict with a new operation; not calibrated. */
export const OVERTURNED_UNSUSPECTED = 0.45;
/**
 * Above this confidence, a verdict stays if the agent names an operation that was not suspected
 * before.
 */
export const FIRM = 0.75;

/**
 * Factor of the confidence if the case has no expected answer. Without it, such verdicts were right
 * about 10% less often than their confidence.
 */
export const IF_INFERRED = 0.9;

/**
 * A text gives another answer if its clauses with the expected answer have at most this share of
 * the question's words in its clause with the given answer.
 */
export const RIVAL_TOPIC = 0.5;
/** Factor of the weight of a name in the question, when clauses are compared with the question. */
export const NAME_WEIGHT = 3;
