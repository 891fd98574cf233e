/** Shows which operations lost facts, with examples. */
import { Link } from "@tanstack/react-router";
import type { MemoryHealth } from "../../protocol/api/explorer/health.ts";
import { WideTable } from "../components/page/wide-table.tsx";
import { Moment } from "../components/text/moment.tsx";
import { TypeChip } from "../components/text/type-chip.tsx";
import { count, exactPercent } from "../text/time.ts";

export function LosingSteps({ health }: { health: MemoryHealth }) {
  const { losses, survival } = health;
  if (losses.length === 0) return <p className="muted">No operation lost a fact.</p>;
  return (
    <WideTable
      className="health-table"
      columns={["Operation", "Loss", { figure: "Facts lost" }, { figure: "Of all losses" }]}
    >
      {losses.map(({ opName, errorType, facts }) => (
        <tr key={`${opName} ${errorType}`}>
          <th scope="row">
            <code>{opName}</code>
          </th>
          <td>
            <TypeChip type={errorType} />
          </td>
          <td className="number">{count(facts)}</td>
          <td className="number">{exactPercent(facts / survival.lost)}</td>
        </tr>
      ))}
    </WideTable>
  );
}

interface ExamplesProps {
  readonly project: string;
  readonly examples: MemoryHealth["examples"];
}

export function LostFacts({ project, examples }: ExamplesProps) {
  if (examples.length === 0) return null;
  return (
    <section aria-label="Examples">
      <h2>Examples of lost facts</h2>
      <ul className="lost-facts">
        {examples.map((fact) => (
          <li key={`${fact.graph} ${fact.message} ${fact.kind} ${fact.detail}`} className="panel">
            <p className="lost-statement">“{fact.statement}”</p>
            <p className="muted">
              {fact.errorType === null ? null : <TypeChip type={fact.errorType} />}{" "}
              {fact.op === null ? null : (
                <Link
                  to="/p/$project/graphs/$graph/operations/$op"
                  params={{ project, graph: fact.graph, op: fact.op }}
                >
                  {fact.opName ?? "the operation"}
                </Link>
              )}{" "}
              lost {fact.kind === "statement" ? null : <>“{fact.detail}” from </>}
              <Link
                to="/p/$project/graphs/$graph"
                params={{ project, graph: fact.graph }}
                search={{ variable: fact.message }}
              >
                what this message states
              </Link>{" "}
              · <Moment iso={fact.at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
