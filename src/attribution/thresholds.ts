/**
 * The thresholds of the verdict, each with its reason. Other numbers are in the files that use
 * them: limits of work and text length, and fitted weights.
 */
import { STATED_SHARE } from "../protocol/thresholds.ts";

// Comparing a text with a detail.

/** A text with at least this share of a detail states the detail. */
export const CARRIED = STATED_SHARE;
/** Two words with at least this letter similarity are forms of one word. */
export const LETTERS_ALIKE = 0.72;
/** A text with at least this share of the words around a detail makes the same statement. */
export const SURROUNDINGS = 0.75;
/** A text of one sentence must have this share of the words around a detail. */
export const LEAST_SURROUNDINGS = 0.4;
/** Each doubling of the sentences adds this to `LEAST_SURROUNDINGS`: long texts match by chance. */
export const MORE_SURROUNDINGS = 0.1;
/** A sentence with a smaller share of a statement's words is about something else. */
export const RECOGNISED = 0.12;
/** Weight of function words. They show the order of a sentence and little else. */
export const FUNCTION_WEIGHT = 0.15;
/** A sentence with a smaller share of a statement's words does not express the statement. */
export const SHARED_WORDING = 0.25;
/** If the given answer states this share of a detail, the detail is not followed. */
export const WHOLLY_ANSWERED = 0.8;

// How freely texts are paraphrased.

/** If the best matching sentence keeps a smaller share of the words, it is a different sentence. */
export const KEPT_SENTENCE = 0.4;
/** Minimum content words of a compared sentence. Shorter sentences match by chance. */
export const RECOGNISABLE_STEMS = 4;
/**
 * Assumed share of words that a step falsifies. If a larger share of a memory's words occurs in no
 * message, such a word is probably a paraphrase.
 */
export const FALSIFIED = 0.05;
/** Assumed share of kept words if too few sentences can be compared. */
export const UNKNOWN_KEPT = 0.7;
/** Minimum compared messages. Fewer messages do not show how a memory paraphrases. */
export const COMPARED_MESSAGES = 5;
/** Minimum compared sentences. Fewer sentences do not show how a kind of step paraphrases. */
export const COMPARED_SENTENCES = 3;

// Following a detail.

/**
 * A step with less than this share of the width of the widest path to the memory is a side branch.
 */
export const SIDE_BRANCH = 0.25;
/** A loss whose path is narrower than this share of another loss's path is not decisive. */
export const NARROW_LOSS = 0.5;
/** An output with this share of the words around a detail makes the detail's statement. */
export const TAKEN_OVER = 0.4;
/**
 * Another step is blamed instead of the last step only if its output has a larger share of these
 * words. The difference must be greater than this.
 */
export const MORE_OF_STATEMENT = 0.2;

/** A word this rare (used by about 3 of 100 messages) shows what a text is about. */
export const RARE_WORD = 0.7;

// Roles of records.

/**
 * If at least this share of a kind of outside values reaches the memory, the kind consists of
 * messages.
 */
export const REACHING_MEMORY = 0.3;
/** Fields with fewer pairs of words are compared as whole texts. */
export const COMPARED_PAIRS = 4;

// Evidence and needs.

/** A message with this share of the words of a part of the expected answer states this part. */
export const STATED_PART = 0.5;
/** Messages whose share differs from the best share by at most this much also state the part. */
export const SAME_SHARE = 0.01;
/** Weight of the question's words when the sentences of a detail are chosen. */
export const QUESTION_WORDS = 0.3;
/** A further sentence is added to a statement only if it raises the share by this much. */
export const FURTHER_SENTENCE = 0.15;
/** The words of a statement with at least this weight do not occur together by chance. */
export const RECOGNISABLE_WEIGHT = 2;
/**
 * A message with at least this share of the likeliest message's probability states the same fact.
 */
export const SAME_FACT = 0.7;
/** The search finds no message if "no message states it" is this much likelier than any message. */
export const NONE_SURELY = 1.5;

// Reading answers (attribution/answers).

/** A text with at least this probability gives the answer. */
export const STATES_ANSWER = 0.66;
/**
 * Like `STATES_ANSWER`, for the texts that the answering step read. This threshold is lower,
 * because these texts are few.
 */
export const GIVES_AGAIN = 0.5;
/**
 * A text gives the answer if its probability exceeds the message's probability by this much. The
 * message then states only a part of the answer.
 */
export const MUCH_BETTER = 0.4;
/** A memory that usually keeps at least this share of a sentence keeps whole sentences. */
export const KEEPS_SENTENCES = 0.7;
/**
 * If a text gives the expected answer with at least this probability, the annotation is probably
 * right.
 */
export const GIVEN_SOMEWHERE = 0.45;
/**
 * If the probabilities of two texts differ by at most this much, both give the answer equally well.
 */
export const AS_WELL = 0.1;

/**
 * The context gives the answer clearly better than the rest of the memory if its probability is
 * greater by this much. The same difference counts in the other direction.
 */
export const BETTER_THAN_ELSEWHERE = 0.25;

/** Two words of answers with a lower letter similarity count as different words. */
export const ANSWER_WORDS_ALIKE = 0.7;
/** A text with at least this share of a part of the expected answer states the part. */
export const PART_SAID = 0.5;
/** An answer with this share of the question's words affirms or denies the question. */
export const RESTATED = 0.5;

// Errors outside the memory.

/**
 * Evidence is off topic if its share of the question's words is below this and `OFF_ANSWER` agrees.
 */
export const OFF_QUESTION = 0.34;
/**
 * Like `OFF_QUESTION`, for the expected answer's words. Evidence is off topic only if its shares
 * are below both thresholds.
 */
export const OFF_ANSWER = 0.2;
/** A message with a share of the question's words greater by this much fits the question better. */
export const MORE_TOPIC = 0.15;
/** A text with at least this share of a question's or statement's words is about the same thing. */
export const SPOKEN_OF = 0.5;
/** The words of an answer with at least this weight do not occur together by chance. */
export const TELLING_ANSWER = 1;
/** A message with at least this share of an answer's words states the answer. */
export const WHOLE_ANSWER = 0.9;
/** Evidence with this share of the given answer supports the given answer. */
export const STATED_GIVEN = 0.5;
/** A time in an answer that is longer than this many days matches only an equally long time. */
export const LONG_TIME_DAYS = 31;
/** The messages must support the given answer better than the expected answer by this log-odds. */
export const SURER_GIVEN = Math.log(3);
/** Times at most this far apart are two answers about the same time. */
export const ONE_TIME_DAYS = 31;

// Claims and confidence.

/**
 * A text that keeps at least this share of the words around a detail makes the statement in other
 * words.
 */
export const KEPT_IF_REWORDED = 0.25;
/**
 * If a step may have changed the memory without a record, the confidence of a missed retrieval is
 * multiplied by this.
 */
export const AFTER_UNRECORDED = 0.6;
// The next three are maximum confidences of a missed retrieval, if version names cannot show
// whether the missed unit was overwritten. The counts are of labelled verdicts.

/** A later unit makes the same statement without the detail. 17 of 131 verdicts were right. */
export const MOST_IF_REPEATED = 0.3;
/** A step read the unit and wrote another unit. 0 of 23 verdicts were right. */
export const MOST_IF_READ = 0.3;
/** A step changes the memory, and no unit is linked to another. 23 of 52 verdicts were right. */
export const MOST_IF_CHANGED = 0.45;
/** No link shows that the blamed step read the message. No labelled verdict is of this kind. */
export const MOST_IF_UNLINKED = 0.7;
/** The step wrote in another language than the message. No labelled verdict is of this kind. */
export const MOST_IF_OTHER_LANGUAGE = 0.5;
/** A later unit with this share of the words around a detail makes the same statement. */
export const REPEATED_STATEMENT = 0.75;
/** Minimum words around a detail for `REPEATED_STATEMENT`. Fewer words repeat by chance. */
export const REPEATED_WORDS = 3;

/** Minimum words of a statement that can contradict a claim. Shorter statements occur by chance. */
export const PLAIN_WORDS = 3;
/**
 * If the evidence has at least this share of the given answer's words, the reason says that the
 * evidence supports the given answer.
 */
export const SUPPORTS_GIVEN = 0.6;
/** Below this confidence a verdict is undecided, because the signs contradict each other. */
export const LEAST_CONFIDENCE = 0.3;
/**
 * Maximum confidence of a verdict that replaces a contradicted verdict. No labelled verdict was
 * ever replaced, so it is unknown how often a replacement is right.
 */
export const MOST_RETRACED = 0.5;
/** Confidence of a wrong annotation if a model finds the answer in no message; not calibrated. */
export const DENIED_BY_MODEL = 0.8;
/** A detail whose share fell by this much was clearly lost. */
export const CLEARLY_LOST = 0.8;
/** Above this share of words that occur in no message, the oracle trusts the tracer less. */
export const REWORDED_MEMORY = 0.25;

// The oracle and the agent.

/**
 * Before a model is asked, the log-odds of the tracer's verdict are multiplied by this. The
 * tracer's confidence was fitted on known systems and may be too high on other systems.
 */
export const LOG_ODDS_KEPT = 0.4;
/** Maximum initial trust in the tracer's verdict if the memory paraphrases. */
export const REWORDED_TRUST = 0.7;
/** Maximum initial trust in the tracer's verdict if the model is asked in any case. */
export const ALWAYS_ASKED_TRUST = 0.7;
/** Confidence if an agent reaches the same operation independently; not calibrated. */
export const AGREED = 0.92;
/** Confidence if an agent overturns a verdict and names an earlier suspect; not calibrated. */
export const OVERTURNED = 0.6;
/** Confidence if an agent overturns a verdict and names no earlier suspect; not calibrated. */
export const OVERTURNED_UNSUSPECTED = 0.45;
/**
 * An agent cannot overturn a verdict above this confidence if the agent names an operation that was
 * not suspected before.
 */
export const FIRM = 0.75;

/**
 * Factor of the confidence if no expected answer is known. Such verdicts were right about 10% less
 * often than their confidence.
 */
export const IF_INFERRED = 0.9;
