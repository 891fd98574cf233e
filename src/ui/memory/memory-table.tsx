import { Link, useNavigate } from "@tanstack/react-router";
import { LEDGER_FLAGS } from "../../protocol/api/explorer/ledger-words.ts";
import type { GraphMemory, NotableUnit } from "../../protocol/api/explorer/memory.ts";
import { WideTable } from "../components/page/wide-table.tsx";
import { Moment } from "../components/text/moment.tsx";
import { FLAG_WORDS } from "../ledger/flag-words.ts";
import { useListKeys } from "../shell/keyboard.ts";
import { firstWords } from "../text/recorded-text.ts";
import { shortenMiddle } from "../text/shorten.ts";
import { count, wrongAnswers } from "../text/time.ts";
import type { MemorySearch } from "./memory-search.ts";

interface MemoryTableProps {
  readonly project: string;
  readonly graphs: readonly GraphMemory[];
  readonly onChange: (changed: Partial<Record<keyof MemorySearch, unknown>>) => void;
}

/** Lists graphs. Each row names the graph's units that most need attention. */
export function MemoryTable({ project, graphs, onChange }: MemoryTableProps) {
  const navigate = useNavigate();
  const selected = useListKeys(graphs, ({ graph }) =>
    navigate({ to: "/p/$project/graphs/$graph/ledger", params: { project, graph } }),
  );
  return (
    <WideTable
      className="memory-table"
      columns={[
        "Graph",
        "System",
        { figure: "Units" },
        "Flags",
        { figure: "Caused wrong answers" },
        { figure: "Empty searches" },
        "Units to check",
        "Changed",
      ]}
    >
      {graphs.map((item, index) => (
        <tr key={item.graph} data-selected={index === selected}>
          <th scope="row">
            <Link
              data-row-link
              to="/p/$project/graphs/$graph/ledger"
              params={{ project, graph: item.graph }}
              title={item.graph}
            >
              <code>{shortenMiddle(item.graph, 32)}</code>
            </Link>
            {item.isCurrent ? null : (
              <span
                className="tag"
                title="Events arrived after this graph was counted. Open the graph to count it again"
              >
                newer events
              </span>
            )}
          </th>
          <td>
            {item.system === null ? (
              <span className="muted">–</span>
            ) : (
              <button
                type="button"
                className="link-button"
                title={`Show only graphs of ${item.system}`}
                onClick={() => onChange({ system: item.system })}
              >
                {shortenMiddle(item.system, 24)}
              </button>
            )}
          </td>
          <td className="number" title={`${count(item.held)} of them in the memory`}>
            {count(item.units)}
          </td>
          <td>
            <FlagCounts item={item} />
          </td>
          <td className="number">
            {item.wrong === 0 ? "0" : <b className="bad">{count(item.wrong)}</b>}
          </td>
          <td className="number">{count(item.emptySearches)}</td>
          <td>
            <Notable project={project} graph={item.graph} units={item.notable} />
          </td>
          <td>{item.changedAt === null ? "–" : <Moment iso={item.changedAt} />}</td>
        </tr>
      ))}
    </WideTable>
  );
}

function FlagCounts({ item: { flags } }: { item: GraphMemory }) {
  const found = LEDGER_FLAGS.filter((flag) => flags[flag] > 0);
  if (found.length === 0) return <span className="muted">none</span>;
  return (
    <span className="memory-flags">
      {found.map((flag) => (
        <span key={flag} className="flag" title={FLAG_WORDS[flag].how}>
          {FLAG_WORDS[flag].name} {count(flags[flag])}
        </span>
      ))}
    </span>
  );
}

/** Maximum number of units that a row names. */
const SHOWN = 2;

interface NotableProps {
  readonly project: string;
  readonly graph: string;
  readonly units: readonly NotableUnit[];
}

function Notable({ project, graph, units }: NotableProps) {
  if (units.length === 0) return <span className="muted">–</span>;
  return (
    <ul className="notable">
      {units.slice(0, SHOWN).map(({ name, text, flags, wrong }) => (
        <li key={name}>
          <Link
            to="/p/$project/graphs/$graph/ledger"
            params={{ project, graph }}
            search={{ unit: name }}
            className="one-line"
          >
            {firstWords(text, 80) || shortenMiddle(name, 40)}
          </Link>
          <span className="muted">
            {[
              ...(wrong === 0 ? [] : [`caused ${wrongAnswers(wrong)}`]),
              ...flags.map((flag) => FLAG_WORDS[flag].name.toLowerCase()),
            ].join(", ")}
          </span>
        </li>
      ))}
    </ul>
  );
}
