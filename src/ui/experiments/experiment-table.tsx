import { Link } from "@tanstack/react-router";
import type { Experiment } from "../../protocol/api/experiments.ts";
import { WideTable } from "../components/page/wide-table.tsx";
import { Moment } from "../components/text/moment.tsx";
import { count } from "../text/time.ts";
import { ShareOfRight } from "./share-of-right.tsx";

interface ExperimentTableProps {
  readonly project: string;
  readonly rows: readonly Experiment[];
  /** Index of the row that the keyboard selected. */
  readonly selected: number;
}

export function ExperimentTable({ project, rows, selected }: ExperimentTableProps) {
  return (
    <WideTable columns={["Experiment", "Dataset", "Right", { figure: "Questions" }, "When"]}>
      {rows.map(({ id, name, dataset, datasetName, figures, items, state, createdAt }, index) => (
        <tr key={id} data-selected={index === selected}>
          <th scope="row">
            <Link
              data-row-link
              to="/p/$project/experiments/$experiment"
              params={{ project, experiment: id }}
            >
              {name}
            </Link>
          </th>
          <td>
            <Link to="/p/$project/datasets/$dataset" params={{ project, dataset }}>
              {datasetName}
            </Link>
          </td>
          <td>
            <ShareOfRight figures={figures} />
          </td>
          <td className="number">
            {state === "running" ? `${count(figures.answered)} of ` : ""}
            {count(items)}
          </td>
          <td>
            <Moment iso={createdAt} />
          </td>
        </tr>
      ))}
    </WideTable>
  );
}
