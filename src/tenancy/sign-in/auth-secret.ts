const CHARACTERS_MIN = 32;

/**
 * Returns AUTH_SECRET, with which sign-in cookies are signed.
 *
 * @throws if the secret is missing or too short; better-auth would otherwise use a secret that
 * everybody knows
 */
export function requireAuthSecret(secret: string | undefined): string {
  if (secret !== undefined && secret.length >= CHARACTERS_MIN) return secret;
  throw new Error(
    `AUTH_SECRET must have at least ${CHARACTERS_MIN} characters, for example from \`openssl rand -base64 32\`.`,
  );
}
