/** The report's first part: filters, memory systems and health of their memory. */
import { Link } from "@tanstack/react-router";
import { FIGURE_NAMES } from "../../protocol/api/explorer/health-words.ts";
import type { ReportFilter, ReportOverview } from "../../protocol/api/insights/reports.ts";
import { shortenMiddle } from "../text/shorten.ts";
import { count, percent } from "../text/time.ts";
import { wordsOfFilter } from "./report-filter.ts";

interface FilterLineProps {
  readonly filter: ReportFilter;
  readonly label?: string;
}

export function FilterLine({ filter, label = "Filters of this report" }: FilterLineProps) {
  const words = wordsOfFilter(filter);
  if (words.length === 0) return null;
  return (
    <ul className="report-filter" aria-label={label}>
      {words.map(({ name, label, value }) => (
        <li key={name} className="filter-chip">
          <span className="muted">{label}</span> <b>{shortenMiddle(value, 60)}</b>
        </li>
      ))}
    </ul>
  );
}

export function Overview({ project, overview }: { project: string; overview: ReportOverview }) {
  const { text, health } = overview;
  return (
    <section>
      <h2>The system and its memory</h2>
      <p>{text.join(" ")}</p>
      {health === null || health.problems.length === 0 ? null : (
        <ul className="report-problems">
          {health.problems.map(({ figure, count: found, of, share }) => (
            <li key={figure}>
              {FIGURE_NAMES[figure]}: {count(found)} of {count(of)} ({percent(share.value ?? 0)})
            </li>
          ))}
        </ul>
      )}
      <p className="no-print">
        <Link to="/p/$project/health" params={{ project }}>
          Memory health
        </Link>
      </p>
    </section>
  );
}
