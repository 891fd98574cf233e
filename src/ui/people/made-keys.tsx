/** Lists keys that a person created. With `onChange`, also asks whether to revoke these keys. */
import type { ComponentProps } from "react";
import type { MemberKeys } from "../../protocol/people.ts";
import { ShowMore } from "../components/page/show-more.tsx";
import { count } from "../text/time.ts";

/** A query that loads keys page by page. */
type KeyPages = ComponentProps<typeof ShowMore>["query"] & {
  readonly data: { readonly pages: readonly MemberKeys[] } | undefined;
};

interface MadeKeysProps {
  readonly query: KeyPages;
  readonly label: string;
  readonly isRevoked: boolean;
  /**
   * Called when the person decides whether to revoke the keys. Undefined if the keys are always
   * revoked.
   */
  readonly onChange: ((isRevoked: boolean) => void) | undefined;
}

export function MadeKeys({ query, label, isRevoked, onChange }: MadeKeysProps) {
  const keys = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const [keysText, them] = keysIn(query) === 1 ? ["this key", "it"] : ["these keys", "them"];
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
      <ShowMore query={query}>Show older keys</ShowMore>
      <p className="muted">
        {isRevoked
          ? `Everything that uses ${keysText} stops within a minute. This cannot be undone.`
          : `If you do not revoke ${keysText}, everybody who has ${them} can still use ${them}.`}
      </p>
    </>
  );
}

/** Returns the number of keys, including those that are not loaded. */
export function keysIn({ data }: Pick<KeyPages, "data">): number {
  return data?.pages[0]?.total ?? 0;
}

/** Example: "2 keys". */
export function keysCounted(query: Pick<KeyPages, "data">): string {
  const total = keysIn(query);
  return total === 1 ? "1 key" : `${count(total)} keys`;
}
