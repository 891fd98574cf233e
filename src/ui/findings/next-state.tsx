/**
 * Offers the actions that the finding's state allows. The person can add a note for other readers.
 */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Finding, UpdateFinding } from "../../protocol/api/insights/findings.ts";
import { Field } from "../components/form/field.tsx";
import { Failure } from "../components/page/states.tsx";
import { changeFinding, useShowFinding } from "./findings-api.ts";

type Next = NonNullable<UpdateFinding["state"]>;

const STEPS: Readonly<Record<Finding["state"], readonly (readonly [Next, string])[]>> = {
  open: [
    ["fixed", "Mark as fixed"],
    ["acknowledged", "Acknowledge"],
  ],
  reopened: [
    ["fixed", "Mark as fixed"],
    ["acknowledged", "Acknowledge"],
  ],
  acknowledged: [
    ["fixed", "Mark as fixed"],
    ["open", "Open again"],
  ],
  fixed: [["open", "Open again"]],
};

export function NextState({ project, finding }: { project: string; finding: Finding }) {
  const [note, setNote] = useState("");
  const show = useShowFinding(project);
  const change = useMutation({
    mutationFn: (state: Next) => changeFinding(project, finding.id, { state, note: note.trim() }),
    onSuccess: (changed) => {
      setNote("");
      return show(changed);
    },
  });
  return (
    <section className="panel next-state" aria-label="Change the state">
      <Field
        label="Note"
        placeholder="what you found, what you changed"
        maxLength={2_000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="next-state-steps">
        {STEPS[finding.state].map(([state, label], index) => (
          <button
            key={state}
            type="button"
            className={index === 0 ? "button primary" : "button"}
            disabled={change.isPending}
            onClick={() => change.mutate(state)}
          >
            {label}
          </button>
        ))}
      </div>
      {change.error ? <Failure error={change.error} what="The finding was not changed" /> : null}
    </section>
  );
}
