import { Link } from "@tanstack/react-router";
import type { Prompt, PromptVersionSummary } from "../../protocol/api/prompts.ts";
import { WideTable } from "../components/page/wide-table.tsx";
import { Moment } from "../components/text/moment.tsx";
import { CostNote } from "../prices/cost-note.tsx";
import { tokenCostText } from "../text/cost.ts";
import { count, percent } from "../text/time.ts";
import { WrongShareBar } from "./wrong-share.tsx";

interface VersionTableProps {
  readonly project: string;
  readonly prompt: Prompt;
  /** Version whose text the page shows. */
  readonly shown: number | undefined;
  readonly onShow: (number: number) => void;
}

const ORIGIN = { traced: "found in traces", proposed: "proposed", written: "written" };

export function VersionTable({ project, prompt, shown, onShow }: VersionTableProps) {
  if (prompt.versions.length === 0) {
    return <p className="muted">This prompt has no versions left.</p>;
  }
  const costs = prompt.versions.map(({ tokens }) => tokens.cost);
  const hasPrices = costs.some((cost) => cost !== null);
  return (
    <>
      <WideTable
        columns={[
          "Version",
          "Wrong answers while the version was in use",
          { figure: "Wrong answers from its operations" },
          { figure: "Graphs" },
          { figure: "Input tokens" },
          { figure: "Output tokens" },
          ...(hasPrices ? [{ figure: "Cost" }] : []),
          "Last used",
        ]}
      >
        {prompt.versions.map((version) => (
          <tr key={version.number} data-selected={version.number === shown}>
            <th scope="row">
              <button
                type="button"
                className="link-button"
                aria-pressed={version.number === shown}
                onClick={() => onShow(version.number)}
              >
                Version {version.number}
              </button>{" "}
              <span className="muted">{sayPlace(prompt, version)}</span>{" "}
              <Link
                to="/p/$project/impact"
                params={{ project }}
                search={{ prompt: prompt.name, promptVersion: version.number }}
              >
                Impact
              </Link>
            </th>
            <td>
              <WrongShareBar outcome={version.outcome} />
            </td>
            <td className="number">
              {version.cases === 0 ? (
                "0"
              ) : (
                <Link
                  to="/p/$project/cases"
                  params={{ project }}
                  search={{ prompt: prompt.name, promptVersion: version.number, period: "all" }}
                >
                  {count(version.cases)}
                </Link>
              )}
            </td>
            <td className="number">{count(version.graphs)}</td>
            <td className="number">{count(version.tokens.inputTokens)}</td>
            <td className="number">{count(version.tokens.outputTokens)}</td>
            {version.tokens.cost ? (
              <td className="number">{tokenCostText(version.tokens.cost)}</td>
            ) : null}
            <td>
              {version.lastUsedAt ? (
                <Moment iso={version.lastUsedAt} />
              ) : (
                <span className="muted">never</span>
              )}
            </td>
          </tr>
        ))}
      </WideTable>
      {prompt.versions.some(({ tokens }) => tokens.inputTokens + tokens.outputTokens > 0) ? (
        <CostNote project={project} costs={costs} />
      ) : null}
    </>
  );
}

function sayPlace(prompt: Prompt, { number, origin }: PromptVersionSummary): string {
  const places = [
    ORIGIN[origin],
    ...(number === prompt.active ? ["active"] : []),
    ...(number === prompt.candidate ? [`candidate for ${percent(prompt.share)}`] : []),
    ...(prompt.active === null && number === prompt.current ? ["in use"] : []),
  ];
  return places.join(", ");
}
