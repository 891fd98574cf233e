/**
 * Tests whether a message ends with a question. Each character is read only once, so no text can
 * make the test slow.
 */

const QUESTION_MARKS = "?？";
const AFTER_QUESTION = /[\s"'”’)\]]/u;

/**
 * Whether the text ends with a question mark. Spaces, closing marks and bracketed notes may follow.
 */
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

/** Removes a note in brackets at the end of the text. */
export function withoutNote(text: string): string {
  const said = text.trimEnd();
  if (!said.endsWith("]")) return said;
  const start = said.indexOf("[", said.lastIndexOf("]", said.length - 2) + 1);
  return start < 0 ? said : said.slice(0, start).trimEnd();
}
