import { type Result, success } from "../../protocol/result.ts";
import { compilePattern } from "./pattern/linear-pattern.ts";
import type { PatternProblem } from "./pattern/pattern-syntax.ts";
import { type Matcher, NO_MATCH, TOO_COSTLY } from "./text-matcher.ts";
import { TextSearch } from "./text-search.ts";

export interface WantedText {
  readonly text: string;
  readonly syntax: "plain" | "regex";
  readonly ignoreCase: boolean;
}

export function compileMatcher({
  text,
  syntax,
  ignoreCase,
}: WantedText): Result<Matcher, PatternProblem> {
  if (syntax === "regex") {
    const compiled = compilePattern(text, ignoreCase);
    if (!compiled.ok) return compiled;
    const pattern = compiled.value;
    return success({
      endIn: (read) => pattern.find(read) ?? TOO_COSTLY,
      endInEach: (texts, numbers, ends) => pattern.findInEach(texts, numbers, ends),
    });
  }
  const wanted = new TextSearch(text, ignoreCase);
  return success({
    endIn: (read) => {
      const start = wanted.find(read);
      return start < 0 ? NO_MATCH : start + text.length;
    },
  });
}
