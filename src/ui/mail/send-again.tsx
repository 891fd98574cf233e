import { useMutation } from "@tanstack/react-query";
import { sendVerification } from "../api/mail.ts";
import { Failure } from "../components/page/states.tsx";

/** Sends the person another e-mail to confirm their address. */
export function SendAgain() {
  const send = useMutation({ mutationFn: sendVerification });
  if (send.isSuccess) {
    return <span role="status">The e-mail is on its way.</span>;
  }
  return (
    <>
      <button
        type="button"
        className="button small"
        disabled={send.isPending}
        onClick={() => send.mutate()}
      >
        {send.isPending ? "Sending…" : "Send the e-mail again"}
      </button>
      {send.error ? <Failure error={send.error} what="The e-mail was not sent" /> : null}
    </>
  );
}
