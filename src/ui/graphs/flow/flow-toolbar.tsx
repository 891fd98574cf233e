import type { Flow } from "../../../protocol/api/explorer/flow.ts";
import { BEAD_ROLES } from "../../../protocol/api/explorer/flow-bounds.ts";
import { clockFor } from "../../text/time.ts";
import type { GraphSearch } from "../graph-search.ts";
import { drawnRange, panned, type TimeRange, zoomed } from "./flow-scale.ts";

interface FlowToolbarProps {
  readonly flow: Flow;
  readonly search: GraphSearch;
  /** If `range` is undefined, shows the whole graph. */
  readonly onShow: (range: TimeRange | undefined) => void;
  readonly onChange: (changed: Partial<GraphSearch>) => void;
}

export function FlowToolbar({ flow, search, onShow, onChange }: FlowToolbarProps) {
  const range = drawnRange(flow);
  const told = clockFor(range.to - range.from);
  const middle = (range.from + range.to) / 2;
  const half = (range.to - range.from) / 2;
  const buttons = [
    ["Earlier", "←", panned(range, -0.5)],
    ["Later", "→", panned(range, 0.5)],
    ["Zoom in", "+", zoomed(range, middle, 0.5)],
    ["Zoom out", "−", zoomed(range, middle, 2)],
  ] as const;
  return (
    <div className="flow-toolbar">
      <span className="segments">
        {buttons.map(([name, sign, next]) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            onClick={() => onShow(next)}
          >
            {sign}
          </button>
        ))}
        <button type="button" onClick={() => onShow(undefined)}>
          Whole graph
        </button>
      </span>
      <label>
        Jump to{" "}
        <input
          type="datetime-local"
          step={1}
          onChange={({ target }) => {
            const at = Date.parse(target.value);
            if (!Number.isNaN(at)) onShow({ from: at - half, to: at + half });
          }}
        />
      </label>
      <label>
        Messages{" "}
        <select
          value={search.role ?? ""}
          onChange={({ target }) =>
            onChange({
              role: BEAD_ROLES.find((role) => role === target.value),
            } as Partial<GraphSearch>)
          }
        >
          <option value="">All roles</option>
          {BEAD_ROLES.map((role) => (
            <option key={role} value={role}>
              {role}
            </option>
          ))}
        </select>
      </label>
      <span className="muted">
        {told(flow.from ?? "")} – {told(flow.to ?? "")}
      </span>
    </div>
  );
}
