import { count } from "../text/time.ts";

interface ShowAllProps {
  readonly all: boolean;
  /** How many there are, and how many are shown at first. */
  readonly of: number;
  readonly first: number;
  readonly onToggle: () => void;
}

/** Toggles between the whole list and its beginning. Hidden if the beginning is the whole list. */
export function ShowAll({ all, of, first, onToggle }: ShowAllProps) {
  if (of <= first) return null;
  return (
    <button type="button" className="link-button" onClick={onToggle}>
      {all ? "Show fewer" : `Show all ${count(of)}`}
    </button>
  );
}
