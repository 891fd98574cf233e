/** Lets an owner or admin decide which label of the case is compared with the verdict. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CaseLabels, Label } from "../../../protocol/api/annotation/labels.ts";
import { adjudicate, refreshLabels } from "../../api/labels.ts";
import { ApiFailure } from "../../api/request.ts";
import { Failure } from "../../components/page/states.tsx";
import { LabelFields } from "./label-fields.tsx";
import { LabelLine } from "./label-line.tsx";
import type { LabelPanelProps } from "./label-panel-props.ts";

export function Adjudication({
  project,
  item,
  attribution,
  labels,
}: LabelPanelProps & { labels: CaseLabels }) {
  /**
   * When the form opens, this is set to the `number` of the newest label. It is null while the form
   * is closed.
   */
  const [seen, setSeen] = useState<number | null>(null);
  const client = useQueryClient();
  const refresh = () => refreshLabels(client, project, item.id);
  const change = useMutation({
    mutationFn: ({ label, as }: { label: Label | null; as: number }) =>
      adjudicate(project, item.id, label, as),
    onSuccess: () => {
      setSeen(null);
      return refresh();
    },
    // Perhaps another person has added a label. Load it, but keep what was typed in the form.
    onError: refresh,
  });
  const isAdjudicated = labels.labelState === "adjudicated";
  const news = seen === null ? [] : labels.items.filter(({ number }) => number > seen);
  const isOutdated = change.error instanceof ApiFailure && change.error.status === 409;
  const start = labels.label ?? labels.items.find(({ isCurrent }) => isCurrent)?.label ?? null;
  return (
    <div className="adjudication">
      <p className="ask">
        <button
          type="button"
          className="button"
          aria-expanded={seen !== null}
          onClick={() => {
            change.reset();
            setSeen(seen === null ? labels.newest : null);
          }}
        >
          {isAdjudicated ? "Adjudicate again" : "Adjudicate"}
        </button>
        {isAdjudicated ? (
          <button
            type="button"
            className="button"
            disabled={change.isPending}
            onClick={() => change.mutate({ label: null, as: labels.newest })}
          >
            Withdraw the adjudication
          </button>
        ) : null}
      </p>
      {news.length > 0 && seen !== null ? (
        <div className="label-news" role="status">
          <p>
            <b>Somebody added labels after you began.</b> Your text is kept.
          </p>
          <ul className="label-list">
            {news.map((row) => (
              <li key={row.number}>
                <LabelLine row={row} />
              </li>
            ))}
          </ul>
          <button type="button" className="button" onClick={() => setSeen(labels.newest)}>
            I have seen the new labels
          </button>
        </div>
      ) : null}
      {seen === null ? null : (
        <LabelFields
          {...{ project, item, attribution, start }}
          action="Decide"
          busy={change.isPending || news.length > 0}
          onSave={(label) => change.mutate({ label, as: seen })}
        />
      )}
      {isOutdated && change.variables?.label === null ? (
        <p role="alert" className="bad">
          The adjudication was not withdrawn, because somebody changed the labels at the same time.
          The list now shows the new labels. Read them, then try again to withdraw the adjudication.
        </p>
      ) : change.error && !(isOutdated && (news.length > 0 || seen === labels.newest)) ? (
        <Failure error={change.error} what="The adjudication was not saved" />
      ) : null}
    </div>
  );
}
