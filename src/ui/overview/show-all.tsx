import { count } from "../text/time.ts";

interface ShowAllProps {
  readonly all: boolean;
  /**
   * The list has `of` items. Only the first `first` items are shown until the person asks for all.
   */
  readonly of: number;
  readonly first: number;
  readonly onToggle: () => void;
}

/** Switches between all items and the first ones. Hidden for a short list. */
export function ShowAll({ all, of, first, onToggle }: ShowAllProps) {
  if (of <= first) return null;
  return (
    <button type="button" className="link-button" onClick={onToggle}>
      {all ? "Show fewer" : `Show all ${count(of)}`}
    </button>
  );
}
