import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { signIn } from "../api/people.ts";
import { Field } from "../components/field.tsx";
import { useTitle } from "../components/page-header.tsx";
import { Failure } from "../components/states.tsx";
import { DoorFrame } from "./door-frame.tsx";
import { ownAddress } from "./own-address.ts";

const route = getRouteApi("/sign-in");

export function SignInPage() {
  useTitle("Sign in");
  const { next } = route.useSearch();
  const client = useQueryClient();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const enter = useMutation({
    mutationFn: () => signIn({ email, password }),
    onSuccess: () => {
      client.clear();
      window.location.assign(ownAddress(next));
    },
  });
  return (
    <DoorFrame title="Sign in">
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
        {enter.error ? <Failure error={enter.error} what="You are not signed in" /> : null}
        <button type="submit" className="button primary wide" disabled={enter.isPending}>
          {enter.isPending ? "Signing in…" : "Sign in"}
        </button>
      </form>
      <p className="muted">
        New here?{" "}
        <Link to="/sign-up" search={{ next }}>
          Create an account
        </Link>
      </p>
    </DoorFrame>
  );
}
