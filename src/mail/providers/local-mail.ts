import type { Mailer } from "../letter.ts";

/** For development: every e-mail counts as sent, and its text is kept to be read at `/dev/mail`. */
export const localMail: Mailer = {
  isLocal: true,
  send: async () => ({ kind: "sent", status: null }),
};
