/**
 * Shown on project pages until the person confirms their address. Hidden if the service sends no
 * e-mail.
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
