/**
 * The target of the unsubscribe link in alert e-mails. It needs no sign-in. It waits for a click,
 * because e-mail scanners also open links.
 */
import { useMutation } from "@tanstack/react-query";
import { setSubscribed } from "../api/request.ts";
import { useTitle } from "../components/page/page-header.tsx";
import { Failure } from "../components/page/states.tsx";
import { DoorFrame } from "../people/door-frame.tsx";
import { useLinkToken } from "./link-token.ts";

export function UnsubscribePage() {
  useTitle("Stop these e-mails");
  const token = useLinkToken();
  return (
    <DoorFrame title="Stop these e-mails">
      {token === "" ? (
        <p className="door-text" role="alert">
          The address of this page is incomplete. Open the link in the e-mail again, or copy the
          whole link.
        </p>
      ) : (
        <Subscription token={token} />
      )}
    </DoorFrame>
  );
}

function Subscription({ token }: { token: string }) {
  const change = useMutation({
    mutationFn: (isSubscribed: boolean) => setSubscribed(token, isSubscribed),
  });
  const { data } = change;
  const isSubscribed = data?.isSubscribed ?? true;
  return (
    <>
      <p className="door-text" role="status">
        {data === undefined
          ? "Click the button to get no more e-mails from the channel that sent you this link. E-mails from other channels do not stop."
          : `${data.address} gets ${isSubscribed ? "e-mails again" : "no more e-mails"} from the channel “${data.channel}”.`}
      </p>
      {change.error ? <Failure error={change.error} what="Nothing was changed" /> : null}
      <button
        type="button"
        className={isSubscribed ? "button primary wide" : "button wide"}
        disabled={change.isPending}
        onClick={() => change.mutate(!isSubscribed)}
      >
        {isSubscribed ? "Stop the e-mails" : "Get the e-mails again"}
      </button>
    </>
  );
}
