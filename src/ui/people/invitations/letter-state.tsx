import type { LetterState } from "../../../protocol/people/mail.ts";

const WORDS: Readonly<Record<LetterState, string>> = {
  queued: "waiting",
  sent: "sent",
  bounced: "refused by the address",
  suppressed: "not sent: the address refuses e-mails",
  failed: "not sent",
  dropped: "not sent",
};

/** Shows whether the invitation's e-mail was delivered. */
export function LetterOfInvitation({ state }: { state: LetterState | null }) {
  const isBad = state !== null && state !== "queued" && state !== "sent";
  return <span className={isBad ? "bad" : "muted"}>{state === null ? "none" : WORDS[state]}</span>;
}
