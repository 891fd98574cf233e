import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { similarQuery } from "../api/resources.ts";
import { CaseResult } from "../cases/case-result.tsx";
import { Moment } from "../components/text/moment.tsx";
import { firstLine } from "../text/shorten.ts";
import { count } from "../text/time.ts";

export function SimilarCases({ project, id }: { project: string; id: string }) {
  const { data } = useQuery(similarQuery(project, id));
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className="panel similar">
      <header className="panel-header">
        <h2>
          Similar cases <span className="muted">{count(items.length)}</span>
        </h2>
      </header>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <CaseResult item={item} />
            <Link data-row-link to="/p/$project/cases/$case" params={{ project, case: item.id }}>
              {firstLine(item.query, 140)}
            </Link>
            <Moment iso={item.occurredAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}
