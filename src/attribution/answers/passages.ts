/**
 * Splits a text into passages that the tests read separately. A passage is one list item with its
 * heading, or a few short lines. Without the split, a test could combine a fact in one item with a
 * name in the next item.
 */

/**
 * Maximum number of characters in a passage of several lines. A passage of one line is allowed to
 * be longer.
 */
const MAX_PASSAGE_CHARS = 400;
const HEADING = /^(?:#{1,6}\s+(\S.*)|\*\*([^*]+)\*\*:?|([^\s.:;,!?][^.:;,!?]{0,40}):)$/;
const ITEM = /^\s*(?:[-*•·]|\[?\d{1,3}[.)\]])\s+\S/;

export function passagesOf(text: string): string[] {
  const passages: string[] = [];
  let heading = "";
  let open = "";
  const close = () => {
    if (open !== "") passages.push(open);
    open = "";
  };
  for (const line of text.split(/\n+/)) {
    if (line.trim() === "") continue;
    const [, marked, bold, named] = HEADING.exec(line.trim()) ?? [];
    const title = marked ?? bold ?? named;
    if (title !== undefined) {
      close();
      heading = title;
    } else if (ITEM.test(line)) {
      close();
      passages.push(heading === "" ? line : `${heading}: ${line}`);
    } else {
      if (open.length + line.length > MAX_PASSAGE_CHARS) close();
      open = open === "" ? line : `${open}\n${line}`;
    }
  }
  close();
  return passages;
}
