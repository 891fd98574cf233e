/** The statement, the memory, the question and the wrong answer of these tests. */
export const SAID = "By the way, the spare key is kept under the blue flowerpot.";
export const FACT = "The spare key is kept under the blue flowerpot.";
export const QUERY = "Under what is the spare key kept?";
export const UNKNOWN = "I do not know that.";
