import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Agreement, AgreementRate } from "../../protocol/api/annotation/agreement.ts";
import type { LabelAuthor } from "../../protocol/api/annotation/labels.ts";
import { nameOf, namesOf } from "../case/labels/label-line.tsx";
import { IntervalBar } from "../components/page/interval-bar.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { count, kappaText, percent } from "../text/time.ts";
import type { AgreementSearch } from "./agreement-search.ts";

interface AgreementTableProps {
  readonly project: string;
  readonly agreement: Agreement;
  readonly search: AgreementSearch;
}

/** One row per pair of people, then one row per person compared with the tracer. */
export function AgreementTable({ project, agreement, search }: AgreementTableProps) {
  const { people, tracer } = agreement;
  const linkTo = (author: LabelAuthor, between: "people" | "tracer", text: ReactNode) => (
    <Link
      data-row-link
      to="/p/$project/agreement"
      params={{ project }}
      search={{ ...search, author: author.id, between: between === "tracer" ? between : undefined }}
      resetScroll={false}
    >
      {text}
    </Link>
  );
  return (
    <WideTable
      className="agreement-table"
      columns={["Who", { figure: "Cases" }, "Error type", "Operation"]}
    >
      {people.map(({ first, second, ...agreed }) => (
        <AgreementRow key={`${first.id} ${second.id}`} of={agreed}>
          {linkTo(first, "people", namesOf(first, second))}
        </AgreementRow>
      ))}
      {tracer.map(({ author, ...agreed }) => (
        <AgreementRow key={author.id} of={agreed}>
          {linkTo(author, "tracer", `${nameOf(author)} and the tracer`)}
        </AgreementRow>
      ))}
    </WideTable>
  );
}

interface AgreementRowProps {
  readonly of: Pick<Agreement["tracer"][number], "cases" | "type" | "op">;
  /** Heading of the row: the names of the two people, or of the person and "the tracer". */
  readonly children: ReactNode;
}

function AgreementRow({ of: { cases, type, op }, children }: AgreementRowProps) {
  return (
    <tr>
      <th scope="row">{children}</th>
      <td className="number">{count(cases)}</td>
      <td>
        <Rate rate={type} />
      </td>
      <td>
        <Rate rate={op} />
      </td>
    </tr>
  );
}

function Rate({ rate: { share, low, high, kappa } }: { rate: AgreementRate }) {
  return (
    <span className="agreement-rate" title={`95% interval: ${percent(low)} to ${percent(high)}`}>
      <IntervalBar share={share} low={low} high={high} />
      <b>{percent(share)}</b>{" "}
      <span className="muted">
        ({percent(low)} to {percent(high)}) · κ {kappaText(kappa)}
      </span>
    </span>
  );
}
