import { shortenMiddle } from "../../text/shorten.ts";
import { useCopy } from "./copy-button.tsx";

/** An id in monospace, shortened in the middle. A click copies it. */
export function Id({ id, limit = 24 }: { id: string; limit?: number }) {
  const { copied, copy } = useCopy();
  return (
    <button
      type="button"
      className="id"
      title={`${id}\nClick to copy`}
      aria-label={`Copy ${id}`}
      onClick={(event) => {
        event.stopPropagation();
        copy(id);
      }}
    >
      {copied ? "Copied" : shortenMiddle(id, limit)}
    </button>
  );
}
