import { createHash } from "node:crypto";

const ID_CHARS = 22;

/**
 * Returns the id of a prompt. Addresses contain this id, because names may contain characters that
 * addresses do not allow.
 */
export function promptIdOf(project: string, name: string): string {
  return `prm_${digest(JSON.stringify([project, name.toWellFormed()])).slice(0, ID_CHARS)}`;
}

/** Returns the hash that identifies a text. Equal texts of a prompt are the same version. */
export function textHashOf(text: string): string {
  return digest(text.toWellFormed());
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
