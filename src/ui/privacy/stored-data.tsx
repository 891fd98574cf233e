import type { RetentionSettings } from "../../protocol/api/privacy/retention.ts";
import { WideTable } from "../components/page/wide-table.tsx";

interface StoredDataProps {
  readonly settings: RetentionSettings;
  /** The service deletes a graph after this many days. If null, it keeps graphs forever. */
  readonly graphDays: number | null;
}

type Row = readonly [data: string, place: string, kept: string, end: string];

const daysText = (days: number | null, otherwise: string): string =>
  days === null ? otherwise : days === 1 ? "1 day" : `${days} days`;

function rowsOf(
  { cases, reports, deliveries, usage }: RetentionSettings,
  graphDays: number | null,
) {
  const rows: readonly Row[] = [
    [
      "Graphs: messages, memory units, operations",
      "the graph's Durable Object; after some minutes, the pack database",
      `${daysText(graphDays, "until deleted")}${graphDays === null ? "" : " after the last event"}`,
      "delete the graph, the end user or the project",
    ],
    [
      "Wrong answers with verdicts, labels and comments",
      "main database",
      daysText(cases, "as long as their graph"),
      "delete their graph",
    ],
    [
      "Reports, without deleted quotes",
      "main database",
      daysText(reports, "until deleted"),
      "delete the project",
    ],
    [
      "Webhook deliveries and messages, with bodies",
      "main database",
      daysText(deliveries, ""),
      "delete the endpoint or channel",
    ],
    [
      "E-mails",
      "main database; the text only until the e-mail is sent",
      "30 days",
      "delete the project's channels",
    ],
    [
      "Counts of usage",
      "main database, without texts",
      daysText(usage, ""),
      "the counts contain no personal data",
    ],
    [
      "Audit log",
      "main database, with the organization",
      "for the time that the organization sets",
      "nobody can delete the entries earlier",
    ],
    [
      "Receipts of deletions",
      "main database, only hashes of ids",
      "for ever",
      "the receipts contain no personal data",
    ],
    [
      "Secrets: webhook secrets, tokens, model keys",
      "main database, encrypted",
      "until replaced",
      "delete the endpoint, channel or model",
    ],
  ];
  return rows;
}

/** Everything that the service stores, one row per kind. */
export function StoredData({ settings, graphDays }: StoredDataProps) {
  return (
    <section aria-labelledby="stored-title">
      <h2 id="stored-title">What is stored</h2>
      <WideTable className="with-texts" columns={["Data", "Where", "Kept", "How to delete"]}>
        {rowsOf(settings, graphDays).map(([data, place, kept, end]) => (
          <tr key={data}>
            <th scope="row">{data}</th>
            <td>{place}</td>
            <td>{kept}</td>
            <td>{end}</td>
          </tr>
        ))}
      </WideTable>
    </section>
  );
}
