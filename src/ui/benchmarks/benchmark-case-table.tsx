import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Benchmark, BenchmarkCase } from "../../protocol/api/annotation/benchmarks.ts";
import { useMay } from "../api/may.ts";
import { Empty, Failure } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { TypeChip } from "../components/text/type-chip.tsx";
import { firstLine } from "../text/shorten.ts";
import { refreshBenchmarks, removeBenchmarkCase } from "./benchmarks-api.ts";

interface BenchmarkCaseTableProps {
  readonly project: string;
  readonly benchmark: Benchmark;
  readonly rows: readonly BenchmarkCase[];
}

export function BenchmarkCaseTable({ project, benchmark, rows }: BenchmarkCaseTableProps) {
  const client = useQueryClient();
  const mayChange = useMay(project, "write");
  const mayRemove = mayChange && benchmark.state === "draft";
  const remove = useMutation({
    mutationFn: (of: string) => removeBenchmarkCase(project, benchmark.id, of),
    onSuccess: () => refreshBenchmarks(client, project),
  });
  if (rows.length === 0) {
    return (
      <Empty title="No case yet">
        <p>
          Pick cases in the{" "}
          <Link to="/p/$project/cases" params={{ project }}>
            list of cases
          </Link>{" "}
          and add them to this benchmark.
        </p>
      </Empty>
    );
  }
  return (
    <>
      {remove.error ? <Failure error={remove.error} what="The case was not removed" /> : null}
      <WideTable
        className="benchmark-cases with-texts"
        columns={[
          "Question",
          "Expected",
          "Answered",
          "Label",
          "Refused",
          ...(mayRemove ? [{ hidden: "Remove" }] : []),
        ]}
      >
        {rows.map((row) => (
          <tr key={row.case}>
            <th scope="row">
              <Question project={project} row={row} />
            </th>
            <td>
              <ClampedText text={row.expected.join(" · ") || "–"} limit={120} />
            </td>
            <td>
              <ClampedText text={row.prediction ?? "–"} limit={120} />
            </td>
            <td>
              <span>
                {row.errorType ? <TypeChip type={row.errorType} /> : "none"}
                {row.op ? (
                  <>
                    {" "}
                    <code>{row.op}</code>
                  </>
                ) : null}
              </span>
            </td>
            <td>
              {row.refusal ? (
                <span className="benchmark-refusal">
                  <ClampedText text={row.refusal} limit={300} />
                </span>
              ) : (
                "–"
              )}
            </td>
            {mayRemove ? (
              <td>
                <button
                  type="button"
                  className="button small quiet"
                  aria-label={`Remove “${firstLine(row.query ?? row.case, 60)}”`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(row.case)}
                >
                  Remove
                </button>
              </td>
            ) : null}
          </tr>
        ))}
      </WideTable>
    </>
  );
}

function Question({ project, row }: { project: string; row: BenchmarkCase }) {
  if (row.query === null) return <code>{row.case}</code>;
  return (
    <Link data-row-link to="/p/$project/cases/$case" params={{ project, case: row.case }}>
      {firstLine(row.query, 160)}
    </Link>
  );
}
