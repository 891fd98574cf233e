/**
 * Splits a list into its items, in several languages. The word before the last item comes from
 * locale data.
 */

const LOCALES = ["en", "de", "es", "fr", "nl", "sv", "tr", "ru"];
/**
 * Signs that separate items. A Chinese or Japanese word for "and" counts only after a list comma,
 * because such a word also occurs inside other words.
 */
const SIGNS = "[;\\n、；&]|[,，](?!\\d{3})|(?<=、[^、]*)[和及與与と]";

let separator: RegExp | undefined;

/** Returns the trimmed items. A text that is not a list is a single item. */
export function listItems(text: string): string[] {
  separator ??= separatorOf(LOCALES);
  return text.split(separator).map((item) => item.trim());
}

function separatorOf(locales: readonly string[]): RegExp {
  const words = locales.map((locale) => {
    const parts = new Intl.ListFormat(locale, { type: "conjunction" }).formatToParts(["1", "2"]);
    return parts.find(({ type }) => type === "literal")?.value.trim() ?? "";
  });
  const letter = "[\\p{L}\\p{N}]";
  return new RegExp(`${SIGNS}|(?<!${letter})(?:${words.join("|")})(?!${letter})`, "iu");
}
