import { useEffect, useRef, useState } from "react";
import { Icon } from "../components/page/icon.tsx";

const SETTLED_MS = 250;
const MAX_CHARS = 200;

/** Searches soon after the person stops typing. */
export function SearchField(props: { value: string; onChange: (words: string) => void }) {
  const [typed, setTyped] = useState(props.value);
  const latest = useRef(props);
  latest.current = props;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(props.value), [props.value]);
  useEffect(() => {
    if (typed === latest.current.value) return;
    const timer = setTimeout(() => latest.current.onChange(typed), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    if (window.location.hash === "#search") field.current?.focus();
  }, []);
  return (
    <label className="search-field">
      <Icon name="search" size={14} />
      <span className="visually-hidden">Search the cases</span>
      <input
        ref={field}
        type="search"
        placeholder="Question or answer"
        maxLength={MAX_CHARS}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      <kbd>/</kbd>
    </label>
  );
}
