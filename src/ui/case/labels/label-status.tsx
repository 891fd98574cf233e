import type { ReactNode } from "react";
import type { CaseLabels } from "../../../protocol/api/annotation/labels.ts";
import type { Case } from "../../../protocol/api/api.ts";
import { Icon } from "../../components/page/icon.tsx";
import { count } from "../../text/time.ts";
import { LabelLine } from "./label-line.tsx";

/** Says which label counts and why, and whether it agrees with the verdict. */
export function LabelStatus({ item, labels }: { item: Case; labels: CaseLabels }) {
  const decided = labels.items.find(({ isAdjudication, isCurrent }) => isAdjudication && isCurrent);
  switch (labels.labelState) {
    case "none":
      return null;
    case "disputed":
      return (
        <p className="label-status" role="status">
          <span className="disputed">Disputed</span>{" "}
          {`${count(item.labelledBy)} labels name different causes, so no label counts. An owner or admin decides which label counts.`}
        </p>
      );
    case "adjudicated":
      return (
        <div className="label-status">
          <Compared value={item.agreement}>Adjudicated</Compared>
          {decided ? <LabelLine row={decided} /> : null}
        </div>
      );
    default:
      return (
        <p className="label-status">
          <Compared value={item.agreement}>
            {labels.labelState === "one"
              ? "Labelled"
              : `All ${count(item.labelledBy)} labels agree`}
          </Compared>
        </p>
      );
  }
}

/**
 * `value` says whether the label agrees with the verdict. It is null if the verdict is undecided,
 * because then there is nothing to compare.
 */
function Compared({ value, children }: { value: boolean | null; children: ReactNode }) {
  if (value === null) return <span>{children}; the verdict was undecided</span>;
  return value ? (
    <span className="good">
      <Icon name="check" size={14} /> {children}: the verdict is right
    </span>
  ) : (
    <span className="bad">
      <Icon name="cross" size={14} /> {children}: the verdict is wrong
    </span>
  );
}
