import { useState } from "react";
import type { Distribution } from "../../protocol/api/insights/distribution.ts";
import { Stack, sayCounts, totalOf } from "../components/page/stack.tsx";
import { shortenMiddle } from "../text/shorten.ts";
import { count, percent } from "../text/time.ts";
import { ShowAll } from "./show-all.tsx";

interface ShareListProps {
  readonly title: string;
  /** Label of the row for cases without a value. */
  readonly none: string;
  readonly shares: Distribution["byOperation"];
  readonly selected: string | undefined;
  readonly onToggle: (key: string) => void;
}

const SHOWN = 7;

/** Shows a bar for each value, most frequent first. A click filters by the value. */
export function ShareList({ title, none, shares, selected, onToggle }: ShareListProps) {
  const [all, setAll] = useState(false);
  const max = Math.max(...shares.map(totalOf), 1);
  const total = shares.reduce((sum, share) => sum + share.count, 0);
  const shown = all ? shares : shares.slice(0, SHOWN);
  return (
    <section className="panel share-list">
      <h2>{title}</h2>
      {shares.length === 0 ? (
        <p className="muted">There are no attributed wrong answers yet.</p>
      ) : null}
      <ul>
        {shown.map((share) => {
          const { key } = share;
          const name = key ?? none;
          return (
            <li key={name}>
              <button
                type="button"
                disabled={key === null}
                aria-pressed={key !== null && key === selected}
                title={`${name}: ${sayCounts(share)}`}
                onClick={() => (key === null ? undefined : onToggle(key))}
              >
                <span className="share-name" data-none={key === null}>
                  {shortenMiddle(name, 36)}
                </span>
                <span className="share-count">
                  <b>{count(share.count)}</b>
                  {share.undecided > 0 ? (
                    <span className="muted">+ {count(share.undecided)} undecided</span>
                  ) : null}
                  <span className="muted">{percent(share.count / Math.max(total, 1))}</span>
                </span>
                <span className="share-track">
                  <Stack counts={share} max={max} direction="row" />
                </span>
                <span className="visually-hidden">{sayCounts(share)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <ShowAll all={all} of={shares.length} first={SHOWN} onToggle={() => setAll(!all)} />
    </section>
  );
}
