/**
 * The target of the link that confirms an address. It waits for a click, because e-mail scanners
 * also open links. Without a link, the page offers to send one.
 */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { confirmAddress } from "../api/mail.ts";
import { signedInQuery, signOut } from "../api/people.ts";
import { ApiFailure } from "../api/request.ts";
import { useTitle } from "../components/page/page-header.tsx";
import { Failure } from "../components/page/states.tsx";
import { DoorFrame } from "../people/door-frame.tsx";
import { useLinkToken } from "./link-token.ts";
import { SendAgain } from "./send-again.tsx";

export function VerifyEmailPage() {
  useTitle("Confirm your address");
  const token = useLinkToken();
  return (
    <DoorFrame title="Confirm your address">
      {token === "" ? <Unverified /> : <WithLink token={token} />}
    </DoorFrame>
  );
}

function WithLink({ token }: { token: string }) {
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => confirmAddress(token),
    onSuccess: () => client.invalidateQueries(signedInQuery),
  });
  if (confirm.isSuccess) {
    return (
      <>
        <p className="door-text" role="status">
          <strong>{confirm.data.email}</strong> is confirmed.
        </p>
        <p>
          <Link to="/" className="button primary">
            Go to my projects
          </Link>
        </p>
      </>
    );
  }
  if (confirm.error instanceof ApiFailure && confirm.error.status === 404) {
    return (
      <>
        <p className="door-text" role="alert">
          {confirm.error.message}
        </p>
        <Unverified />
      </>
    );
  }
  return (
    <>
      <p className="door-text">Confirm that this e-mail address is yours.</p>
      {confirm.error ? (
        <Failure error={confirm.error} what="The address was not confirmed" />
      ) : null}
      <button
        type="button"
        className="button primary wide"
        disabled={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        {confirm.isPending ? "Confirming…" : "Confirm the address"}
      </button>
    </>
  );
}

/** Shown without a valid link. A signed-in person can request a new link here. */
function Unverified() {
  const person = useQuery(signedInQuery).data?.user;
  const client = useQueryClient();
  const leave = useMutation({ mutationFn: signOut, onSettled: () => client.invalidateQueries() });
  if (person === undefined || leave.isSuccess) {
    return (
      <p>
        <Link to="/sign-in" className="button">
          Sign in
        </Link>
      </p>
    );
  }
  if (person.emailVerified) {
    return (
      <p>
        {person.email} is confirmed. <Link to="/">Go to my projects</Link>
      </p>
    );
  }
  return (
    <>
      <p className="door-text">
        Open the link in the e-mail to <strong>{person.email}</strong>.
      </p>
      <SendAgain />
      <p className="muted">
        Not your address?{" "}
        <button type="button" className="link-button" onClick={() => leave.mutate()}>
          Sign out
        </button>
      </p>
    </>
  );
}
