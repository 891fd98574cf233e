import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { DatasetItem } from "../../protocol/api/experiments.ts";
import { Empty, Failure } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { Expected } from "./expected.tsx";
import { datasetQuery, deleteItem, itemsQuery } from "./experiments-api.ts";

interface ItemTableProps {
  readonly project: string;
  readonly dataset: string;
  readonly rows: readonly DatasetItem[];
}

export function ItemTable({ project, dataset, rows }: ItemTableProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (item: string) => deleteItem(project, dataset, item),
    onSuccess: () =>
      Promise.all(
        [datasetQuery(project, dataset), itemsQuery(project, dataset)].map(({ queryKey }) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  if (rows.length === 0) {
    return (
      <Empty title="No question yet">
        <p>Choose a file above, or pick cases in the list of cases and add them to this dataset.</p>
      </Empty>
    );
  }
  return (
    <>
      {remove.error ? <Failure error={remove.error} what="The question was not removed" /> : null}
      <WideTable
        className="answers-table"
        columns={["Question", "Expected", "Metadata", "Case", { hidden: "Remove" }]}
      >
        {rows.map(({ id, question, expected, metadata, case: of }) => (
          <tr key={id}>
            <th scope="row">
              <ClampedText text={question} limit={300} />
            </th>
            <td>
              <Expected answers={expected} />
            </td>
            <td>
              <ClampedText text={sayMetadata(metadata)} limit={120} />
            </td>
            <td>
              {of ? (
                <Link to="/p/$project/cases/$case" params={{ project, case: of }}>
                  case
                </Link>
              ) : null}
            </td>
            <td>
              <button
                type="button"
                className="button small quiet"
                aria-label={`Remove “${question.slice(0, 60)}”`}
                disabled={remove.isPending}
                onClick={() => remove.mutate(id)}
              >
                Remove
              </button>
            </td>
          </tr>
        ))}
      </WideTable>
    </>
  );
}

function sayMetadata(metadata: DatasetItem["metadata"]): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
