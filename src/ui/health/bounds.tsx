/**
 * Shows the bounds that the project has set for figures of memory health, such as "at least 80% of
 * facts survive", and which bounds are crossed. In a form, a person can set a bound.
 */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { HealthBound, HealthBoundSetting } from "../../protocol/api/explorer/health-bounds.ts";
import { FIGURE_NAMES } from "../../protocol/api/explorer/health-words.ts";
import { useMay } from "../api/may.ts";
import { Failure, Loaded } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { Moment } from "../components/text/moment.tsx";
import { exactPercent } from "../text/time.ts";
import { BoundForm } from "./bound-form.tsx";
import { boundsQuery, putBounds } from "./health-api.ts";

export function Bounds({ project }: { project: string }) {
  const client = useQueryClient();
  const query = useQuery(boundsQuery(project));
  const mayChange = useMay(project, "admin");
  const save = useMutation({
    mutationFn: (bounds: HealthBoundSetting[]) => putBounds(project, { bounds }),
    onSuccess: (saved) => client.setQueryData(boundsQuery(project).queryKey, saved),
  });
  const others = (items: readonly HealthBound[], figure: HealthBound["figure"]) =>
    items.filter((item) => item.figure !== figure).map(settingOf);
  return (
    <section aria-label="Bounds" className="after-panel">
      <h2>Bounds</h2>
      <p className="muted">
        Every hour, MemTrace compares each figure with its bound. MemTrace sends the event{" "}
        <code>health.crossed</code> to{" "}
        <Link to="/p/$project/webhooks" params={{ project }}>
          webhooks
        </Link>{" "}
        and{" "}
        <Link to="/p/$project/rules" params={{ project }}>
          alert rules
        </Link>{" "}
        when a figure crosses its bound by more than chance. MemTrace sends the event again when the
        figure meets its bound again.
      </p>
      <Loaded query={query} what="The bounds could not be loaded">
        {({ items }) => (
          <>
            {items.length === 0 ? null : (
              <BoundTable
                items={items}
                onRemove={
                  mayChange ? ({ figure }) => save.mutate(others(items, figure)) : undefined
                }
              />
            )}
            {save.error ? <Failure error={save.error} what="The bounds were not saved" /> : null}
            {mayChange ? (
              <BoundForm
                isSaving={save.isPending}
                onSave={(bound) => save.mutate([...others(items, bound.figure), bound])}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </section>
  );
}

const settingOf = ({ figure, bound, days }: HealthBound): HealthBoundSetting => ({
  figure,
  bound,
  days,
});

interface BoundTableProps {
  readonly items: readonly HealthBound[];
  readonly onRemove: ((bound: HealthBound) => void) | undefined;
}

function BoundTable({ items, onRemove }: BoundTableProps) {
  const columns = ["Figure", "Bound", "State", "Last check"];
  return (
    <WideTable
      className="health-table"
      columns={onRemove === undefined ? columns : [...columns, "Change"]}
    >
      {items.map((item) => (
        <tr key={item.figure}>
          <th scope="row">{FIGURE_NAMES[item.figure]}</th>
          <td>{boundText(item)}</td>
          <td className={item.state === "crossed" ? "bad" : undefined}>
            {item.checkedAt === null
              ? "Not compared yet"
              : item.state === "crossed"
                ? "Crossed"
                : "Met"}
            {item.changedAt === null ? null : (
              <>
                {" "}
                since <Moment iso={item.changedAt} />
              </>
            )}
          </td>
          <td>{item.checkedAt === null ? "not yet" : <Moment iso={item.checkedAt} />}</td>
          {onRemove === undefined ? null : (
            <td>
              <button type="button" className="button" onClick={() => onRemove(item)}>
                Remove<span className="visually-hidden"> {FIGURE_NAMES[item.figure]}</span>
              </button>
            </td>
          )}
        </tr>
      ))}
    </WideTable>
  );
}

function boundText({ figure, bound, days }: HealthBound): string {
  const share = `${figure === "survival" ? "at least" : "at most"} ${exactPercent(bound)}`;
  return days === null ? share : `${share}, messages of the last ${days} days`;
}
