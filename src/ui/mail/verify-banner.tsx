/**
 * Asks the person on each project page to confirm their address. Hidden when it is confirmed, and
 * if the service cannot send e-mail.
 */
import { useQuery } from "@tanstack/react-query";
import { mailSettingsQuery } from "../api/mail.ts";
import { SendAgain } from "./send-again.tsx";
import "./verify-banner.css";

export function VerifyBanner({ email }: { email: string }) {
  const mail = useQuery(mailSettingsQuery).data;
  if (!mail?.sendsMail) return null;
  return (
    <aside className="verify-banner" aria-label="Unconfirmed account">
      <span>
        Confirm your address: open the link in the e-mail to <strong>{email}</strong>.
      </span>
      <SendAgain />
    </aside>
  );
}
