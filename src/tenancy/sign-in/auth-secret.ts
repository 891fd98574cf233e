const CHARACTERS_MIN = 32;

/**
 * AUTH_SECRET, which signs the cookies of people.
 *
 * @throws if it is missing or short: better-auth would use a published one instead
 */
export function requireAuthSecret(secret: string | undefined): string {
  if (secret !== undefined && secret.length >= CHARACTERS_MIN) return secret;
  throw new Error(
    `AUTH_SECRET must have at least ${CHARACTERS_MIN} characters, for example from \`openssl rand -base64 32\`.`,
  );
}
