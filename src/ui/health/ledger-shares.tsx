/**
 * Shows the shares of memory units and searches with a problem. Each share links to the graphs with
 * the problem.
 */
import { Link } from "@tanstack/react-router";
import type { MemoryHealth } from "../../protocol/api/explorer/health.ts";
import { FIGURE_NAMES } from "../../protocol/api/explorer/health-words.ts";
import { WideTable } from "../components/page/wide-table.tsx";
import { FLAG_WORDS } from "../ledger/flag-words.ts";
import { shortenMiddle } from "../text/shorten.ts";
import { count } from "../text/time.ts";
import { ShareBar } from "./share-bar.tsx";

interface LedgerSharesProps {
  readonly project: string;
  readonly system: string | undefined;
  readonly shares: MemoryHealth["shares"];
}

export function LedgerShares({ project, system, shares }: LedgerSharesProps) {
  const filter = system === undefined ? {} : { system };
  return (
    <section aria-label="Units and searches">
      <h2>Units and searches with a problem</h2>
      <p className="muted">These figures cover the whole memory, not only the chosen period.</p>
      <WideTable
        className="health-table"
        columns={[
          "Figure",
          { figure: "Number" },
          { figure: "Of" },
          "Share",
          "Graphs with the most",
        ]}
      >
        {shares.map(({ figure, count: found, of, share, graphs }) => {
          const isOfSearches = figure === "empty-searches";
          const unit = isOfSearches ? "searches" : "units";
          return (
            <tr key={figure}>
              <th
                scope="row"
                title={
                  isOfSearches
                    ? "Every value that the search wrote is empty or a marker for a missing value."
                    : FLAG_WORDS[figure].how
                }
              >
                <Link
                  to="/p/$project/memory"
                  params={{ project }}
                  search={isOfSearches ? filter : { ...filter, flag: figure }}
                >
                  {FIGURE_NAMES[figure]}
                </Link>
              </th>
              <td className="number">{count(found)}</td>
              <td className="number">
                {count(of)} {unit}
              </td>
              <td>
                <ShareBar share={share} title={`${count(found)} of ${count(of)} ${unit}`} />
              </td>
              <td>
                <ul className="health-graphs">
                  {graphs.map(({ graph, count: inGraph }) => (
                    <li key={graph}>
                      <Link
                        to="/p/$project/graphs/$graph/ledger"
                        params={{ project, graph }}
                        search={isOfSearches ? { list: "searches" } : { flags: [figure] }}
                        title={graph}
                      >
                        {shortenMiddle(graph, 24)}
                      </Link>{" "}
                      <span className="muted">({count(inGraph)})</span>
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          );
        })}
      </WideTable>
    </section>
  );
}
