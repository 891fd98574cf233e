import { createHash } from "node:crypto";

const ID_CHARS = 22;

/**
 * Returns the id of a prompt for URLs. A prompt's name can contain characters that URLs do not
 * allow.
 */
export function promptIdOf(project: string, name: string): string {
  return `prm_${digest(JSON.stringify([project, name.toWellFormed()])).slice(0, ID_CHARS)}`;
}

/** Equal texts of one prompt have the same hash, and are one version. */
export function textHashOf(text: string): string {
  return digest(text.toWellFormed());
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
