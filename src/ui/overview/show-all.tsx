import { count } from "../text/time.ts";

interface ShowAllProps {
  readonly all: boolean;
  /** `of`: number of all items. `first`: number of items that are shown at the beginning. */
  readonly of: number;
  readonly first: number;
  readonly onToggle: () => void;
}

/**
 * A button that shows all items of a list, or only the first ones again. Hidden if the list is
 * short.
 */
export function ShowAll({ all, of, first, onToggle }: ShowAllProps) {
  if (of <= first) return null;
  return (
    <button type="button" className="link-button" onClick={onToggle}>
      {all ? "Show fewer" : `Show all ${count(of)}`}
    </button>
  );
}
