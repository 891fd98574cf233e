const CHARACTERS_MIN = 32;

/**
 * Returns AUTH_SECRET, which signs people's sign-in cookies.
 * @throws if the secret is missing or too short; better-auth would use a publicly known secret
 * instead
 */
export function requireAuthSecret(secret: string | undefined): string {
  if (secret !== undefined && secret.length >= CHARACTERS_MIN) return secret;
  throw new Error(
    `AUTH_SECRET must have at least ${CHARACTERS_MIN} characters, for example from \`openssl rand -base64 32\`.`,
  );
}
