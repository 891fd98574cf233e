import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_QUEUE_LABELS, MAX_QUEUE_NAME_CHARS } from "../../../protocol/limits.ts";
import { signedInQuery } from "../../api/people.ts";
import { Field, Select } from "../../components/form/field.tsx";
import type { NewQueue } from "../queues-api.ts";
import { PeopleChecks } from "./people-checks.tsx";

type Draft = Omit<NewQueue, "cases" | "people"> & {
  readonly people: readonly string[];
  readonly perItem: number;
  readonly isBlind: boolean;
};

/** The draft of a new queue. Initially, only the signed-in person labels. */
export function useQueueDraft(name = "") {
  const me = useQuery(signedInQuery).data?.user.id;
  const [draft, setDraft] = useState<Partial<Draft>>({ name });
  const whole: Draft = {
    ...{ name: "", people: me === undefined ? [] : [me], perItem: 1, isBlind: true },
    ...draft,
  };
  // An item cannot need more labels than there are chosen people.
  const perItem = Math.max(1, Math.min(whole.perItem, whole.people.length));
  return {
    draft: { ...whole, people: [...whole.people], perItem },
    isComplete: whole.name.trim() !== "" && whole.people.length > 0,
    change: (fields: Partial<Draft>) => setDraft({ ...draft, ...fields }),
  };
}

interface QueueFieldsProps {
  readonly project: string;
  readonly draft: Draft;
  readonly onChange: (fields: Partial<Draft>) => void;
  /** Fields in which the person chooses the cases. */
  readonly children?: React.ReactNode;
}

export function QueueFields({ project, draft, onChange, children }: QueueFieldsProps) {
  const { name, people, perItem, isBlind } = draft;
  const labels = Math.max(1, Math.min(MAX_QUEUE_LABELS, people.length));
  const counts = Array.from({ length: labels }, (_, index) => `${index + 1}`);
  return (
    <>
      <Field
        label="Name"
        required
        maxLength={MAX_QUEUE_NAME_CHARS}
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      {children}
      <PeopleChecks
        project={project}
        chosen={people}
        onChange={(chosen) => onChange({ people: chosen })}
      />
      <Select
        label="Labels of each case"
        value={`${perItem}`}
        options={counts.map((value) => ({
          ...{ value, label: value === "1" ? "by one person" : `by ${value} people` },
        }))}
        onChange={(value) => onChange({ perItem: Number(value) })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={isBlind}
          onChange={({ target }) => onChange({ isBlind: target.checked })}
        />
        <span>
          Blind: the queue hides the verdict and the labels of other people until a person has
          labelled the case.{" "}
          <span className="muted">
            The page of the case still shows the verdict and all labels.
          </span>
        </span>
      </label>
    </>
  );
}
