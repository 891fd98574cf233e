import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeName } from "../api/account.ts";
import { signedInQuery } from "../api/people.ts";
import { Field } from "../components/form/field.tsx";
import { Failure } from "../components/page/states.tsx";

export function NameForm() {
  const client = useQueryClient();
  const stored = useQuery(signedInQuery).data?.user.name;
  /** Null until the person edits the field. Until then, the field shows the stored name. */
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? stored ?? "";
  const change = useMutation({
    mutationFn: () => changeName(name),
    onSuccess: () => client.invalidateQueries(signedInQuery),
  });
  return (
    <form
      className="panel settings"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <h2>Name</h2>
      <Field
        label="Your name"
        autoComplete="name"
        required
        maxLength={100}
        hint="The members of your organizations see your name beside your labels and comments."
        value={name}
        onChange={(event) => setTyped(event.target.value)}
      />
      {change.error ? <Failure error={change.error} what="The name was not changed" /> : null}
      {change.isSuccess ? (
        <p className="good" role="status">
          The name was changed.
        </p>
      ) : null}
      <p>
        <button
          type="submit"
          className="button primary"
          disabled={change.isPending || name.trim() === "" || name === stored}
        >
          Change the name
        </button>
      </p>
    </form>
  );
}
