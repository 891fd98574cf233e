const LONG_CHARS = 110;

/** The page's most important fact in one sentence. */
export function Headline({ text }: { text: string }) {
  return (
    <h1 className="headline" data-long={text.length > LONG_CHARS}>
      {text}
    </h1>
  );
}
