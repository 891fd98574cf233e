import { judgeFields } from "../../text/judge-fields.ts";
import { ClampedText } from "./clamped-text.tsx";

/** Shows the judge's reason. Models often write it as JSON. If so, shows each field separately. */
export function JudgeReason({ text }: { text: string }) {
  const fields = judgeFields(text);
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
