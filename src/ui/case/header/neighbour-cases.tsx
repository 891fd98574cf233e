import { Link, useNavigate } from "@tanstack/react-router";
import { placeInOrder } from "../../cases/case-order.ts";
import { useKeys } from "../../shell/keyboard.ts";
import { count } from "../../text/time.ts";

/**
 * Links to the previous and the next case of the list. The keys `k` and `j` open these cases too.
 */
export function NeighbourCases({ project, id }: { project: string; id: string }) {
  const navigate = useNavigate();
  const place = placeInOrder(project, id);
  const opener = (to: string | undefined) =>
    to === undefined
      ? undefined
      : () => void navigate({ to: "/p/$project/cases/$case", params: { project, case: to } });
  useKeys({ j: opener(place?.next), k: opener(place?.previous) });
  if (place === undefined || place.of === 1) return null;
  const link = (to: string | undefined, label: string, key: string) =>
    to === undefined ? null : (
      <Link
        className="button small"
        to="/p/$project/cases/$case"
        params={{ project, case: to }}
        title={`${label} case of the list (${key})`}
      >
        {label}
      </Link>
    );
  return (
    <nav className="neighbour-cases" aria-label="Cases of the list">
      <span className="muted">
        {count(place.number)} of {count(place.of)}
      </span>
      {link(place.previous, "Previous", "k")}
      {link(place.next, "Next", "j")}
    </nav>
  );
}
