import { count } from "../text/time.ts";

interface ShowAllProps {
  readonly all: boolean;
  /** `of` is the total number, `first` the number shown at first. */
  readonly of: number;
  readonly first: number;
  readonly onToggle: () => void;
}

/** Switches between the whole list and its first items. Hidden if all items are shown anyway. */
export function ShowAll({ all, of, first, onToggle }: ShowAllProps) {
  if (of <= first) return null;
  return (
    <button type="button" className="link-button" onClick={onToggle}>
      {all ? "Show fewer" : `Show all ${count(of)}`}
    </button>
  );
}
