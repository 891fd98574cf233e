import { useContext } from "react";
import type { Label, LabelAuthor, LabelRow } from "../../../protocol/api/annotation/labels.ts";
import { Moment } from "../../components/text/moment.tsx";
import { TypeChip } from "../../components/text/type-chip.tsx";
import { shortenMiddle } from "../../text/shorten.ts";
import { OperationNames } from "./operation-names.ts";
import "./labels.css";

export function LabelLine({ row }: { row: LabelRow }) {
  return (
    <>
      <p className="label-line">
        <b>{nameOf(row.author)}</b>
        {row.label === null ? (
          <span className="soft">
            withdrew {row.isAdjudication ? "the adjudication" : "the label"}
          </span>
        ) : (
          <>
            {row.isAdjudication ? <span className="soft">decided</span> : null}
            <Causes label={row.label} />
          </>
        )}
        <span className="muted">
          <Moment iso={row.createdAt} />
        </span>
      </p>
      {row.label === null ? null : <Details label={row.label} />}
    </>
  );
}

/** Names both authors. If one of them is the person at the browser, "You" comes first. */
export function namesOf(one: LabelAuthor, other: LabelAuthor): string {
  const [first, second] = other.isYou ? [other, one] : [one, other];
  return `${nameOf(first)} and ${nameOf(second)}`;
}

export function nameOf({ isYou, kind, name }: LabelAuthor): string {
  if (isYou) return "You";
  return kind === "key" ? `key ${name}` : name;
}

/** Shows all causes of the label, the main cause first. */
function Causes({ label }: { label: Label }) {
  const names = useContext(OperationNames);
  return (
    <>
      {[label, ...label.also].map((cause, place) => (
        <span key={`${cause.errorType} ${cause.op}`} className="label-cause">
          {place === 0 ? "" : "or "}
          <TypeChip type={cause.errorType} full />{" "}
          {cause.op ? (
            <code title={cause.op}>{names.get(cause.op) ?? shortenMiddle(cause.op, 32)}</code>
          ) : null}
        </span>
      ))}
      {label.subKind ? <span className="label-sub-kind">{label.subKind}</span> : null}
    </>
  );
}

function Details({ label }: { label: Label }) {
  const { reason, link, expected, evidence } = label;
  if (!(reason || link || expected || evidence)) return null;
  return (
    <dl className="label-details">
      {reason ? <Detail name="Why">{reason}</Detail> : null}
      {link ? <Detail name="Link">{link}</Detail> : null}
      {expected ? <Detail name="Expected instead">{expected.join(" · ")}</Detail> : null}
      {evidence ? <Detail name="Evidence">{evidence.join(", ")}</Detail> : null}
    </dl>
  );
}

function Detail({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
