/** Reads a directory's resources, patches and filters. Ignores unknown attributes. */
import { ScimError as PatchError, type ScimPatchOperation, scimPatch } from "scim-patch";
import { parse } from "scim2-parse-filter";
import * as z from "zod";
import { addressIn } from "../sso/sso-address.ts";
import { ScimError, type ScimType } from "./scim-error.ts";

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";
const PATCH_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const EXTENSION = "urn:ietf:params:scim:schemas:extension:";

const MAX_TEXT_CHARS = 256;
const MAX_EMAILS = 20;
const MAX_OPERATIONS = 200;
/**
 * A group can have more members than an organization, because deactivated people stay in their
 * groups.
 */
const MAX_GROUP_MEMBERS = 2_000;

const Text = z.string().max(MAX_TEXT_CHARS);
/** Microsoft Entra sends booleans as strings. */
const Flag = z.preprocess(
  (value) => (typeof value === "string" ? value.toLowerCase() === "true" : value),
  z.boolean(),
);

const UserInput = z.object({
  userName: Text.min(1),
  externalId: Text.nullish(),
  active: Flag.default(true),
  displayName: Text.nullish(),
  name: z
    .object({ formatted: Text.nullish(), givenName: Text.nullish(), familyName: Text.nullish() })
    .nullish(),
  emails: z
    .array(z.object({ value: Text, type: Text.nullish(), primary: Flag.nullish() }))
    .max(MAX_EMAILS)
    .nullish(),
});

const GroupInput = z.object({
  displayName: Text.min(1),
  externalId: Text.nullish(),
  members: z
    .array(z.object({ value: z.string().max(100) }))
    .max(MAX_GROUP_MEMBERS)
    .nullish(),
});

const PatchInput = z.object({
  schemas: z.array(z.string()).refine((schemas) => schemas.includes(PATCH_SCHEMA), {
    error: `must name ${PATCH_SCHEMA}`,
  }),
  Operations: z
    .array(
      z.object({
        op: z.string().regex(/^(?:add|replace|remove)$/i, "must be add, replace or remove"),
        path: z.string().max(1_000).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MAX_OPERATIONS),
});

export interface GivenUser {
  readonly userName: string;
  readonly externalId: string | null;
  readonly isActive: boolean;
  /** The account's e-mail address. */
  readonly address: string;
  readonly name: string;
  readonly attributes: {
    readonly userName: string;
    readonly displayName?: string | undefined;
    readonly name?: { formatted?: string; givenName?: string; familyName?: string };
    readonly emails: { value: string; type?: string; primary?: boolean }[];
  };
}

export interface GivenGroup {
  readonly displayName: string;
  readonly externalId: string | null;
  readonly members: readonly string[];
}

/** @throws ScimError */
export function givenUser(body: unknown): GivenUser {
  const input = read(UserInput, body);
  const emails = (input.emails ?? []).map(({ value, type, primary }) => ({
    ...{ value, ...(type ? { type } : {}), ...(primary ? { primary } : {}) },
  }));
  const chosen =
    emails.find(({ primary }) => primary) ??
    emails.find(({ type }) => type === "work") ??
    emails[0] ??
    (input.userName.includes("@") ? { value: input.userName } : undefined);
  const address = addressIn(chosen?.value ?? "");
  if (address === undefined) {
    throw new ScimError(
      400,
      `emails: ${chosen?.value ?? "there is none, and userName"} is no e-mail address that accounts can have.`,
      "invalidValue",
    );
  }
  const name = {
    ...(input.name?.formatted ? { formatted: input.name.formatted } : {}),
    ...(input.name?.givenName ? { givenName: input.name.givenName } : {}),
    ...(input.name?.familyName ? { familyName: input.name.familyName } : {}),
  };
  return {
    ...{ userName: input.userName.toLowerCase(), externalId: input.externalId ?? null, address },
    isActive: input.active,
    name: nameOf(input.displayName ?? undefined, name) ?? address.split("@")[0] ?? address,
    attributes: {
      userName: input.userName,
      ...(input.displayName ? { displayName: input.displayName } : {}),
      ...(Object.keys(name).length > 0 ? { name } : {}),
      emails,
    },
  };
}

function nameOf(displayName: string | undefined, name: GivenUser["attributes"]["name"]) {
  const joined = [name?.givenName, name?.familyName].filter(Boolean).join(" ");
  const found = displayName ?? name?.formatted ?? (joined === "" ? undefined : joined);
  return (
    found
      ?.replace(/\p{Cc}/gu, " ")
      .slice(0, 100)
      .trim() || undefined
  );
}

/** @throws ScimError */
export function givenGroup(body: unknown): GivenGroup {
  const { displayName, externalId, members } = read(GroupInput, body);
  const ids = [...new Set((members ?? []).map(({ value }) => value))];
  return { displayName, externalId: externalId ?? null, members: ids };
}

/**
 * Applies the patch to the resource. Returns the changed resource, as a PUT request would send it.
 *
 * @throws ScimError
 */
export function patched(resource: object, body: unknown): unknown {
  const { Operations } = read(PatchInput, body);
  // Refuse names such as `__proto__`. The library uses the names in a path as names of properties.
  // Such a name could change the prototype of all objects.
  if (
    /__proto__|"(?:constructor|prototype)"/.test(JSON.stringify(Operations)) ||
    Operations.some(({ path }) => /constructor|prototype/.test(path ?? ""))
  ) {
    throw new ScimError(400, "Operations: a name is not allowed.", "invalidPath");
  }
  const operations = Operations.filter(({ path }) => !path?.startsWith(EXTENSION)).map(
    ({ op, path, value }) => ({
      op: op.toLowerCase(),
      // A path can begin with the schema id of its resource. Remove it.
      ...(path === undefined
        ? {}
        : { path: path.replace(`${USER_SCHEMA}:`, "").replace(`${GROUP_SCHEMA}:`, "") }),
      ...(value === undefined ? {} : { value: isMembers(path) ? idsOnly(value) : value }),
    }),
  );
  try {
    return scimPatch(
      structuredClone(resource) as Parameters<typeof scimPatch>[0],
      operations as ScimPatchOperation[],
      { mutateDocument: false, treatMissingAsAdd: true },
    );
  } catch (error) {
    if (error instanceof PatchError) {
      throw new ScimError(400, `Operations: ${error.message}`, error.scimCode as ScimType);
    }
    throw new ScimError(400, "Operations: they cannot be applied.", "invalidPath");
  }
}

const isMembers = (path: string | undefined) => /(?:^|:)members$/i.test(path ?? "");

/**
 * Keeps only the ids of members. The library removes a member only if the request gives the same
 * attributes as the stored member, and our stored members have only ids.
 */
const idsOnly = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((each: unknown) => ({ value: Object(each).value })) : value;

export interface EqualFilter {
  /** In lower case. */
  readonly attribute: string;
  readonly value: string;
}

/**
 * Directories send filters of the form `attribute eq "value"`.
 * @throws ScimError
 */
export function equalFilter(text: string, known: readonly string[]): EqualFilter {
  const unsupported = new ScimError(
    400,
    `filter: only \`attribute eq "value"\` is supported, with one of ${known.join(", ")}.`,
    "invalidFilter",
  );
  let filter: ReturnType<typeof parse>;
  try {
    filter = parse(text);
  } catch {
    throw unsupported;
  }
  if (filter.op !== "eq" || typeof filter.compValue !== "string") throw unsupported;
  const attribute = filter.attrPath.replace(/^urn:[^ ]+:(?=\w+(?:\.\w+)?$)/, "").toLowerCase();
  if (!known.some((name) => name.toLowerCase() === attribute)) throw unsupported;
  return { attribute, value: filter.compValue };
}

const PageInput = z.object({
  startIndex: z.coerce.number().int().default(1),
  count: z.coerce.number().int().default(100),
  filter: z.string().max(1_000).optional(),
  attributes: z.string().max(1_000).optional(),
  excludedAttributes: z.string().max(1_000).optional(),
  sortBy: z.string().optional(),
  sortOrder: z.string().optional(),
});
export const MAX_PAGE = 200;

/**
 * Parses a list query and limits its values as SCIM prescribes.
 * @throws ScimError
 */
export function givenPage(query: unknown) {
  const { startIndex, count, filter } = read(PageInput, query);
  return { start: Math.max(1, startIndex), count: Math.min(MAX_PAGE, Math.max(0, count)), filter };
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join(".") || "body"}: ${message}`);
  throw new ScimError(400, `${problems.join("; ")}.`, "invalidValue");
}
