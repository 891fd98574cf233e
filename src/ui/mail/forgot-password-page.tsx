import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { mailSettingsQuery, requestPasswordReset } from "../api/mail.ts";
import { Field } from "../components/form/field.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { Failure, Loaded } from "../components/page/states.tsx";
import { DoorFrame } from "../people/door-frame.tsx";

export function ForgotPasswordPage() {
  useTitle("Forgot password");
  const mail = useQuery(mailSettingsQuery);
  return (
    <DoorFrame title="Forgot your password?">
      <Loaded query={mail} what="The page could not be loaded">
        {({ sendsMail }) => (sendsMail ? <AskForLetter /> : <NoMail />)}
      </Loaded>
      <p className="muted">
        <Link to="/sign-in">Back to sign-in</Link>
      </p>
    </DoorFrame>
  );
}

function AskForLetter() {
  const [email, setEmail] = useState("");
  const ask = useMutation({ mutationFn: () => requestPasswordReset(email) });
  if (ask.isSuccess) {
    return (
      <div role="status">
        <p className="door-text">
          If <strong>{email}</strong> has an account, an e-mail with a link is on its way. The link
          works for an hour.
        </p>
        <p className="muted">
          No e-mail after a few minutes? Look into the spam folder, or try another address.
        </p>
        <p>
          <button type="button" className="button" onClick={() => ask.reset()}>
            Try another address
          </button>
        </p>
      </div>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate();
      }}
    >
      <Field
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        autoFocus
        hint="You get an e-mail with a link to choose a new password."
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {ask.error ? <Failure error={ask.error} what="The e-mail was not requested" /> : null}
      <button type="submit" className="button primary wide" disabled={ask.isPending}>
        {ask.isPending ? "Sending…" : "Send the link"}
      </button>
    </form>
  );
}

function NoMail() {
  return (
    <p className="door-text">
      This installation sends no e-mail, so it cannot send you a link for a new password. Ask the
      people who run the installation for help.
    </p>
  );
}
