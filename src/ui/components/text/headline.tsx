const LONG_CHARS = 110;

/** The most important sentence of a page. */
export function Headline({ text }: { text: string }) {
  return (
    <h1 className="headline" data-long={text.length > LONG_CHARS}>
      {text}
    </h1>
  );
}
