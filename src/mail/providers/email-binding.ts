/** Sends e-mails through Cloudflare's e-mail binding (`send_email` in wrangler.toml). */
import { type Mailer, type SendOutcome, unsubscribeHeaders } from "../letter.ts";

export interface EmailBinding {
  send(message: {
    readonly from: string | { readonly name: string; readonly email: string };
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly html: string;
    readonly headers?: Readonly<Record<string, string>>;
  }): Promise<unknown>;
}

export interface EmailBindingDeps {
  readonly binding: EmailBinding;
  /** The sender, such as `MemTrace <mail@example.com>`. */
  readonly from: string;
}

export function emailBinding({ binding, from }: EmailBindingDeps): Mailer {
  return {
    isLocal: false,
    send: async ({ to, subject, text, html, unsubscribe }) => {
      try {
        await binding.send({
          ...{ from: senderOf(from), to, subject, text, html },
          ...(unsubscribe === null ? {} : { headers: unsubscribeHeaders(unsubscribe) }),
        });
        return { kind: "sent", status: null };
      } catch (error) {
        return outcomeOfCode(codeOf(error));
      }
    },
  };
}

/** Outcomes of permanent errors. Other errors are retried. */
const FINAL: Readonly<Record<string, "bounced" | "refused">> = {
  E_RECIPIENT_SUPPRESSED: "bounced",
  E_VALIDATION_ERROR: "refused",
  E_FIELD_MISSING: "refused",
  E_CONTENT_TOO_LARGE: "refused",
};

function outcomeOfCode(code: string): SendOutcome {
  const error = `Cloudflare answered ${code}.`;
  const kind = FINAL[code];
  if (kind !== undefined) return { kind, status: null, error };
  return {
    kind: "retry",
    status: null,
    error,
    waitSeconds: 0,
    isOutage: code !== "E_DELIVERY_FAILED",
  };
}

/** Returns only the code: the message can contain the address. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^E_[A-Z_]{1,60}$/.test(code) ? code : "without a known code";
}

function senderOf(from: string): string | { name: string; email: string } {
  const [, name, email] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  return email === undefined ? from.trim() : { name: name ?? "", email };
}
