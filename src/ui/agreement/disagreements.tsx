import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Disagreement, DisagreementWith } from "../../protocol/api/annotation/agreement.ts";
import type { CaseFilter, CaseSummary } from "../../protocol/api/api.ts";
import { disagreementsQuery } from "../api/labels.ts";
import { LabelLine } from "../case/labels/label-line.tsx";
import { OperationNames } from "../case/labels/operation-names.ts";
import { CaseResult } from "../cases/case-result.tsx";
import { ShowMore } from "../components/page/show-more.tsx";
import { Loaded } from "../components/page/states.tsx";
import { firstLine } from "../text/shorten.ts";

interface DisagreementsProps {
  readonly project: string;
  /**
   * The cache key of the list contains this value. If two lists have different filters, give them
   * different values.
   */
  readonly name: unknown;
  readonly filter: () => CaseFilter;
  readonly between: DisagreementWith;
  readonly onChange: (between: DisagreementWith) => void;
}

const CHOICES = [
  ["people", "Between people"],
  ["tracer", "With the tracer"],
] as const;

export function Disagreements({ project, name, filter, between, onChange }: DisagreementsProps) {
  const query = useInfiniteQuery(disagreementsQuery(project, name, filter, between));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="disagreements" aria-label="Disagreements">
      <header>
        <h2>Disagreements</h2>
        <fieldset className="segments">
          <legend className="visually-hidden">Which disagreements</legend>
          {CHOICES.map(([value, label]) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === between}
              onClick={() => onChange(value)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </header>
      <Loaded query={query} what="The disagreements could not be loaded">
        {() =>
          items.length === 0 ? (
            <p className="muted">
              {between === "people"
                ? "No two people disagree on a case that matches the filters."
                : "All labels that match the filters agree with the verdicts of their cases."}
            </p>
          ) : (
            <ul className="panel disagreement-list">
              {items.map((item) => (
                <Case key={item.case.id} project={project} item={item} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore query={query}>Show older disagreements</ShowMore>
    </section>
  );
}

function Case({ project, item }: { project: string; item: Disagreement }) {
  return (
    <li>
      <Link
        className="row-link"
        data-row-link
        to="/p/$project/cases/$case"
        params={{ project, case: item.case.id }}
      >
        {firstLine(item.case.query, 160)}
      </Link>
      <p className="label-line">
        <b>Tracer</b> <CaseResult item={item.case} />
        {item.case.opName ? <span className="soft">{item.case.opName}</span> : null}
      </p>
      <OperationNames value={namesIn(item.case)}>
        {item.labels.map((row) => (
          <LabelLine key={row.number} row={row} />
        ))}
      </OperationNames>
    </li>
  );
}

const namesIn = ({ op, opName }: CaseSummary) =>
  new Map(op === null || opName === null ? [] : [[op, opName]]);
