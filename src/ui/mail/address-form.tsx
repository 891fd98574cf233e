/** Shows the e-mail address and whether it is confirmed. A form changes it. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { changeAddress, mailSettingsQuery } from "../api/mail.ts";
import { signedInQuery } from "../api/people.ts";
import { Field } from "../components/form/field.tsx";
import { Failure } from "../components/page/states.tsx";

export function AddressForm() {
  const person = useQuery(signedInQuery).data?.user;
  const sendsMail = useQuery(mailSettingsQuery).data?.sendsMail;
  const [newEmail, setNew] = useState("");
  const [currentPassword, setCurrent] = useState("");
  const change = useMutation({
    mutationFn: () => changeAddress({ newEmail, currentPassword }),
    onSuccess: () => setCurrent(""),
  });
  return (
    <form
      className="panel settings"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <h2>E-mail address</h2>
      <p>
        {person?.email ?? "\u00a0"}{" "}
        <span className="muted">{person?.emailVerified ? "confirmed" : "not confirmed"}</span>
      </p>
      {sendsMail === false ? (
        <p className="muted">
          This installation sends no e-mail, so the address cannot be confirmed or changed.
        </p>
      ) : (
        <>
          <Field
            label="New address"
            type="email"
            autoComplete="email"
            required
            hint="MemTrace sends a confirmation link to the new address and a notice to the old address."
            value={newEmail}
            onChange={(event) => setNew(event.target.value)}
          />
          <Field
            label="Your password"
            type="password"
            autoComplete="current-password"
            required
            value={currentPassword}
            onChange={(event) => setCurrent(event.target.value)}
          />
          {change.error ? (
            <Failure error={change.error} what="The address was not changed" />
          ) : null}
          {change.isSuccess ? (
            <p className="good" role="status">
              An e-mail with a link is on its way to {newEmail}. The address changes when you open
              the link.
            </p>
          ) : null}
          <p>
            <button type="submit" className="button primary" disabled={change.isPending}>
              Change the address
            </button>
          </p>
        </>
      )}
    </form>
  );
}
