/**
 * Answers the requests that SCIM clients send first. The answers say which features are supported
 * and which attributes are stored.
 */
import { GROUP_SCHEMA, MAX_PAGE, USER_SCHEMA } from "../../../tenancy/scim/scim-input.ts";

const SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Schema";
const RESOURCE_TYPE = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";

export const serviceProviderConfig = (publicUrl: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  documentationUri: `${publicUrl}/docs/sso`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_PAGE },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      ...{ type: "oauthbearertoken", name: "Token", primary: true },
      description: "The token that an owner creates on the page Sign-in.",
    },
  ],
  meta: {
    resourceType: "ServiceProviderConfig",
    location: `${publicUrl}/scim/v2/ServiceProviderConfig`,
  },
});

export const resourceTypes = (publicUrl: string) =>
  (
    [
      ["User", "/Users", USER_SCHEMA],
      ["Group", "/Groups", GROUP_SCHEMA],
    ] as const
  ).map(([name, endpoint, schema]) => ({
    ...{ schemas: [RESOURCE_TYPE], id: name, name, endpoint, schema },
    meta: {
      resourceType: "ResourceType",
      location: `${publicUrl}/scim/v2/ResourceTypes/${name}`,
    },
  }));

interface Attribute {
  readonly name: string;
  readonly type?: "string" | "boolean" | "complex" | "reference";
  readonly isRequired?: boolean;
  readonly isUnique?: boolean;
  readonly isList?: boolean;
  readonly isReadOnly?: boolean;
  readonly isCaseExact?: boolean;
  readonly parts?: readonly Attribute[];
}

const USER_ATTRIBUTES: readonly Attribute[] = [
  { name: "userName", isRequired: true, isUnique: true },
  { name: "externalId", isCaseExact: true },
  { name: "displayName" },
  { name: "active", type: "boolean" },
  {
    ...{ name: "name", type: "complex" },
    parts: [{ name: "formatted" }, { name: "givenName" }, { name: "familyName" }],
  },
  {
    ...{ name: "emails", type: "complex", isList: true },
    parts: [{ name: "value" }, { name: "type" }, { name: "primary", type: "boolean" }],
  },
  {
    ...{ name: "groups", type: "complex", isList: true, isReadOnly: true },
    parts: [
      { name: "value", isReadOnly: true },
      { name: "display", isReadOnly: true },
    ],
  },
];

const GROUP_ATTRIBUTES: readonly Attribute[] = [
  { name: "displayName", isRequired: true, isUnique: true },
  { name: "externalId", isCaseExact: true },
  {
    ...{ name: "members", type: "complex", isList: true },
    parts: [
      { name: "value", isCaseExact: true },
      { name: "display", isReadOnly: true },
    ],
  },
];

const described = (attribute: Attribute): object => ({
  ...{ name: attribute.name, type: attribute.type ?? "string", description: "" },
  multiValued: attribute.isList ?? false,
  required: attribute.isRequired ?? false,
  caseExact: attribute.isCaseExact ?? false,
  mutability: attribute.isReadOnly ? "readOnly" : "readWrite",
  returned: "default",
  uniqueness: attribute.isUnique ? "server" : "none",
  ...(attribute.parts ? { subAttributes: attribute.parts.map(described) } : {}),
});

export const schemas = (publicUrl: string) =>
  (
    [
      [USER_SCHEMA, "User", USER_ATTRIBUTES],
      [GROUP_SCHEMA, "Group", GROUP_ATTRIBUTES],
    ] as const
  ).map(([id, name, attributes]) => ({
    ...{ schemas: [SCHEMA], id, name, attributes: attributes.map(described) },
    meta: { resourceType: "Schema", location: `${publicUrl}/scim/v2/Schemas/${id}` },
  }));
