/** An error in SCIM's format (RFC 7644, section 3.12). The directory's admins read its message. */
export type ScimType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue";

export class ScimError extends Error {
  readonly status: 400 | 401 | 404 | 409 | 413 | 429;
  readonly scimType: ScimType | undefined;

  constructor(status: ScimError["status"], message: string, scimType?: ScimType) {
    super(message);
    this.status = status;
    this.scimType = scimType;
  }
}

export const noSuch = (kind: "User" | "Group", id: string) =>
  new ScimError(404, `There is no ${kind} with the id ${id}.`);
