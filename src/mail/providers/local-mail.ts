import type { Mailer } from "../letter.ts";

/** For development: a letter counts as sent and keeps its text, to be read at `/dev/mail`. */
export const localMail: Mailer = {
  isLocal: true,
  send: async () => ({ kind: "sent", status: null }),
};
