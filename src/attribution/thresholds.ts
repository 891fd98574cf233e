/**
 * The thresholds of the verdict, each with its reason. Other numbers stay beside their code: bounds
 * on work and text length, and fitted weights.
 */
import { STATED_SHARE } from "../protocol/thresholds.ts";

// Comparing a text with a detail.

/** A text with at least this share of a detail states it. */
export const CARRIED = STATED_SHARE;
/** Two words with this letter likeness are forms of one word. */
export const LETTERS_ALIKE = 0.72;
/** Share of the words around a detail that makes a text the same statement. */
export const SURROUNDINGS = 0.75;
/** A text of one sentence must have this share of the surrounding words … */
export const LEAST_SURROUNDINGS = 0.4;
/** … and this much more for each doubling of its sentences: a long text matches words by chance. */
export const MORE_SURROUNDINGS = 0.1;
/** Below this share of its words a sentence is about something else. */
export const RECOGNISED = 0.12;
/** Function words show the order of a sentence and little else. */
export const FUNCTION_WEIGHT = 0.15;
/** A sentence with a smaller share is no wording of the statement. */
export const SHARED_WORDING = 0.25;
/** If the given answer states this share of a detail, the detail is not followed. */
export const WHOLLY_ANSWERED = 0.8;

// How freely texts are paraphrased.

/** If the best matching sentence has a smaller share, it is another sentence. */
export const KEPT_SENTENCE = 0.4;
/** Sentences with fewer content words match by chance. */
export const RECOGNISABLE_STEMS = 4;
/**
 * Share of words that a step falsifies. If a memory paraphrases more, an unknown word is a
 * paraphrase.
 */
export const FALSIFIED = 0.05;
/** Assumed share of kept words if too few sentences can be compared. */
export const UNKNOWN_KEPT = 0.7;
/** Fewer kept messages do not describe a memory. */
export const COMPARED_MESSAGES = 5;
/** Fewer compared sentences do not describe a kind of step. */
export const COMPARED_SENTENCES = 3;

// Following a detail.

/** A step this much narrower than the widest way to the memory is a side branch. */
export const SIDE_BRANCH = 0.25;
/** A loss on a path this much narrower than another loss is not the decisive one. */
export const NARROW_LOSS = 0.5;
/** An output with this share of the words around a detail makes the detail's statement. */
export const TAKEN_OVER = 0.4;
/** It counts in place of the last step's output only if it has this much more of these words. */
export const MORE_OF_STATEMENT = 0.2;

/** A word this rare (used by about 3 of 100 messages) shows what a text is about. */
export const RARE_WORD = 0.7;

// Roles of records.

/** If this share of a kind of outside values reaches the memory, the kind consists of messages. */
export const REACHING_MEMORY = 0.3;
/** Fields with fewer pairs of words are compared without pairs. */
export const COMPARED_PAIRS = 4;

// Evidence and needs.

/** A message with this share of a part of the expected answer states it. */
export const STATED_PART = 0.5;
/** Other messages within this share of the best one also state a part. */
export const SAME_SHARE = 0.01;
/** When the sentences of a detail are chosen: weight of the question's words. */
export const QUESTION_WORDS = 0.3;
/** Least gain in share for another sentence to be added to a statement. */
export const FURTHER_SENTENCE = 0.15;
/** From this weight on, the words of a statement do not occur together by chance. */
export const RECOGNISABLE_WEIGHT = 2;
/** A message at least this likely, compared with the likeliest one, states the same. */
export const SAME_FACT = 0.7;
/** If "no message states it" is this many times likelier than any message, none states it. */
export const NONE_SURELY = 1.5;

// Reading answers (attribution/answers).

/** From this likelihood on, a text gives the answer. */
export const STATES_ANSWER = 0.66;
/** The same for what the answering step read, because it is little text. */
export const GIVES_AGAIN = 0.5;
/** A text this much likelier than the message gives an answer that the message leaves to others. */
export const MUCH_BETTER = 0.4;
/** A memory that usually keeps this share of a sentence keeps sentences whole. */
export const KEEPS_SENTENCES = 0.7;
/** A text that gives the expected answer at least this likely speaks against a wrong annotation. */
export const GIVEN_SOMEWHERE = 0.45;
/** A text this much less likely than another still gives the answer as well. */
export const AS_WELL = 0.1;

/** What the answering step read gives the answer this much better than the rest of the memory. */
export const BETTER_THAN_ELSEWHERE = 0.25;

/** Words of an answer that are less alike are different words. */
export const ANSWER_WORDS_ALIKE = 0.7;
/** A part of the expected answer counts as said from this share on. */
export const PART_SAID = 0.5;
/** An answer with this share of the question's words affirms or denies it. */
export const RESTATED = 0.5;

// Errors outside the memory.

/** Evidence with a smaller share of the question is hardly about it … */
export const OFF_QUESTION = 0.34;
/** … if its share of the expected answer is also smaller than this. */
export const OFF_ANSWER = 0.2;
/** If another message has this much more of the question, it is not by chance. */
export const MORE_TOPIC = 0.15;
/** Evidence with this share of the question speaks of it, so that its yes or no can be read. */
export const SPOKEN_OF = 0.5;
/** From this weight on, an answer's words do not occur together by chance. */
export const TELLING_ANSWER = 1;
/** A message with this share of an answer states it. */
export const WHOLE_ANSWER = 0.9;
/** Evidence with this share of the given answer supports it. */
export const STATED_GIVEN = 0.5;
/** A longer time in an answer matches only an equally long one. */
export const LONG_TIME_DAYS = 31;
/** How much better (log-odds) the messages must support the given answer than the expected one. */
export const SURER_GIVEN = Math.log(3);
/** Times at most this far apart are two opinions about one time. */
export const ONE_TIME_DAYS = 31;

// Claims and confidence.

/** A text that keeps this share of the words around a detail still makes the statement, reworded. */
export const KEPT_IF_REWORDED = 0.25;
/** Factor of a missed retrieval's confidence if a step may have changed the memory unrecorded. */
export const AFTER_UNRECORDED = 0.6;
/**
 * Highest confidence of a missed retrieval if no name shows an overwrite: a later unit makes the
 * statement without the detail (17 of 131 such verdicts were right) …
 */
export const MOST_IF_REPEATED = 0.3;
/** … a step read the unit and wrote another one (0 of 23) … */
export const MOST_IF_READ = 0.3;
/** … a step changes the memory, and no unit is linked to another (23 of 52). */
export const MOST_IF_CHANGED = 0.45;
/** A later unit with this share of a statement makes the statement too … */
export const REPEATED_STATEMENT = 0.75;
/** … if the statement has this many words beside the detail; fewer repeat by chance. */
export const REPEATED_WORDS = 3;

/** Shorter statements occur by chance, so they contradict no claim. */
export const PLAIN_WORDS = 3;
/** From this share of the given answer on, a reason says that the evidence supports it. */
export const SUPPORTS_GIVEN = 0.6;
/** Below this confidence a verdict is undecided, because the signs contradict each other. */
export const LEAST_CONFIDENCE = 0.3;
/**
 * Maximum confidence of a replaced verdict. No labelled verdict was ever replaced, so nothing shows
 * how often one is right.
 */
export const MOST_RETRACED = 0.5;
/** Confidence of a wrong annotation if a model read that no message states the answer; not calibrated. */
export const DENIED_BY_MODEL = 0.8;
/** A detail whose share fell by this much was clearly lost. */
export const CLEARLY_LOST = 0.8;
/** Above this share of unknown words the memory paraphrases, and every verdict is checked. */
export const REWORDED_MEMORY = 0.25;

// The oracle and the agent.

/**
 * Part of the tracer's log-odds that its verdict starts with when a model is asked: its confidence is
 * fitted on known systems, and right less often on others.
 */
export const LOG_ODDS_KEPT = 0.4;
/** The most that the tracer's verdict is trusted there before a model reads the texts. */
export const REWORDED_TRUST = 0.7;
/** The most that it is trusted if the model is to be asked in any case. */
export const ALWAYS_ASKED_TRUST = 0.7;
/** Confidence if an agent reaches the same operation independently; not calibrated. */
export const AGREED = 0.92;
/** Confidence of an overturning agent that names an earlier suspect; not calibrated. */
export const OVERTURNED = 0.6;
/** The same if nothing else pointed to that operation; not calibrated. */
export const OVERTURNED_UNSUSPECTED = 0.45;
/** An agent cannot overturn a verdict this sure with an operation that was never suspected. */
export const FIRM = 0.75;

/** Factor without an expected answer: verdicts were right about a tenth less often than their confidence. */
export const IF_INFERRED = 0.9;
