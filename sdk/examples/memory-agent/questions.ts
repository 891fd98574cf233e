/**
 * Questions to ask after the conversation. A question with a wrong answer names the fault that
 * causes it.
 */

export type Fault =
  /** The model extracts no fact from this message. */
  | { errorType: "ExtractionError"; turn: string }
  /** On this message, the model replaces the memory unit instead of adding to it. */
  | { errorType: "UpdateError"; turn: string }
  /** After this message, the model considers the topic's unit outdated and deletes it. */
  | { errorType: "DeletionError"; turn: string; topic: string }
  /** The search does not find the topic's unit for this question. */
  | { errorType: "RetrievalError"; topic: string }
  /** The model ignores its context and gives this answer. */
  | { errorType: "ResponseError"; says: string }
  /** The expected answer is wrong: the person never said it. */
  | { errorType: "AnnotationError" }
  /** The judge calls a right answer wrong. */
  | { errorType: "JudgeError" };

export interface Question {
  query: string;
  expected: string;
  /** Ids of the messages that contain the answer. */
  evidence: string[];
  fault?: Fault;
}

export const QUESTIONS: Question[] = [
  {
    query: "What is the name of the beagle dog?",
    expected: "Biscuit",
    evidence: ["turn-02"],
  },
  {
    query: "At which restaurant is the wedding anniversary celebrated?",
    expected: "Miramar",
    evidence: ["turn-35"],
    fault: { errorType: "ExtractionError", turn: "turn-35" },
  },
  {
    query: "Who repairs Maya's laptop?",
    expected: "Farid",
    evidence: ["turn-40"],
    fault: { errorType: "ExtractionError", turn: "turn-40" },
  },
  {
    query: "Which food allergy does Maya have?",
    expected: "peanuts",
    evidence: ["turn-04"],
  },
  {
    query: "In which city does sister Lena work as a nurse?",
    expected: "Porto",
    evidence: ["turn-03"],
    fault: { errorType: "UpdateError", turn: "turn-15" },
  },
  {
    query: "What does brother Tom collect?",
    expected: "vinyl records",
    evidence: ["turn-16"],
    fault: { errorType: "UpdateError", turn: "turn-25" },
  },
  {
    query: "Which car does Maya drive to the office now?",
    expected: "silver Volvo",
    evidence: ["turn-24"],
  },
  {
    query: "From which gate does the flight to Oslo leave?",
    expected: "gate 42",
    evidence: ["turn-08"],
    fault: { errorType: "DeletionError", turn: "turn-17", topic: "flight" },
  },
  {
    query: "What is the wifi password at the cabin?",
    expected: "raincoat",
    evidence: ["turn-20"],
    fault: { errorType: "DeletionError", turn: "turn-36", topic: "wifi" },
  },
  {
    query: "Under what is the spare key kept?",
    expected: "the blue flowerpot",
    evidence: ["turn-11"],
    fault: { errorType: "RetrievalError", topic: "key" },
  },
  {
    query: "Which novel did colleague Priya recommend?",
    expected: "Winterwood",
    evidence: ["turn-26"],
    fault: { errorType: "RetrievalError", topic: "novel" },
  },
  {
    query: "Who waters the orchids during holidays?",
    expected: "Olga",
    evidence: ["turn-32"],
  },
  {
    query: "What did the doctor tell Maya to take before bed?",
    expected: "magnesium",
    evidence: ["turn-28"],
    fault: { errorType: "ResponseError", says: "Maya was told to take vitamin C before bed." },
  },
  {
    query: "What does grandmother bake every Sunday?",
    expected: "almond cake",
    evidence: ["turn-19"],
    fault: { errorType: "ResponseError", says: "I have no idea." },
  },
  {
    query: "Which instrument is Maya learning with Professor Winter?",
    expected: "violin",
    evidence: ["turn-13"],
    fault: { errorType: "AnnotationError" },
  },
  {
    query: "For which team does daughter Ella play goalkeeper?",
    expected: "the Tigers",
    evidence: ["turn-29"],
    fault: { errorType: "AnnotationError" },
  },
  {
    query: "What is the last part of the insurance number?",
    expected: "7719",
    evidence: ["turn-33"],
    fault: { errorType: "JudgeError" },
  },
  {
    query: "In which building does the choir rehearse?",
    expected: "the old chapel",
    evidence: ["turn-37"],
    fault: { errorType: "JudgeError" },
  },
  {
    query: "What did Maya plant on the balcony?",
    expected: "lavender",
    evidence: ["turn-41"],
  },
];
