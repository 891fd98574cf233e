import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { similarQuery } from "../api/resources.ts";
import { CaseResult } from "../cases/case-result.tsx";
import { Moment } from "../components/text/moment.tsx";
import { useListKeys } from "../shell/keyboard.ts";
import { firstLine } from "../text/shorten.ts";

export function SimilarCases({ project, id }: { project: string; id: string }) {
  const { data } = useQuery(similarQuery(project, id));
  const items = data?.items ?? [];
  const navigate = useNavigate();
  const selected = useListKeys(items.length, (index) => {
    const item = items[index];
    if (item) navigate({ to: "/p/$project/cases/$case", params: { project, case: item.id } });
  });
  if (items.length === 0) return null;
  return (
    <section className="panel similar">
      <header className="panel-header">
        <h2>
          Similar cases <span className="muted">{items.length}</span>
        </h2>
      </header>
      <ul>
        {items.map((item, index) => (
          <li key={item.id} data-selected={index === selected}>
            <CaseResult item={item} />
            <Link to="/p/$project/cases/$case" params={{ project, case: item.id }}>
              {firstLine(item.query, 140)}
            </Link>
            <Moment iso={item.occurredAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}
