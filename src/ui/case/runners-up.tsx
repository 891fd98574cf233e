import { Link } from "@tanstack/react-router";
import type { Suspect } from "../../protocol/api/attribution.ts";
import { Confidence } from "../cases/case-row.tsx";
import { TypeChip } from "../components/text/type-chip.tsx";

interface RunnersUpProps {
  readonly project: string;
  readonly graph: string;
  readonly isDecided: boolean;
  readonly suspects: readonly Suspect[];
  readonly shown: string | undefined;
  readonly onShow: (op: string) => void;
}

/**
 * Lists the suspected operations except the decisive one. For each of them, says why the verdict
 * does not name it.
 */
export function RunnersUp({ project, graph, isDecided, suspects, shown, onShow }: RunnersUpProps) {
  if (suspects.length === 0) return null;
  return (
    <section className="panel runners-up">
      <header className="panel-header">
        <h2>{isDecided ? "Other suspects, ruled out" : "Suspects, none of them certain"}</h2>
      </header>
      <ul>
        {suspects.map(({ op, opName, errorType, confidence, whyNot }) => (
          <li key={`${op} ${errorType}`}>
            <span>
              <button
                type="button"
                className="link-button"
                aria-pressed={op === shown}
                onClick={() => onShow(op)}
              >
                <code>{opName}</code>
              </button>{" "}
              <Link
                to="/p/$project/graphs/$graph/operations/$op"
                params={{ project, graph, op }}
                aria-label={`Open ${opName} in the graph`}
              >
                in the graph
              </Link>
            </span>
            <TypeChip type={errorType} />
            <Confidence value={confidence} />
            <p className="soft">{whyNot}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
