import { shortenMiddle } from "../../text/shorten.ts";
import { useCopy } from "./copy-button.tsx";

/** Shows an id, without its middle if it is long. A click copies the full id. */
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
