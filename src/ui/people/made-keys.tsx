/** Keys that somebody made, and whether they end with the change. */
import type { MemberKey } from "../../protocol/people.ts";
import { count } from "../text/time.ts";

interface MadeKeysProps {
  readonly keys: readonly MemberKey[];
  readonly label: string;
  readonly isRevoked: boolean;
  /** Undefined if the keys end in any case. */
  readonly onChange: ((isRevoked: boolean) => void) | undefined;
}

export function MadeKeys({ keys, label, isRevoked, onChange }: MadeKeysProps) {
  const they = keys.length === 1 ? "it goes" : "they go";
  return (
    <>
      {onChange === undefined ? (
        <p>{label}</p>
      ) : (
        <label className="check">
          <input type="checkbox" checked={isRevoked} onChange={() => onChange(!isRevoked)} />{" "}
          {label}
        </label>
      )}
      <ul className="made-keys">
        {keys.map(({ id, name, hint, projectName }) => (
          <li key={id}>
            {name} <code>{hint}</code> <span className="muted">in {projectName}</span>
          </li>
        ))}
      </ul>
      <p className="muted">
        {isRevoked
          ? "Everything that uses them stops within a minute. This cannot be undone."
          : `Otherwise ${they} on working for everybody who knows them.`}
      </p>
    </>
  );
}

/** "1 key", "2 keys" */
export function keysCounted({ length }: readonly MemberKey[]): string {
  return length === 1 ? "1 key" : `${count(length)} keys`;
}
