/** What people say about the verdict: your label, everybody's, and the one that counts. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { CaseLabels, Label } from "../../../protocol/api/annotation/labels.ts";
import { joinedLabels, labelsQuery, refreshLabels, setLabel } from "../../api/labels.ts";
import { whoamiQuery } from "../../api/resources.ts";
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

export function LabelPanel(props: LabelPanelProps) {
  const { project, item } = props;
  const query = useInfiniteQuery(labelsQuery(project, item.id));
  const labels = joinedLabels(query.data?.pages ?? []);
  return (
    <section className="label-panel" aria-label="Labels">
      <Loaded query={query} what="The labels could not be loaded">
        {() =>
          labels === undefined ? null : (
            <Labels {...props} labels={labels}>
              <ShowMore query={query}>Show older labels</ShowMore>
            </Labels>
          )
        }
      </Loaded>
    </section>
  );
}

interface LabelsProps extends LabelPanelProps {
  readonly labels: CaseLabels;
  /** Shown below the history. */
  readonly children: ReactNode;
}

function Labels({ labels, children, ...props }: LabelsProps) {
  const { project, item, attribution } = props;
  const scopes = useQuery(whoamiQuery(project)).data?.scopes ?? [];
  const current = labels.items.filter(({ isCurrent }) => isCurrent);
  const own = current.find(({ author, isAdjudication }) => author.isYou && !isAdjudication);
  const others = current
    .filter(({ isAdjudication }) => !isAdjudication)
    .filter((row) => row !== own);
  const earlier = labels.items.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <LabelStatus item={item} labels={labels} />
      {scopes.includes("write") ? (
        <OwnLabel {...{ project, item, attribution }} own={own?.label ?? null}>
          {own ? <LabelLine row={own} /> : null}
        </OwnLabel>
      ) : null}
      {others.length === 0 ? null : (
        <ul className="label-list" aria-label="Labels of others">
          {others.map((row) => (
            <li key={row.number}>
              <LabelLine row={row} />
            </li>
          ))}
        </ul>
      )}
      {scopes.includes("admin") ? <Adjudication {...props} labels={labels} /> : null}
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

interface OwnLabelProps extends LabelPanelProps {
  readonly own: Label | null;
  readonly children: ReactNode;
}

function OwnLabel({ project, item, attribution, own, children }: OwnLabelProps) {
  const [editing, setEditing] = useState(false);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (label: Label | null) => setLabel(project, item.id, label),
    onSuccess: () => {
      setEditing(false);
      return refreshLabels(client, project, item.id);
    },
  });
  return (
    <div className="own-label">
      {own ? (
        <>
          {children}
          <p className="ask">
            <EditButton {...{ editing, setEditing }}>Change your label</EditButton>
            <button
              type="button"
              className="button"
              disabled={change.isPending}
              onClick={() => change.mutate(null)}
            >
              Remove your label
            </button>
          </p>
        </>
      ) : (
        <p className="ask">
          {attribution.outcome === "attributed" ? (
            <>
              <b>Is the verdict right?</b>
              <button
                type="button"
                className="button"
                disabled={change.isPending}
                onClick={() => {
                  const { errorType, op, link } = attribution;
                  change.mutate({ errorType, op, link, reason: "", also: [] });
                }}
              >
                <Icon name="check" size={14} /> Agree
              </button>
              <EditButton {...{ editing, setEditing }}>Label differently</EditButton>
            </>
          ) : (
            <>
              <b>Do you know what went wrong?</b>
              <EditButton {...{ editing, setEditing }}>Label</EditButton>
            </>
          )}
        </p>
      )}
      {editing ? (
        <LabelFields
          {...{ project, item, attribution }}
          start={own}
          action="Save the label"
          busy={change.isPending}
          onSave={(label) => change.mutate(label)}
        />
      ) : null}
      {change.error ? <Failure error={change.error} what="The label was not saved" /> : null}
    </div>
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
