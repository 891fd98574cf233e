/** Adds cases to a collection that is chosen from a list, or to a new one. */
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Field, Select } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";

interface Collection {
  readonly id: string;
  readonly name: string;
}

interface AddToCollectionProps<Outcome> {
  /** Such as "dataset". */
  readonly of: string;
  /** Label of the submit button. */
  readonly action: string;
  readonly known: readonly Collection[];
  /** Suggested name of a new one. */
  readonly suggested: string;
  readonly create: (name: string) => Promise<{ readonly id: string }>;
  readonly add: (id: string) => Promise<Outcome>;
  readonly onAdded: () => unknown;
  readonly onClose: () => void;
  readonly children: (outcome: Outcome, id: string) => ReactNode;
}

const NEW = "";

export function AddToCollection<Outcome>(props: AddToCollectionProps<Outcome>) {
  const { of, known, create, add, onAdded } = props;
  const [picked, setPicked] = useState<string>();
  const [name, setName] = useState(props.suggested);
  const chosen = picked ?? known[0]?.id ?? NEW;
  const change = useMutation({
    mutationFn: async () => {
      const id = chosen === NEW ? (await create(name)).id : chosen;
      // A second attempt must not create another one.
      setPicked(id);
      return { id, outcome: await add(id) };
    },
    onSuccess: () => onAdded(),
  });
  return (
    <FormDialog
      title={`Add to a ${of}`}
      action={props.action}
      change={change}
      failure="Nothing was added"
      cancel={change.data ? "Done" : "Cancel"}
      onClose={props.onClose}
    >
      <Select
        label={of.slice(0, 1).toUpperCase() + of.slice(1)}
        value={chosen}
        options={[
          ...known.map((each) => ({ value: each.id, label: each.name })),
          { value: NEW, label: "A new one" },
        ]}
        onChange={setPicked}
      />
      {chosen === NEW ? (
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
