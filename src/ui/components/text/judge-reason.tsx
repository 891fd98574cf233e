import { ClampedText } from "./clamped-text.tsx";

/** The judge's reason. Models often answer with JSON; its fields are then shown one by one. */
export function JudgeReason({ text }: { text: string }) {
  const fields = fieldsOf(text);
  if (fields === undefined) return <ClampedText text={text} limit={280} />;
  return (
    <ul className="judge-fields">
      {fields.map(([name, value]) => (
        <li key={name}>
          <span className="muted">{name}</span> <ClampedText text={value} limit={280} />
        </li>
      ))}
    </ul>
  );
}

const FENCE = /^```(?:json)?\s*([\s\S]*?)\s*```$/;
const MOST_FIELDS = 12;

/** Undefined if the text is not a flat JSON object. */
function fieldsOf(text: string): [name: string, value: string][] | undefined {
  const json = FENCE.exec(text.trim())?.[1] ?? text.trim();
  if (!json.startsWith("{")) return undefined;
  try {
    const fields = Object.entries(JSON.parse(json) as object);
    if (fields.length === 0 || fields.length > MOST_FIELDS) return undefined;
    return fields.map(([name, value]) => [name, sayValue(value)]);
  } catch {
    return undefined;
  }
}

const sayValue = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);
