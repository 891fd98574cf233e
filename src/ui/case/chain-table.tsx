import type { ChainStep } from "../../protocol/api/attribution.ts";
import { AsTable } from "../components/page/as-table.tsx";
import { percent } from "../text/time.ts";
import { OperationLink, VariableLink } from "../variable/variable-link.tsx";

interface ChainTableProps {
  readonly project: string;
  readonly graph: string;
  readonly chain: readonly ChainStep[];
}

/**
 * Shows the chain as a table. Each row is a step, and each column is a needed detail. A cell says
 * how much of the detail the text of the step contains.
 */
export function ChainTable({ project, graph, chain }: ChainTableProps) {
  const details = [...new Set(chain.flatMap((step) => step.details.map(({ text }) => text)))];
  return (
    <AsTable
      label="Carried information by step"
      columns={["Step", "Variable", ...["Carried", ...details].map((figure) => ({ figure }))]}
    >
      {chain.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chain may visit a variable twice
        <tr key={index} data-decisive={step.decisive}>
          <th scope="row">
            {step.op === null ? (
              step.role
            ) : (
              <OperationLink {...{ project, graph, op: step.op }} name={step.opName ?? step.op} />
            )}
            {step.decisive ? " ✗" : ""}
          </th>
          <td>
            <VariableLink {...{ project, graph }} variable={step.variable} limit={60} />
          </td>
          <td className="number">{percent(step.carried)}</td>
          {details.map((text) => {
            const carried = step.details.find((detail) => detail.text === text)?.carried;
            return (
              <td key={text} className="number">
                {carried === undefined ? "–" : percent(carried)}
              </td>
            );
          })}
        </tr>
      ))}
    </AsTable>
  );
}
