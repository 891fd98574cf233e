/**
 * Tells apart two persons whose names have nearly the same letters, such as "Marian" and "Mari".
 * Without this, the tracer would read one name as another spelling of the other.
 */
import type { Need, NeedsInput } from "./need.ts";

/**
 * Returns the field of `Need` with the names of other persons. If the messages have both names, the
 * names belong to two persons. There are two exceptions. If the message with the detail has only
 * the other spelling, both spellings are of one person. If the question is in another language than
 * the messages, this language may add endings to names.
 * @param said stems of the message that states the detail
 */
export function namesakesOf(
  { core }: Pick<Need, "core">,
  said: ReadonlySet<string>,
  { asksForPerson, isTranslated, corpus }: NeedsInput,
): Pick<Need, "namesakes"> {
  if (!asksForPerson || isTranslated) return {};
  const own = core.map(({ stem }) => stem);
  const like = own.filter((stem) => said.has(stem)).flatMap((stem) => [...corpus.namesLike(stem)]);
  const namesakes = new Set(like.filter((stem) => !own.includes(stem)));
  return namesakes.size === 0 ? {} : { namesakes };
}
