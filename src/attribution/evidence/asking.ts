/**
 * Tests whether a message ends with a question. Reads the text only once, so that a hostile text
 * cannot make the test slow.
 */

const QUESTION_MARKS = "?？";
const AFTER_QUESTION = /[\s"'”’)\]]/u;

/** Whether only closing marks and notes in brackets follow the last question mark. */
export function asksAtEnd(text: string): boolean {
  let isAsked = false;
  let isInNote = false;
  for (const character of text) {
    const isNoteOpen: boolean = isInNote ? character !== "]" : isAsked && character === "[";
    isAsked =
      QUESTION_MARKS.includes(character) ||
      (isInNote && character === "]") ||
      (isAsked && AFTER_QUESTION.test(character));
    isInNote = isNoteOpen;
  }
  return isAsked;
}

/** Returns the text without a note in brackets at its end. */
export function withoutNote(text: string): string {
  const said = text.trimEnd();
  if (!said.endsWith("]")) return said;
  const start = said.indexOf("[", said.lastIndexOf("]", said.length - 2) + 1);
  return start < 0 ? said : said.slice(0, start).trimEnd();
}
