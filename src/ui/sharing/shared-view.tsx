import type { SharedView } from "../../protocol/api/sharing/public-content.ts";
import { Empty } from "../components/page/states.tsx";
import { TypeChip, UndecidedChip } from "../components/text/type-chip.tsx";
import { firstLine, shortenMiddle } from "../text/shorten.ts";
import { count, exactTime } from "../text/time.ts";

export function SharedViewCases({ view }: { view: SharedView }) {
  const { name, cases, isComplete } = view;
  return (
    <article>
      <header>
        <h1>{name}</h1>
        <p className="muted">
          {isComplete ? "" : "The latest "}
          {cases.length === 1 ? "1 case" : `${count(cases.length)} cases`}
        </p>
      </header>
      {cases.length === 0 ? (
        <Empty title="No case matches now">
          <p>
            This page shows the cases that match the filters of the view at the time you open it.
          </p>
        </Empty>
      ) : (
        <ul className="panel shared-cases">
          {cases.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cases have no id here and never move
            <li key={index}>
              <b>{firstLine(item.query, 240)}</b>
              <span>
                Expected {firstLine(item.expected.join(" · "), 160) || "–"}; answered{" "}
                {firstLine(item.prediction, 160) || "(empty)"}
              </span>
              <span className="muted">
                <Outcome item={item} /> {exactTime(item.occurredAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

function Outcome({ item }: { item: SharedView["cases"][number] }) {
  if (item.outcome === "undecided") return <UndecidedChip />;
  if (item.errorType === null) return <span>{item.state}</span>;
  return (
    <>
      <TypeChip type={item.errorType} />{" "}
      {item.opName === null ? null : <code>{shortenMiddle(item.opName, 40)}</code>}
    </>
  );
}
