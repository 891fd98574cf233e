/**
 * Splits a text into passages. A passage is one list item with its heading, or a few short lines.
 * The passages are tested separately, so that no test combines facts from different list items.
 */

/** Maximum characters of a passage with several lines. A single line can be longer. */
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
