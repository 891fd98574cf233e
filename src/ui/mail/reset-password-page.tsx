import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { resetPassword } from "../api/mail.ts";
import { ApiFailure } from "../api/request.ts";
import { Field } from "../components/form/field.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { Failure } from "../components/page/states.tsx";
import { DoorFrame } from "../people/door-frame.tsx";
import { useLinkToken } from "./link-token.ts";

const PASSWORD_CHARACTERS_MIN = 10;

export function ResetPasswordPage() {
  useTitle("New password");
  const token = useLinkToken();
  const [newPassword, setNew] = useState("");
  const reset = useMutation({ mutationFn: () => resetPassword({ token, newPassword }) });
  const hasEnded = reset.error instanceof ApiFailure && reset.error.status === 404;
  return (
    <DoorFrame title="Choose a new password">
      {reset.isSuccess ? (
        <p className="door-text" role="status">
          Your password was changed, and every browser was signed out. Sign in with the new
          password.
        </p>
      ) : token === "" || hasEnded ? (
        <LinkEnded />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            reset.mutate();
          }}
        >
          <Field
            label="New password"
            type="password"
            autoComplete="new-password"
            required
            autoFocus
            minLength={PASSWORD_CHARACTERS_MIN}
            hint={`At least ${PASSWORD_CHARACTERS_MIN} characters, for example several words.`}
            value={newPassword}
            onChange={(event) => setNew(event.target.value)}
          />
          {reset.error ? <Failure error={reset.error} what="The password was not changed" /> : null}
          <button type="submit" className="button primary wide" disabled={reset.isPending}>
            {reset.isPending ? "Changing…" : "Change the password"}
          </button>
        </form>
      )}
      <p className="muted">
        <Link to="/sign-in">Sign in</Link>
      </p>
    </DoorFrame>
  );
}

function LinkEnded() {
  return (
    <div role="alert">
      <p className="door-text">
        This link does not work any more: it was used, has expired or is incomplete.
      </p>
      <p>
        <Link to="/forgot-password" className="button primary">
          Ask for a new link
        </Link>
      </p>
    </div>
  );
}
