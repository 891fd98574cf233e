export interface Section {
  /** The headings down to this section, such as `People > Ada`. Unique in the file. */
  readonly key: string;
  /** The heading and the text up to the next heading of any level. */
  readonly text: string;
  readonly body: string;
}

const HEADING = /^ {0,3}(?<marks>#{1,6})(?:[ \t]+(?<title>.*?))?(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^ {0,3}(?<fence>`{3,}|~{3,})/;
const MAX_KEY_CHARS = 200;

/** Splits the text of a file at its headings. Text before the first heading is in no section. */
export function sectionsOf(text: string): Section[] {
  const found: { key: string; lines: string[] }[] = [];
  const above: { level: number; title: string }[] = [];
  const counts = new Map<string, number>();
  let fence: string | undefined;
  for (const line of bodyOf(text).split("\n")) {
    const mark = FENCE.exec(line)?.groups?.fence;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    const heading = fence === undefined && mark === undefined ? HEADING.exec(line)?.groups : null;
    if (!heading) {
      found.at(-1)?.lines.push(line);
      continue;
    }
    const level = heading.marks?.length ?? 1;
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    above.push({ level, title: heading.title?.trim() || "untitled" });
    const path = above.map(({ title }) => title).join(" > ");
    const key = withoutControls(path).slice(0, MAX_KEY_CHARS);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    found.push({ key: count === 1 ? key : `${key} (${count})`, lines: [line] });
  }
  return found.map(({ key, lines }) => ({
    key,
    text: lines.join("\n").trimEnd(),
    body: lines.slice(1).join("\n").trim(),
  }));
}

/** Removes YAML front matter: its comments start with `#`, as headings do. */
function bodyOf(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(/^---\n[\s\S]*?\n---(?:\n|$)/, "");
}

export function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names must not contain them
  return text.replace(/[\u0000-\u001f\u007f]/g, " ");
}
