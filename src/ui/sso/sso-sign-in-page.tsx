/**
 * Signs in through an organization's provider. The e-mail address's domain identifies the
 * organization.
 */
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { SSO_PROBLEMS } from "../../protocol/people/sso.ts";
import { Field } from "../components/form/field.tsx";
import { Icon } from "../components/page/icon.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { DoorFrame } from "../people/door-frame.tsx";
import { PROBLEM_WORDS } from "./problem-words.ts";

const route = getRouteApi("/sign-in/sso");

export function SsoSignInPage() {
  useTitle("Sign in with SSO");
  const { next, problem } = route.useSearch();
  const [email, setEmail] = useState("");
  const known = SSO_PROBLEMS.find((each) => each === problem);
  return (
    <DoorFrame title="Sign in with SSO">
      {known ? (
        <div className="failure" role="alert">
          <Icon name="warning" /> <span>{PROBLEM_WORDS[known]}</span>
        </div>
      ) : null}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const query = new URLSearchParams({ email, ...(next === undefined ? {} : { next }) });
          // The service redirects to the provider's host. If the browser submitted the form itself,
          // the content security policy would forbid this redirect.
          window.location.assign(`/api/sso/start?${query}`);
        }}
      >
        <Field
          label="E-mail at your organization"
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <button type="submit" className="button primary wide">
          Continue to your provider
        </button>
      </form>
      <p className="muted">
        <Link to="/sign-in" search={{ next }}>
          Sign in with a password
        </Link>
      </p>
    </DoorFrame>
  );
}
