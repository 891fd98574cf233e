/** Adds cases to an existing or new collection, such as a dataset. */
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Skeleton } from "../page/states.tsx";
import { Field, Select } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";

interface Collection {
  readonly id: string;
  readonly name: string;
}

interface AddToCollectionProps<Outcome> {
  /** Name of the kind of collection, such as "dataset". */
  readonly of: string;
  readonly action: string;
  /** Existing collections. Undefined until loaded. */
  readonly known: readonly Collection[] | undefined;
  /** Suggested name of a new collection. */
  readonly suggested: string;
  readonly create: (name: string) => Promise<{ readonly id: string }>;
  readonly add: (id: string) => Promise<Outcome>;
  /**
   * Called after each attempt. It is also called after a failure, because the attempt may have
   * created the collection and failed only when it added the cases.
   */
  readonly onAdded: () => unknown;
  readonly onClose: () => void;
  readonly children: (outcome: Outcome, id: string) => ReactNode;
}

const NEW = "";

export function AddToCollection<Outcome>(props: AddToCollectionProps<Outcome>) {
  const { of, create, add, onAdded } = props;
  const [picked, setPicked] = useState<string>();
  const [name, setName] = useState(props.suggested);
  const [made, setMade] = useState<Collection>();
  const loaded = props.known ?? [];
  const isKnown = made === undefined || loaded.some(({ id }) => id === made.id);
  const known = isKnown ? loaded : [made, ...loaded];
  const chosen = picked ?? known[0]?.id ?? NEW;
  const change = useMutation({
    mutationFn: async () => {
      if (chosen !== NEW) return { id: chosen, outcome: await add(chosen) };
      const { id } = await create(name);
      // Select the new collection now. If `add` fails, the next attempt then uses this collection
      // and does not create another one.
      setMade({ id, name });
      setPicked(id);
      return { id, outcome: await add(id) };
    },
    onSettled: () => onAdded(),
  });
  return (
    <FormDialog
      title={`Add to a ${of}`}
      action={props.action}
      change={change}
      failure="Nothing was added"
      incomplete={props.known === undefined}
      cancel={change.data ? "Done" : "Cancel"}
      onClose={props.onClose}
    >
      {props.known === undefined ? (
        <Skeleton rows={1} height={32} />
      ) : (
        <Select
          label={of.slice(0, 1).toUpperCase() + of.slice(1)}
          value={chosen}
          options={[
            ...known.map((each) => ({ value: each.id, label: each.name })),
            { value: NEW, label: "A new one" },
          ]}
          onChange={setPicked}
        />
      )}
      {props.known !== undefined && chosen === NEW ? (
        <Field
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      ) : null}
      {change.data ? props.children(change.data.outcome, change.data.id) : null}
    </FormDialog>
  );
}
