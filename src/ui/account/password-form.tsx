import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { connectionsQuery } from "../api/connections.ts";
import { browsersQuery, changePassword } from "../api/people.ts";
import { Field } from "../components/form/field.tsx";
import { Failure } from "../components/page/states.tsx";

export function PasswordForm() {
  const client = useQueryClient();
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const [revokeOtherSessions, setRevoke] = useState(true);
  const [removeConnectedApps, setRemove] = useState(true);
  const change = useMutation({
    mutationFn: () =>
      changePassword({ currentPassword, newPassword, revokeOtherSessions, removeConnectedApps }),
    onSuccess: async () => {
      setCurrent("");
      setNew("");
      await Promise.all([
        client.invalidateQueries(browsersQuery),
        client.invalidateQueries(connectionsQuery),
      ]);
    },
  });
  return (
    <form
      className="panel settings"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <h2>Password</h2>
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={currentPassword}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        hint="At least 10 characters"
        value={newPassword}
        onChange={(event) => setNew(event.target.value)}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={revokeOtherSessions}
          onChange={() => setRevoke(!revokeOtherSessions)}
        />{" "}
        Sign out all other browsers
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={removeConnectedApps}
          onChange={() => setRemove(!removeConnectedApps)}
        />{" "}
        Remove the access of all connected apps
      </label>
      {change.error ? <Failure error={change.error} what="The password was not changed" /> : null}
      {change.isSuccess ? (
        <p className="good" role="status">
          The password was changed.
        </p>
      ) : null}
      <p>
        <button type="submit" className="button primary" disabled={change.isPending}>
          Change the password
        </button>
      </p>
    </form>
  );
}
