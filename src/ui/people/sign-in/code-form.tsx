/** The second step of a sign-in: a code from the authenticator app, or a recovery code. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { enterCode } from "../../api/account.ts";
import { Field } from "../../components/form/field.tsx";
import { Failure } from "../../components/page/states.tsx";
import { ownAddress } from "../own-address.ts";

export function CodeForm({ next }: { next: string | undefined }) {
  const client = useQueryClient();
  const [code, setCode] = useState("");
  const [isRecovery, setRecovery] = useState(false);
  const [trustBrowser, setTrust] = useState(false);
  const enter = useMutation({
    mutationFn: () => enterCode({ code, isRecovery, trustBrowser }),
    onSuccess: () => {
      client.clear();
      window.location.assign(ownAddress(next));
    },
  });
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          enter.mutate();
        }}
      >
        <Field
          key={`${isRecovery}`}
          label={isRecovery ? "Recovery code" : "Code of your authenticator app"}
          autoComplete={isRecovery ? "off" : "one-time-code"}
          inputMode={isRecovery ? "text" : "numeric"}
          required
          autoFocus
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <label className="check">
          <input type="checkbox" checked={trustBrowser} onChange={() => setTrust(!trustBrowser)} />{" "}
          Trust this browser for 30 days
        </label>
        {enter.error ? <Failure error={enter.error} what="You are not signed in" /> : null}
        <button type="submit" className="button primary wide" disabled={enter.isPending}>
          {enter.isPending ? "Signing in…" : "Sign in"}
        </button>
      </form>
      <p>
        <button
          type="button"
          className="button small"
          onClick={() => {
            setRecovery(!isRecovery);
            setCode("");
          }}
        >
          {isRecovery ? "Use the app instead" : "Use a recovery code instead"}
        </button>
      </p>
      <p className="muted">
        <a href="/sign-in">Sign in as somebody else</a>
      </p>
    </>
  );
}
