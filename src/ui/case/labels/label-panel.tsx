/** Shows the labels of a case, and which label counts. */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { CaseLabels, Label, LabelRow } from "../../../protocol/api/annotation/labels.ts";
import type { Attribution } from "../../../protocol/api/attribution.ts";
import { joinedLabels, labelsQuery, refreshLabels, setLabel } from "../../api/labels.ts";
import { useMay } from "../../api/may.ts";
import { Icon } from "../../components/page/icon.tsx";
import { ShowMore } from "../../components/page/show-more.tsx";
import { Failure, Loaded } from "../../components/page/states.tsx";
import { Adjudication } from "./adjudication.tsx";
import { LabelFields } from "./label-fields.tsx";
import { LabelLine } from "./label-line.tsx";
import type { LabelPanelProps } from "./label-panel-props.ts";
import { LabelStatus } from "./label-status.tsx";
import "./labels.css";
import { count } from "../../text/time.ts";

interface PanelProps extends LabelPanelProps {
  /** Buttons for other actions, next to the panel's buttons. */
  readonly children: ReactNode;
}

/** The buttons stay in view. The labels and forms scroll with the page. */
export function LabelPanel({ children, ...props }: PanelProps) {
  const { project, item, attribution } = props;
  const query = useInfiniteQuery(labelsQuery(project, item.id));
  const labels = joinedLabels(query.data?.pages ?? []);
  const [editing, setEditing] = useState(false);
  const mayLabel = useMay(project, "label");
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (label: Label | null) => setLabel(project, item.id, label),
    onSuccess: () => {
      setEditing(false);
      return refreshLabels(client, project, item.id);
    },
  });
  const own = labels?.items.find(isOwn);
  return (
    <section className="label-panel" aria-label="Labels">
      <Loaded query={query} what="The labels could not be loaded">
        {() =>
          labels === undefined ? null : (
            <div className="label-lists">
              <LabelStatus item={item} labels={labels} />
              {own ? <LabelLine row={own} /> : null}
              {editing ? (
                <InView>
                  <LabelFields
                    {...props}
                    start={own?.label ?? null}
                    action="Save the label"
                    busy={change.isPending}
                    onSave={(label) => change.mutate(label)}
                  />
                </InView>
              ) : null}
              {change.error ? (
                <Failure error={change.error} what="The label was not saved" />
              ) : null}
              <OtherLabels {...props} labels={labels}>
                <ShowMore query={query}>Show older labels</ShowMore>
              </OtherLabels>
            </div>
          )
        }
      </Loaded>
      <div className="case-footer">
        {query.data && mayLabel ? (
          <p className="ask">
            <OwnActions
              {...{ attribution, editing, setEditing }}
              isLabelled={own !== undefined}
              busy={change.isPending}
              onLabel={(label) => change.mutate(label)}
            />
          </p>
        ) : null}
        {children}
      </div>
    </section>
  );
}

const isOwn = ({ author, isCurrent, isAdjudication }: LabelRow) =>
  author.isYou && isCurrent && !isAdjudication;

interface OtherLabelsProps extends LabelPanelProps {
  readonly labels: CaseLabels;
  /** Shown below the label history. */
  readonly children: ReactNode;
}

/** Shows other people's labels, the adjudication and the label history. */
function OtherLabels({ labels, children, ...props }: OtherLabelsProps) {
  const mayDecide = useMay(props.project, "admin");
  const others = labels.items.filter((row) => row.isCurrent && !row.isAdjudication && !isOwn(row));
  const earlier = labels.items.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      {others.length === 0 ? null : (
        <ul className="label-list" aria-label="Labels of others">
          {others.map((row) => (
            <li key={row.number}>
              <LabelLine row={row} />
            </li>
          ))}
        </ul>
      )}
      {mayDecide ? <Adjudication {...props} labels={labels} /> : null}
      {earlier.length === 0 ? null : (
        <details className="label-history">
          <summary>Earlier labels ({count(earlier.length)})</summary>
          <ul className="label-list">
            {earlier.map((row) => (
              <li key={row.number}>
                <LabelLine row={row} />
              </li>
            ))}
          </ul>
          {children}
        </details>
      )}
    </>
  );
}

/**
 * Scrolls a form into view when it opens. The button that opens the form is always in view, but the
 * form itself can be far below it.
 */
function InView({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={place} className="label-form">
      {children}
    </div>
  );
}

interface OwnActionsProps {
  readonly attribution: Attribution;
  readonly isLabelled: boolean;
  readonly editing: boolean;
  readonly setEditing: (editing: boolean) => void;
  readonly busy: boolean;
  /** Null withdraws the person's label. */
  readonly onLabel: (label: Label | null) => void;
}

function OwnActions(props: OwnActionsProps) {
  const { attribution, isLabelled, editing, setEditing, busy, onLabel } = props;
  if (isLabelled) {
    return (
      <>
        <EditButton {...{ editing, setEditing }}>Change your label</EditButton>
        <button type="button" className="button" disabled={busy} onClick={() => onLabel(null)}>
          Remove your label
        </button>
      </>
    );
  }
  if (attribution.outcome !== "attributed") {
    return (
      <>
        <b>Do you know what went wrong?</b>
        <EditButton {...{ editing, setEditing }}>Label</EditButton>
      </>
    );
  }
  return (
    <>
      <b>Is the verdict right?</b>
      <button
        type="button"
        className="button"
        disabled={busy}
        onClick={() => {
          const { errorType, op, link } = attribution;
          onLabel({ errorType, op, link, reason: "", also: [] });
        }}
      >
        <Icon name="check" size={14} /> Agree
      </button>
      <EditButton {...{ editing, setEditing }}>Label differently</EditButton>
    </>
  );
}

interface EditButtonProps {
  readonly editing: boolean;
  readonly setEditing: (editing: boolean) => void;
  readonly children: string;
}

function EditButton({ editing, setEditing, children }: EditButtonProps) {
  return (
    <button
      type="button"
      className="button"
      aria-expanded={editing}
      onClick={() => setEditing(!editing)}
    >
      {children}
    </button>
  );
}
