import type { Mailer } from "../letter.ts";

/** For development: every e-mail counts as sent, and `/dev/mail` shows it. */
export const localMail: Mailer = {
  isLocal: true,
  send: async () => ({ kind: "sent", status: null }),
};
