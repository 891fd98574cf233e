import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { signIn } from "../api/people.ts";
import { ApiFailure } from "../api/request.ts";
import { Field } from "../components/form/field.tsx";
import { Icon } from "../components/page/icon.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { Failure } from "../components/page/states.tsx";
import { DoorFrame } from "./door-frame.tsx";
import { InvitedNote } from "./invitations/invited-note.tsx";
import { ownAddress } from "./own-address.ts";
import { CodeForm } from "./sign-in/code-form.tsx";
import { OtherWays } from "./sign-in/other-ways.tsx";
import { ProviderFailureNote } from "./sign-in/provider-failure.tsx";

const route = getRouteApi("/sign-in");

export function SignInPage() {
  useTitle("Sign in");
  const { next, failed, step } = route.useSearch();
  const client = useQueryClient();
  const [needsCode, setNeedsCode] = useState(step === "code");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const enter = useMutation({
    mutationFn: () => signIn({ email, password }),
    onSuccess: (answer) => {
      if (answer.needsCode) return setNeedsCode(true);
      client.clear();
      window.location.assign(ownAddress(next));
    },
  });
  if (needsCode) {
    return (
      <DoorFrame title="Enter your code">
        <CodeForm next={next} />
      </DoorFrame>
    );
  }
  return (
    <DoorFrame title="Sign in">
      <InvitedNote next={next} />
      {failed === undefined ? null : <ProviderFailureNote failed={failed} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          enter.mutate();
        }}
      >
        <Field
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {enter.error ? <SignInFailure error={enter.error} /> : null}
        <button type="submit" className="button primary wide" disabled={enter.isPending}>
          {enter.isPending ? "Signing in…" : "Sign in"}
        </button>
      </form>
      <OtherWays next={next} />
      <p className="muted">
        <Link to="/sign-in/sso" search={{ next }}>
          Sign in with SSO
        </Link>
      </p>
      <p className="muted">
        <Link to="/forgot-password">Forgot your password?</Link>
      </p>
      <p className="muted">
        New here?{" "}
        <Link to="/sign-up" search={{ next }}>
          Create an account
        </Link>
      </p>
    </DoorFrame>
  );
}

function SignInFailure({ error }: { error: Error }) {
  const refused = error instanceof ApiFailure && error.status === 401;
  if (!refused) return <Failure error={error} what="You are not signed in" />;
  return (
    <div className="failure" role="alert">
      <Icon name="warning" /> The e-mail address or the password is wrong.
    </div>
  );
}
