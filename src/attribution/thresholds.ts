/**
 * Defines the thresholds on which verdicts depend. Limits of cost or length, and fitted weights,
 * are in the files that use them.
 */
import { STATED_SHARE } from "../protocol/thresholds.ts";

// Thresholds for comparing a text with a needed detail. A detail, such as a name, is part of a
// statement. "The words around the detail" are the rest of this statement.

/** A text with at least this share of a needed detail states the detail. */
export const CARRIED = STATED_SHARE;
/** Two words with at least this letter similarity count as forms of one word. */
export const LETTERS_ALIKE = 0.72;
/**
 * A statement consists of a detail and the words around it. A text with the detail makes the same
 * statement only if it has at least this share of those words.
 */
export const SURROUNDINGS = 0.75;
/**
 * For a text of one sentence, `SURROUNDINGS` is multiplied by this value. So such a text needs only
 * a share of 0.75 × 0.4 = 0.3 of the words around the detail.
 */
export const LEAST_SURROUNDINGS = 0.4;
/**
 * Each time the number of sentences doubles, this value is added to `LEAST_SURROUNDINGS`. So a long
 * text needs more of the words around the detail, because it has more of them by chance.
 */
export const MORE_SURROUNDINGS = 0.1;
/**
 * A statement has the words of the detail and other words. A sentence with at least this share of
 * the other words counts as saying most of the statement.
 */
export const MOST_OF_STATEMENT = 0.5;
/** A sentence with a smaller share of the statement's words is about another subject. */
export const RECOGNISED = 0.12;
/**
 * Weight of a function word when a statement is aligned with a sentence. It is low, because
 * function words say little about whether the two mean the same.
 */
export const FUNCTION_WEIGHT = 0.15;
/** A sentence with a smaller share of the statement's words does not make the statement. */
export const SHARED_WORDING = 0.25;
/**
 * If the given answer states at least this share of a needed detail, the tracer does not follow the
 * detail.
 */
export const WHOLLY_ANSWERED = 0.8;

// Thresholds for measuring how freely texts paraphrase.

/**
 * An output sentence counts as made from an input sentence only if it has at least this share of
 * the input sentence's words.
 */
export const KEPT_SENTENCE = 0.4;
/** Minimum number of content words of a compared sentence. Shorter sentences match by chance. */
export const RECOGNISABLE_STEMS = 4;
/**
 * The tracer assumes that operations write this share of their words wrongly. Some words of a
 * memory occur in no message: each is an error or a paraphrase. If such words are more than this
 * share of all words, most of them are paraphrases.
 */
export const FALSIFIED = 0.05;
/**
 * If fewer than `COMPARED_MESSAGES` messages can be compared with the memory, this value is used
 * instead of a measured one. It is the assumed share of a sentence's words that the memory keeps.
 */
export const UNKNOWN_KEPT = 0.7;
/**
 * If fewer messages than this can be compared with the memory, they do not show how freely the
 * memory paraphrases. `UNKNOWN_KEPT` is then used.
 */
export const COMPARED_MESSAGES = 5;
/**
 * If fewer sentences than this can be compared, they do not show how freely a kind of operation
 * paraphrases. The rate of the whole memory is then used.
 */
export const COMPARED_SENTENCES = 3;

// Thresholds for following a detail.

/** A step with a smaller `shareOfWays` is only a side branch (see `branch-width.ts`). */
export const SIDE_BRANCH = 0.25;
/**
 * Each loss of a detail has a `shareOfLoss` (see `decisive-loss.ts`). A loss cannot be decisive if
 * its value is less than this fraction of the largest value.
 */
export const NARROW_LOSS = 0.5;
/**
 * A statement has the words of a detail and other words. An operation counts as having used the
 * statement if its output has at least this share of the other words. The output may lack the
 * detail itself.
 */
export const TAKEN_OVER = 0.4;
/**
 * If several operations read the detail, usually the last of them is blamed. The output of an
 * earlier operation can have a larger share of the words around the detail. If it is larger by more
 * than this value, the earlier operation is blamed.
 */
export const MORE_OF_STATEMENT = 0.2;

/**
 * A word with at least this rarity shows the subject of a text. A word with exactly this rarity is
 * in about 3 of 100 messages.
 */
export const RARE_WORD = 0.7;

// Thresholds for finding the roles of variables and operations.

/**
 * If messages have no labels, they are found by the structure of the graph. Values of one kind that
 * no operation wrote are messages if at least this share of them reaches the memory.
 */
export const REACHING_MEMORY = 0.3;
/**
 * The text of a JSON field and the context are compared by their pairs of neighbouring words. A
 * field with fewer pairs than this is searched as a whole in the context.
 */
export const COMPARED_PAIRS = 4;

// Thresholds for choosing evidence messages and needed details.

/**
 * A message states a part of the expected answer if it has at least this share of the part's words.
 */
export const STATED_PART = 0.5;
/** A message states only some words of a part (see `Needs.partly`) if it has at least this share. */
export const STATED_PARTLY = 0.3;
/**
 * The message with the largest share of a part's words states the part. Other messages state it too
 * if their share is smaller by at most this value.
 */
export const SAME_SHARE = 0.01;
/**
 * A score chooses the sentences of a message that state a detail. It is the share of the detail's
 * words in the sentences, plus this weight times the share of the question's words in them.
 */
export const QUESTION_WORDS = 0.3;
/**
 * For each sentence after the first, this value is subtracted from the score. So a further sentence
 * joins the statement only if it adds more than this value.
 */
export const FURTHER_SENTENCE = 0.15;
/**
 * A statement can be recognised if the weights of its words sum to at least this value. Words with
 * less weight occur together by chance.
 */
export const RECOGNISABLE_WEIGHT = 2;
/**
 * Each message has a probability that it answers the question. Two messages probably state the same
 * fact if the smaller probability, divided by the larger one, is at least this value. The value has
 * a second use: a memory unit is a duplicate of another if their words are at least this similar.
 */
export const SAME_FACT = 0.7;
/**
 * The search for evidence estimates two probabilities: that no message states the answer, and that
 * the best message does. If the first is more than this many times as high as the second, the
 * answer counts as unstated.
 */
export const NONE_SURELY = 1.5;

// Thresholds for reading answers (attribution/answers).

/** Minimum probability at which a text gives the expected answer. */
export const STATES_ANSWER = 0.66;
/**
 * Like `STATES_ANSWER`, but for the context. It is lower, because the context has only a few texts.
 * With few texts, it is less likely that one of them reaches the value by chance.
 */
export const GIVES_AGAIN = 0.5;
/**
 * The message with the detail may state only a part of the answer, while another text gives the
 * whole answer. For each of the two texts, there is a probability that it gives the answer. The
 * tracer prefers the other text if its probability is larger by at least this value.
 */
export const MUCH_BETTER = 0.4;
/**
 * The tracer assumes that a memory keeps whole sentences if it usually keeps at least this share of
 * a sentence's words.
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
 * The context gives the expected answer with some probability. The best memory unit that the
 * answering operation did not read gives it with another probability. If the two differ by at least
 * this value, one of them gives the answer clearly better.
 */
export const BETTER_THAN_ELSEWHERE = 0.25;

/**
 * Two words in answers count as different if the similarity of their letters (0 to 1) is below this
 * value.
 */
export const ANSWER_WORDS_ALIKE = 0.7;
/** A text with at least this share of an expected item's words states the item. */
export const PART_SAID = 0.5;
/**
 * If the given answer repeats at least this share of the question's words, it affirms what was
 * asked.
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
 * If the weights of the expected answer's words sum to less than this, a message can have them by
 * chance. So such a message does not prove that the answer was given to another question.
 */
export const TELLING_ANSWER = 1;
/** A message with at least this share of an answer's words states the answer. */
export const WHOLE_ANSWER = 0.9;
/** Evidence with at least this share of the given answer's words supports the given answer. */
export const STATED_GIVEN = 0.5;
/**
 * A time in a message matches a time in an answer if the two overlap. If the answer's time has more
 * days than this, for example a year, the two must also have similar lengths (see `sameTime`).
 */
export const LONG_TIME_DAYS = 31;
/**
 * `supportOf` says how strongly the messages support an answer. If the messages support the given
 * answer more strongly than the expected answer, and the two results differ by more than this
 * value, the expected answer probably belongs to another question. `Math.log(3)` means that the
 * odds of the given answer are three times as high.
 */
export const SURER_GIVEN = Math.log(3);
/**
 * If the expected and the given answer have times that are at most this many days apart, the two
 * answers count as being about the same subject.
 */
export const ONE_TIME_DAYS = 31;

// Thresholds for the confidence of a verdict, and for contradictions between verdict and graph.

/**
 * If a text has at least this share of the words around a detail, it may make the same statement in
 * other words.
 */
export const KEPT_IF_REWORDED = 0.25;
/**
 * An operation may have changed the memory without recording it. Then the confidence of a
 * RetrievalError is multiplied by this factor.
 */
export const AFTER_UNRECORDED = 0.6;
// The next three values limit the confidence of a RetrievalError (a search missed a memory unit).
// They apply only to graphs in which no memory unit has a second version. Such a graph does not
// show whether the missed unit was overwritten before the search. Each comment names a sign of an
// overwrite, and says how many labelled verdicts with this sign were right.

/**
 * Maximum confidence if a later unit makes the same statement without the detail. 17 of 131 such
 * verdicts were right.
 */
export const MOST_IF_REPEATED = 0.3;
/**
 * Maximum confidence if an operation read the missed unit and wrote another unit, which may have
 * replaced it. 0 of 23 such verdicts were right.
 */
export const MOST_IF_READ = 0.3;
/**
 * Maximum confidence if an operation changes the memory, but no link shows which unit this
 * operation replaced. 23 of 52 such verdicts were right.
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
 * Maximum confidence if an operation lost a reason, but its output has a rare word of the reason.
 * So the output may give the reason in other words. Not calibrated, because few labelled questions
 * ask for a reason.
 */
export const MOST_IF_REASON_REWORDED = 0.7;
/**
 * Maximum confidence if the text after the loss makes the statement in new words, and the detail
 * has neither a figure nor a name. Such a text may still give the detail. The limit was measured on
 * traces that testers wrote by hand. Of the verdicts that it lowers, a third were wrong.
 */
export const MOST_IF_WORDED_ANEW = 0.85;
/**
 * If the question asks for a reason, the lost detail is this reason. An output of the blamed
 * operation may give the reason in other words if it has a word of the reason with at least this
 * rarity.
 */
export const TELLING_WORD = 0.5;
/**
 * A later memory unit repeats the detail's statement if one of its sentences has at least this
 * share of the words around the detail.
 */
export const REPEATED_STATEMENT = 0.75;
/**
 * `REPEATED_STATEMENT` is used only if there are at least this number of words around the detail.
 * If there are fewer, a unit about another topic can have them by chance.
 */
export const REPEATED_WORDS = 3;

/**
 * If a message plainly repeats a statement, the message can prove a claim wrong. The statement must
 * have at least this many words, because a message can contain fewer words by chance. If one of the
 * words has a digit, one word less is enough.
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
 * Maximum confidence of a verdict that replaces a contradicted one. This is an estimate: no verdict
 * on a labelled case was ever replaced.
 */
export const MOST_RETRACED = 0.5;
/** Confidence of an AnnotationError if a model found the expected answer in no message; an estimate. */
export const DENIED_BY_MODEL = 0.8;
/**
 * An operation clearly lost a detail if its input states more of the detail than its output, and
 * the two shares differ by at least this value.
 */
export const CLEARLY_LOST = 0.8;
/**
 * If more than this share of the memory's words occurs in no message, the memory paraphrases
 * freely. Then the tracer's verdict starts with a lower probability.
 */
export const REWORDED_MEMORY = 0.25;

// Thresholds for asking a model and for using its verdict.

/**
 * The tracer's confidence was fitted on known memory systems, so it may be too high for others. So
 * before a model is asked, the log-odds of the tracer's verdict are multiplied by this factor. For
 * example, a confidence of 0.9 becomes a probability of 0.71.
 */
export const LOG_ODDS_KEPT = 0.4;
/** If the memory paraphrases freely, the tracer's verdict starts with at most this probability. */
export const REWORDED_TRUST = 0.7;
/** Like `REWORDED_TRUST`, but used if the model is asked about every case. */
export const ALWAYS_ASKED_TRUST = 0.7;
/** Minimum confidence if the agent reaches the same verdict as the tracer; not calibrated. */
export const AGREED = 0.92;
/** Confidence if the agent names an operation that the tracer only suspected; not calibrated. */
export const OVERTURNED = 0.6;
/** Confidence if the agent names an operation that the tracer did not suspect; not calibrated. */
export const OVERTURNED_UNSUSPECTED = 0.45;
/**
 * If the agent names an operation that the tracer did not suspect, the earlier verdict stays if its
 * confidence is above this value.
 */
export const FIRM = 0.75;

/**
 * If the case has no expected answer, the confidence is multiplied by this factor. Without it, such
 * verdicts were right about 10% less often than their confidence said.
 */
export const IF_INFERRED = 0.9;

/**
 * A text can have the given answer in one clause and the expected answer in another. Then the
 * question decides: the weight of a clause is the total weight of the question's words in it. The
 * text states the given answer only if the clause with the expected answer has at most this share
 * of the weight of the clause with the given answer.
 */
export const RIVAL_TOPIC = 0.5;
/**
 * When clauses are compared with the question, the weight of a name is multiplied by this factor.
 */
export const NAME_WEIGHT = 3;
