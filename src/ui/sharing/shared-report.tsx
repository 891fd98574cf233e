import type { SharedReport } from "../../protocol/api/sharing/public-content.ts";
import { TableHead } from "../components/page/table-head.tsx";
import { Answers } from "../components/text/answers.tsx";
import { Headline } from "../components/text/headline.tsx";
import { TypeChip } from "../components/text/type-chip.tsx";
import { count, daysBetween, percent, wrongAnswers } from "../text/time.ts";

export function SharedReportView({ report }: { report: SharedReport }) {
  const { from, to, headline, cases, attributed, undecided, findings, claims } = report;
  const { isFiltered, overview, conclusions } = report;
  return (
    <article>
      <header>
        <p className="muted">{daysBetween(from, to)}</p>
        <Headline text={headline} />
        <p className="muted">
          {wrongAnswers(cases)}, {count(attributed)} attributed, {count(undecided)} undecided
          {isFiltered ? " · only some cases of the period" : ""}
        </p>
        <p>{overview.join(" ")}</p>
      </header>
      <Shares title="By error type" of={attributed}>
        {report.byType.map(({ key, count: of }) => ({ name: key, count: of }))}
      </Shares>
      <Shares title="By operation" of={attributed}>
        {report.byOperation.map(({ key, count: of }) => ({ name: key ?? "none", count: of }))}
      </Shares>
      <Shares title="By memory system" of={attributed}>
        {report.bySystem.map(({ key, count: of }) => ({ name: key ?? "not named", count: of }))}
      </Shares>
      {claims.map(({ system, title, text }) => (
        <section className="shared-part" key={`${system} ${title}`}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
      {findings.map((finding) => (
        <section className="shared-part" key={`${finding.title} ${finding.errorType}`}>
          <h2>{finding.title}</h2>
          <p>
            <TypeChip type={finding.errorType} /> · {wrongAnswers(finding.count)}
          </p>
          <p>{finding.text}</p>
          {finding.cases.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cases have no id here and never move
            <div className="panel shared-part" key={index}>
              <b>{item.query}</b>
              <Answers item={item} />
              <p className="soft">{item.reason}</p>
            </div>
          ))}
        </section>
      ))}
      {conclusions.map(({ title, meaning, action }) => (
        <section className="shared-part" key={`what to do ${title}`}>
          <h2>What to do: {title}</h2>
          <p>{meaning}</p>
          <p>
            <b>{action}</b>
          </p>
        </section>
      ))}
    </article>
  );
}

interface SharesProps {
  readonly title: string;
  /** Number of cases that counts as 100%. */
  readonly of: number;
  readonly children: readonly { readonly name: string; readonly count: number }[];
}

function Shares({ title, of, children }: SharesProps) {
  if (children.length === 0) return null;
  return (
    <section className="shared-part">
      <h2>{title}</h2>
      <table>
        <TableHead columns={["Name", { figure: "Cases" }, { figure: "Share" }]} />
        <tbody>
          {children.map(({ name, count: cases }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number">{count(cases)}</td>
              <td className="number">{of > 0 ? percent(cases / of) : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
