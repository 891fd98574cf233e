const LONG_CHARS = 110;

/** The sentence at the top of a page that says the most important fact. */
export function Headline({ text }: { text: string }) {
  return (
    <h1 className="headline" data-long={text.length > LONG_CHARS}>
      {text}
    </h1>
  );
}
