/** Asks the browser to create a passkey, or to sign a challenge with a passkey. */
import type { PasskeyAnswer } from "../../protocol/people/sign-in.ts";

/** Whether the browser can parse the server's JSON about passkeys. Older browsers cannot. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** @throws if the person cancels, or if the device already has a passkey for the account */
export async function makePasskey(options: unknown): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return answerOf(await navigator.credentials.create({ publicKey }));
}

/** @throws if the person cancels, or has no passkey for this installation */
export async function answerWithPasskey(options: unknown): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  return answerOf(await navigator.credentials.get({ publicKey }));
}

function answerOf(credential: Credential | null): PasskeyAnswer {
  if (!(credential instanceof PublicKeyCredential))
    throw new Error("The browser did not create a passkey.");
  const { id, rawId, response } = credential.toJSON();
  const { clientDataJSON } = response;
  if ("attestationObject" in response) {
    const { attestationObject, transports } = response;
    return { id, rawId, response: { clientDataJSON, attestationObject, transports } };
  }
  const { authenticatorData, signature } = response;
  return { id, rawId, response: { clientDataJSON, authenticatorData, signature } };
}

/**
 * Returns the message to show if the browser could not use a passkey. Returns undefined for other
 * errors. For example, an error from the server already has its own message.
 */
export function browserFailure(error: unknown): string | undefined {
  if (!(error instanceof DOMException)) return undefined;
  if (error.name === "InvalidStateError")
    return "This device already has a passkey for your account.";
  if (error.name === "NotAllowedError")
    return "You cancelled the request, or it took too long. Try again.";
  if (error.name === "SecurityError") return "Passkeys do not work at the address of this page.";
  return "The browser could not use a passkey.";
}
