/**
 * Shows how many facts of each kind were stated, and how many of them are still in memory. If a
 * period is chosen, also shows the shares of the period before it.
 */
import type { MemoryHealth } from "../../protocol/api/explorer/health.ts";
import type { FactKind } from "../../protocol/api/explorer/survival.ts";
import { WideTable } from "../components/page/wide-table.tsx";
import { count, exactPercent } from "../text/time.ts";
import { ShareBar } from "./share-bar.tsx";

type Survival = MemoryHealth["survival"];

const KIND_WORDS: Readonly<Record<FactKind, string>> = {
  time: "Times and dates",
  number: "Numbers",
  name: "Names",
  statement: "Statements",
};

interface Props {
  readonly health: MemoryHealth;
  /** Memory health in the period before. Undefined if no period is chosen. */
  readonly before: MemoryHealth | undefined;
}

export function SurvivalTable({ health, before }: Props) {
  const columns = ["Facts", { figure: "Stated" }, { figure: "Ever stored" }, "Still in memory"];
  const earlier = (kind: FactKind) => before?.byKind.find((each) => each.kind === kind);
  return (
    <WideTable
      className="health-table"
      columns={before === undefined ? columns : [...columns, "Period before"]}
    >
      <Row name="All" survival={health.survival} before={before?.survival} isCompared={!!before} />
      {health.byKind.map(({ kind, ...survival }) => (
        <Row
          key={kind}
          name={KIND_WORDS[kind]}
          survival={survival}
          before={earlier(kind)}
          isCompared={!!before}
        />
      ))}
    </WideTable>
  );
}

interface RowProps {
  readonly name: string;
  readonly survival: Survival;
  readonly before: Survival | undefined;
  readonly isCompared: boolean;
}

function Row({ name, survival, before, isCompared }: RowProps) {
  const { facts, stored } = survival;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number">{count(facts)}</td>
      <td className="number">{facts === 0 ? "–" : exactPercent(stored / facts)}</td>
      <td>
        <FactShare survival={survival} />
      </td>
      {isCompared ? <td>{before === undefined ? "–" : <FactShare survival={before} />}</td> : null}
    </tr>
  );
}

function FactShare({ survival: { facts, kept, share } }: { survival: Survival }) {
  return <ShareBar share={share} title={`${count(kept)} of ${count(facts)} facts`} />;
}
