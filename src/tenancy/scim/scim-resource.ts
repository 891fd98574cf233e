import type { Database } from "../../database/database.ts";
import { base62 } from "../base62.ts";
import { noSuch } from "./scim-error.ts";

const ID_BYTES = 15;

export interface ScimDeps {
  readonly database: Database;
  readonly organization: string;
  readonly publicUrl: string;
  readonly now: () => number;
  readonly randomBytes: (length: number) => Uint8Array;
}

type Kind = "User" | "Group";

interface Reference {
  readonly value: string;
  readonly display: string;
}

interface Row {
  readonly id: string;
  readonly externalId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface CommonAttributes {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly externalId?: string;
  readonly meta: {
    readonly resourceType: Kind;
    readonly created: string;
    readonly lastModified: string;
    readonly location: string;
  };
}

export const newScimId = (prefix: "scu" | "scg", { randomBytes }: ScimDeps): string =>
  `${prefix}_${base62(randomBytes(ID_BYTES))}`;

export function commonAttributes(
  kind: Kind,
  schema: string,
  { id, externalId, createdAt, updatedAt }: Row,
  publicUrl: string,
): CommonAttributes {
  return {
    schemas: [schema],
    id,
    ...(externalId === null ? {} : { externalId }),
    meta: {
      resourceType: kind,
      created: new Date(createdAt).toISOString(),
      lastModified: new Date(updatedAt).toISOString(),
      location: `${publicUrl}/scim/v2/${kind}s/${id}`,
    },
  };
}

export const referencesOf = (
  id: string,
  references: readonly (Reference & { readonly of: string })[],
): Reference[] =>
  references.filter(({ of }) => of === id).map(({ value, display }) => ({ value, display }));

/** @throws ScimError 404 if there is no item */
export function onlyOne<Item>(items: readonly Item[], kind: Kind, id: string): Item {
  const [only] = items;
  if (only === undefined) throw noSuch(kind, id);
  return only;
}
