import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { signIn, signUp } from "../api/people.ts";
import { ApiFailure } from "../api/request.ts";
import { Field } from "../components/form/field.tsx";
import { Icon } from "../components/page/icon.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { Failure } from "../components/page/states.tsx";
import { DoorFrame } from "./door-frame.tsx";
import { InvitedNote } from "./invitations/invited-note.tsx";
import { ownAddress } from "./own-address.ts";

const route = getRouteApi("/sign-up");

const PASSWORD_CHARACTERS_MIN = 10;

export function SignUpPage() {
  useTitle("Create an account");
  const { next } = route.useSearch();
  const client = useQueryClient();
  const [person, setPerson] = useState({ name: "", email: "", password: "" });
  const enter = useMutation({
    mutationFn: async () => {
      await signUp(person);
      return signIn({ email: person.email, password: person.password });
    },
    onSuccess: ({ needsCode }) => {
      client.clear();
      // The address already belongs to an account with an authenticator app. The sign-in to this
      // account needs a code.
      if (needsCode) return window.location.assign("/sign-in?step=code");
      window.location.assign(next ? ownAddress(next) : "/start");
    },
  });
  const field = (name: keyof typeof person) => ({
    required: true,
    value: person[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      setPerson({ ...person, [name]: event.target.value }),
  });
  return (
    <DoorFrame title="Create an account">
      <InvitedNote next={next} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          enter.mutate();
        }}
      >
        <Field label="Name" autoComplete="name" autoFocus {...field("name")} />
        <Field label="E-mail" type="email" autoComplete="username" {...field("email")} />
        <Field
          label="Password"
          type="password"
          autoComplete="new-password"
          minLength={PASSWORD_CHARACTERS_MIN}
          hint={`At least ${PASSWORD_CHARACTERS_MIN} characters, for example several words.`}
          {...field("password")}
        />
        {enter.error ? <SignUpFailure error={enter.error} /> : null}
        <button type="submit" className="button primary wide" disabled={enter.isPending}>
          {enter.isPending ? "Creating…" : "Create the account"}
        </button>
      </form>
      <p className="muted">
        Already have an account?{" "}
        <Link to="/sign-in" search={{ next }}>
          Sign in
        </Link>
      </p>
    </DoorFrame>
  );
}

function SignUpFailure({ error }: { error: Error }) {
  const refused = error instanceof ApiFailure && error.status === 401;
  if (!refused) return <Failure error={error} what="The account was not created" />;
  return (
    <div className="failure" role="alert">
      <Icon name="warning" />
      <div>
        MemTrace cannot sign you in with this address and password. If you already have an account,
        sign in with the password of the account. If you have no account, use another address.
      </div>
    </div>
  );
}
