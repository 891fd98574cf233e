/** Makes one attempt to send one e-mail and stores its outcome. */
import type {
  ClaimedLetter,
  LetterRepository,
  LetterResult,
} from "../../database/mail/letter-repository.ts";
import type { Mailer, SendOutcome } from "../../mail/letter.ts";
import { LETTER_LIFE_MS, nextLetterAttempt } from "../../mail/retry-schedule.ts";

export interface MailJobDeps {
  readonly letters: LetterRepository;
  /** Null if the installation sends no e-mail. */
  readonly mailer: Mailer | null;
  now(): number;
  /** In [0, 1). */
  random(): number;
}

const NO_MAIL: SendOutcome = {
  ...{ kind: "refused", status: null },
  error: "This installation sends no e-mail.",
};

/**
 * @returns false if the mail provider could not be reached or did not work. Undefined if the e-mail
 * was not due, or must not be sent. True in all other cases
 */
export async function sendLetter(deps: MailJobDeps, id: string): Promise<boolean | undefined> {
  const startedAt = deps.now();
  const claimed = await deps.letters.claim(id, startedAt);
  if (claimed === undefined) return undefined;
  const unsent = whyNotSent(claimed, startedAt);
  const outcome = unsent ?? (await (deps.mailer?.send(outgoing(claimed)) ?? NO_MAIL));
  const endedAt = deps.now();
  await deps.letters.record(
    claimed,
    {
      at: new Date(startedAt).toISOString(),
      ...("error" in outcome
        ? { status: outcome.status, error: outcome.error }
        : { status: outcome.status, error: null }),
    },
    resultOf(outcome, claimed, endedAt, deps.random()),
    { keepText: deps.mailer?.isLocal === true, now: endedAt },
  );
  if (unsent !== undefined) return undefined;
  return outcome.kind !== "retry" || !outcome.isOutage;
}

interface NotSent {
  readonly kind: "suppressed" | "dropped" | "refused";
  readonly status: null;
  readonly error: string;
}

function whyNotSent(
  { isSuppressed, until, firstClaimAt }: ClaimedLetter,
  now: number,
): NotSent | undefined {
  if (isSuppressed) {
    const error = "The address permanently refused an earlier e-mail.";
    return { kind: "suppressed", status: null, error };
  }
  if (until !== null && now >= until) {
    return {
      kind: "dropped",
      status: null,
      error: "The e-mail was too late to be useful, so it was not sent.",
    };
  }
  // An earlier attempt may have succeeded although the provider's answer was lost. The provider
  // then recognises a repeated attempt by its idempotency key. After this time, it may have
  // forgotten the key, and a further attempt would send the e-mail twice.
  if (now - firstClaimAt > LETTER_LIFE_MS) {
    return {
      kind: "refused",
      status: null,
      error: "The provider did not accept the e-mail within 23 hours.",
    };
  }
  return undefined;
}

function resultOf(
  outcome: SendOutcome | NotSent,
  { claim, firstClaimAt }: ClaimedLetter,
  now: number,
  jitter: number,
): LetterResult {
  switch (outcome.kind) {
    case "sent":
    case "bounced":
    case "suppressed":
    case "dropped":
      return { state: outcome.kind };
    case "refused":
      return { state: "failed" };
    case "retry": {
      const made = { count: claim, firstAt: firstClaimAt };
      const next = nextLetterAttempt(made, now, jitter, outcome.waitSeconds);
      return next === null ? { state: "failed" } : { state: "queued", nextAttemptAt: next };
    }
  }
}

function outgoing({ id, to, subject, text, html, unsubscribe }: ClaimedLetter) {
  return { id, to, subject, text, html, unsubscribe };
}
