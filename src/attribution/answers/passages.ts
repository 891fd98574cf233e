/**
 * A text in the passages that its reader takes in one at a time: an item of a list alone, with its
 * heading, and other lines together as long as they are short. What one item says of one person does
 * not go with what the next says of another.
 */

/** Lines that belong together are longer only in a text that is one line. */
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
