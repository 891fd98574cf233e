/** Adds selected cases to a new or existing queue. */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { MAX_QUEUE_CASES } from "../../../protocol/limits.ts";
import { Field, Select } from "../../components/form/field.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { count } from "../../text/time.ts";
import {
  addToQueue,
  createQueue,
  type QueueSelection,
  queueQuery,
  queuesQuery,
} from "../queues-api.ts";
import { QueueFields, useQueueDraft } from "./queue-fields.tsx";

interface AddToQueueProps {
  readonly project: string;
  /**
   * The cases to add: the ids of selected cases, or a function that returns the list's filter. The
   * function is called when the person sends the form.
   */
  readonly of: readonly string[] | (() => QueueSelection);
}

export function AddToQueue(props: AddToQueueProps) {
  const [choosing, setChoosing] = useState(false);
  const isPicked = typeof props.of !== "function";
  return (
    <>
      <button
        type="button"
        className={isPicked ? "button small" : "button"}
        onClick={() => setChoosing(true)}
      >
        Add to a queue
      </button>
      {choosing ? <ChooseQueue {...props} onClose={() => setChoosing(false)} /> : null}
    </>
  );
}

const NEW = "";

interface Added {
  readonly queue: string;
  readonly added: number;
  readonly known: number;
}

function ChooseQueue({ project, of, onClose }: AddToQueueProps & { readonly onClose: () => void }) {
  const [picked, setPicked] = useState<string>();
  const [sample, setSample] = useState("");
  const { draft, isComplete, change } = useQueueDraft("Cases to label");
  const client = useQueryClient();
  const queues = useInfiniteQuery(queuesQuery(project)).data?.pages ?? [];
  const open = queues.flatMap(({ items }) => items).filter(({ state }) => state === "open");
  const chosen = picked ?? open[0]?.id ?? NEW;
  const add = useMutation({
    mutationFn: async (): Promise<Added> => {
      const cases = selectionOf(of, sample);
      if (chosen !== NEW) {
        const { added, known } = await addToQueue(project, chosen, cases);
        return { queue: chosen, added, known };
      }
      const made = await createQueue(project, { ...draft, cases });
      // Choose the new queue. If the person sends the form again, the cases are then added to it,
      // and no second queue is created.
      setPicked(made.id);
      return { queue: made.id, added: made.cases, known: 0 };
    },
    onSuccess: async ({ queue }) => {
      await client.invalidateQueries({ queryKey: queuesQuery(project).queryKey });
      await client.invalidateQueries({ queryKey: queueQuery(project, queue).queryKey });
    },
  });
  return (
    <FormDialog
      title="Add to a queue"
      action="Add"
      change={add}
      failure="No case was added"
      incomplete={chosen === NEW && !isComplete}
      cancel={add.data ? "Done" : "Cancel"}
      onClose={onClose}
    >
      <p>{wordsFor(of)}</p>
      <Select
        label="Queue"
        value={chosen}
        options={[
          ...open.map(({ id, name }) => ({ value: id, label: name })),
          { value: NEW, label: "A new one" },
        ]}
        onChange={setPicked}
      />
      {typeof of === "function" ? (
        <Field
          label="Maximum number of cases, chosen at random"
          type="number"
          min={1}
          max={MAX_QUEUE_CASES}
          placeholder="all"
          value={sample}
          onChange={({ target }) => setSample(target.value)}
        />
      ) : null}
      {chosen === NEW ? <QueueFields project={project} draft={draft} onChange={change} /> : null}
      {add.data ? <Outcome project={project} {...add.data} /> : null}
    </FormDialog>
  );
}

function Outcome({ project, queue, added, known }: Added & { readonly project: string }) {
  return (
    <>
      <p role="status">
        {count(added)} {added === 1 ? "case was" : "cases were"} added
        {known === 0 ? "." : `; ${count(known)} were in the queue already.`}
      </p>
      <p>
        <Link to="/p/$project/queues/$queue" params={{ project, queue }}>
          Open the queue
        </Link>
      </p>
    </>
  );
}

function selectionOf(of: AddToQueueProps["of"], sample: string): QueueSelection {
  if (typeof of !== "function") return { cases: [...of] };
  return { ...of(), ...(sample === "" ? {} : { sample: { size: Number(sample), seed: "" } }) };
}

function wordsFor(of: AddToQueueProps["of"]): string {
  if (typeof of === "function") {
    return "MemTrace will add the cases that match the filters of the list.";
  }
  return of.length === 1
    ? "MemTrace will add the picked case."
    : `MemTrace will add ${count(of.length)} picked cases.`;
}
