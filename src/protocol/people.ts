/** The endpoints under `/api/auth` for people, sign-in and organizations. */
import * as z from "zod";
import { MAX_PROJECTS } from "./limits.ts";
import {
  CONNECTION_SCOPES,
  type Connection,
  type ConnectionRequest,
  MAX_CONNECTION_REQUEST_CHARS,
} from "./people/connections.ts";
import type { LetterState, MailSettings } from "./people/mail.ts";
import { PROJECT_ROLES, type ProjectRole, ROLES, type Role } from "./people/roles.ts";
import {
  type AppKey,
  type OwnSecondFactor,
  type Passkey,
  PROVIDER_IDS,
  type RecoveryCodes,
  type SignInAnswer,
  type SignInMethods,
  type WaysToSignIn,
} from "./people/sign-in.ts";
import { SSO_ENDPOINTS, type SsoAnswers } from "./people/sso-endpoints.ts";
import { PageQuery } from "./routes/declaration.ts";

const RoleName = z.enum(ROLES, { error: `must be one of ${ROLES.join(", ")}` });
const ProjectRoleName = z.enum(PROJECT_ROLES, {
  error: `must be one of ${PROJECT_ROLES.join(", ")}`,
});

export const MIN_PASSWORD_CHARS = 10;
export const MAX_PASSWORD_CHARS = 128;

const Id = z.string().min(1).max(100);
const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, "must not contain control characters");
const Email = z.email().max(254);
const Password = z.string().min(1).max(MAX_PASSWORD_CHARS);
const NewPassword = z.string().min(MIN_PASSWORD_CHARS).max(MAX_PASSWORD_CHARS);

/**
 * Maximum characters of a provider's query parameter. Some providers' authorization codes are long
 * signed tokens.
 */
const MAX_PROVIDER_PARAMETER_CHARS = 8_192;
/** Path of the page to open after signing in. */
const Next = z.string().max(2_000);
const LinkToken = z.string().min(1).max(100);

const Nothing = z.strictObject({});
/**
 * A person proves again who they are by sending their password. A person without a password must
 * sign in again instead.
 */
const Proof = { password: Password.optional() };
/** A code of an authenticator app, or a recovery code. */
const Code = z.string().trim().min(1).max(40);
const AccessQuery = z.string().max(MAX_CONNECTION_REQUEST_CHARS);
const PasskeyId = z.string().min(1).max(1_400);
const Bytes = z.string().max(20_000);
const PasskeyAnswer = z.strictObject({
  id: PasskeyId,
  rawId: PasskeyId,
  response: z.strictObject({
    clientDataJSON: Bytes,
    attestationObject: Bytes.optional(),
    transports: z.array(z.string().max(40)).max(10).optional(),
    authenticatorData: Bytes.optional(),
    signature: Bytes.optional(),
  }),
});
/**
 * Query parameters with which the provider redirects the browser back. The schema ignores all other
 * parameters, as RFC 6749, section 4.1.2, requires.
 */
const ProviderParameter = z.string().max(MAX_PROVIDER_PARAMETER_CHARS).optional();
const ProviderAnswer = z.object({
  ...{ code: ProviderParameter, state: ProviderParameter, iss: ProviderParameter },
  ...{ error: ProviderParameter, error_description: ProviderParameter },
});
const OfOrganization = z.strictObject({ organizationId: Id });
const OfInvitation = z.strictObject({ invitationId: Id });

/** Schemas of a GET's query parameters, or of a POST's JSON body. Undeclared fields are refused. */
export const PEOPLE_ENDPOINTS = {
  "POST /sign-up/email": z.strictObject({ name: Name, email: Email, password: NewPassword }),
  "POST /sign-in/email": z.strictObject({
    email: Email,
    password: Password,
    rememberMe: z.boolean().optional(),
  }),
  /** Returns the methods that the sign-in page offers. Needs no sign-in. */
  "GET /sign-in-methods": Nothing,
  /** Returns the URL of the provider's page to open. */
  "POST /sign-in/provider": z.strictObject({
    provider: z.enum(PROVIDER_IDS),
    next: Next.optional(),
  }),
  /** The provider redirects the browser to these endpoints. */
  "GET /callback/google": ProviderAnswer,
  "GET /callback/github": ProviderAnswer,
  "GET /callback/oidc": ProviderAnswer,
  /** The second step of a sign-in that needs a code. */
  "POST /sign-in/second-factor": z.strictObject({
    code: Code,
    /** Whether `code` is a recovery code instead of an app's code. */
    isRecovery: z.boolean().default(false),
    /** If true, later sign-ins in this browser need no code for 30 days. */
    trustBrowser: z.boolean().default(false),
  }),
  "POST /sign-in/passkey/start": Nothing,
  "POST /sign-in/passkey": z.strictObject({ answer: PasskeyAnswer }),
  "GET /ways-to-sign-in": Nothing,
  /** Returns the URL of the provider's page to open. */
  "POST /link-provider": z.strictObject({
    provider: z.enum(PROVIDER_IDS),
    /** The page to return to. */
    next: Next,
    ...Proof,
  }),
  "POST /unlink-provider": z.strictObject({ id: Id, ...Proof }),
  "GET /second-factor": Nothing,
  "POST /second-factor/set-up": z.strictObject(Proof),
  "POST /second-factor/confirm": z.strictObject({ code: Code }),
  "POST /second-factor/renew-codes": z.strictObject(Proof),
  "POST /second-factor/switch-off": z.strictObject(Proof),
  "GET /passkeys": Nothing,
  "POST /passkeys/start": z.strictObject(Proof),
  "POST /passkeys/add": z.strictObject({ name: Name, answer: PasskeyAnswer }),
  "POST /passkeys/rename": z.strictObject({ id: PasskeyId, name: Name }),
  "POST /passkeys/remove": z.strictObject({ id: PasskeyId, ...Proof }),
  /** The apps that act for the person through the MCP server. */
  "GET /connections": Nothing,
  /** Shows what an app asks for. `request` is the query string of the URL that the app opened. */
  "GET /connections/request": z.strictObject({ request: AccessQuery }),
  /** Returns the URL that the browser must open next. It contains a code for the app. */
  "POST /connections/allow": z.strictObject({
    request: AccessQuery,
    project: Id,
    scopes: z.array(z.enum(CONNECTION_SCOPES)).min(1).max(CONNECTION_SCOPES.length),
  }),
  "POST /connections/remove": z.strictObject({ id: Id }),
  "GET /account/export": Nothing,
  "POST /account/delete": z.strictObject({
    /** The account's e-mail address. Required, so that nobody deletes an account by mistake. */
    email: Email,
    ...Proof,
  }),
  "POST /sign-out": Nothing,
  "GET /get-session": Nothing,
  "POST /change-password": z.strictObject({
    currentPassword: Password,
    newPassword: NewPassword,
    revokeOtherSessions: z.boolean(),
    /** If true, the person's connected apps also lose their access. */
    removeConnectedApps: z.boolean().default(true),
  }),
  /** Returns the installation's e-mail settings. Needs no sign-in. */
  "GET /mail-settings": Nothing,
  /** Sends an e-mail if the address has an account. The answer is the same without an account. */
  "POST /request-password-reset": z.strictObject({ email: Email }),
  "POST /reset-password": z.strictObject({ token: LinkToken, newPassword: NewPassword }),
  "POST /send-verification-email": Nothing,
  /** Uses the link of an e-mail that verifies or changes the address. */
  "POST /verify-email": z.strictObject({ token: LinkToken }),
  "POST /change-email": z.strictObject({ newEmail: Email, currentPassword: Password }),
  "POST /update-user": z.strictObject({ name: Name }),
  "GET /list-sessions": Nothing,
  "POST /revoke-session": z.strictObject({ id: Id }),
  "POST /revoke-other-sessions": Nothing,
  "POST /organization/create": z.strictObject({
    name: Name,
    slug: z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/i, "must be letters, digits and hyphens"),
  }),
  "POST /organization/update": z.strictObject({
    organizationId: Id,
    data: z.strictObject({ name: Name }),
  }),
  "GET /organization/list": Nothing,
  "GET /organization/list-members": OfOrganization,
  "GET /organization/list-invitations": OfOrganization,
  "GET /organization/list-member-keys": z.strictObject({
    organizationId: Id,
    /** A member's id. For a former member: the user id or e-mail address. */
    memberId: z.string().min(1).max(254),
    /** Lists only keys with more scopes than this role can give. */
    beyond: RoleName.optional(),
    ...PageQuery.shape,
  }),
  "POST /organization/update-member-role": z.strictObject({
    organizationId: Id,
    memberId: Id,
    role: RoleName,
    /** Also revokes the member's keys with more scopes than the new role can give. */
    revokeKeys: z.boolean().default(true),
  }),
  "POST /organization/remove-member": z.strictObject({
    organizationId: Id,
    memberIdOrEmail: z.string().min(1).max(254),
    revokeKeys: z.boolean().default(false),
  }),
  "POST /organization/set-project-role": z.strictObject({
    organizationId: Id,
    memberId: Id,
    project: Id,
    /** Null removes the role in the project. The organization's role then applies again. */
    role: ProjectRoleName.nullable(),
    /**
     * If true, also revokes keys that the member created in this project: those with more scopes
     * than the member's role in the project after the change.
     */
    revokeKeys: z.boolean().default(true),
  }),
  "POST /organization/hand-over": z.strictObject({ organizationId: Id, memberId: Id }),
  "POST /organization/leave": OfOrganization,
  "POST /organization/invite-member": z.strictObject({
    organizationId: Id,
    email: Email,
    role: RoleName,
    projects: z
      .array(z.strictObject({ project: Id, role: ProjectRoleName }))
      .max(MAX_PROJECTS)
      .refine(
        (projects) => new Set(projects.map(({ project }) => project)).size === projects.length,
        {
          error: "names a project twice. Give each project one role",
        },
      )
      .default([]),
  }),
  "GET /organization/get-invitation": z.strictObject({ id: Id }),
  "POST /organization/accept-invitation": OfInvitation,
  "POST /organization/reject-invitation": OfInvitation,
  "POST /organization/cancel-invitation": OfInvitation,
  ...SSO_ENDPOINTS,
} as const satisfies Record<`${"GET" | "POST"} /${string}`, z.ZodType>;

export type PeopleEndpoint = keyof typeof PEOPLE_ENDPOINTS;

export interface SignedInUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/** A browser in which the person is signed in. */
export interface SignedInBrowser {
  readonly id: string;
  readonly createdAt: string;
  /** Time of the last request. The service stores it at most once an hour. */
  readonly lastUsedAt: string;
  readonly expiresAt: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** Whether the request came from this browser. */
  readonly isCurrent: boolean;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** The role of the person who sends the request. */
  readonly role: Role;
}

export interface RoleInProject {
  readonly project: string;
  readonly role: ProjectRole;
}

export interface Member {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
  readonly createdAt: string;
  /** Roles in single projects. There, they apply instead of `role`. */
  readonly projects: readonly RoleInProject[];
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
}

/** An active key that a member created in one of the organization's projects. */
export interface MemberKey {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly project: string;
  readonly projectName: string;
}

/** One page of the keys, newest first, and the number of all keys. */
export interface MemberKeys {
  readonly items: MemberKey[];
  readonly total: number;
  readonly next: string | null;
}

export interface Invitation {
  /**
   * The token that accepts the invitation. Null if the reader may not give the invitation's role.
   */
  readonly id: string | null;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: string;
  readonly inviterEmail: string;
  /** State of the e-mail with the link; null if there is no e-mail. */
  readonly letter: LetterState | null;
  readonly projects: readonly RoleInProject[];
}

/** An invitation, as the invited person sees it. */
export interface OwnInvitation extends Invitation {
  readonly organizationId: string;
  readonly organizationName: string;
}

export interface PeopleAnswers extends SsoAnswers {
  readonly "POST /sign-up/email": unknown;
  readonly "POST /sign-in/email": SignInAnswer;
  readonly "GET /sign-in-methods": SignInMethods;
  readonly "POST /sign-in/provider": { readonly url: string };
  readonly "POST /sign-in/second-factor": unknown;
  readonly "POST /sign-in/passkey/start": { readonly options: unknown };
  readonly "POST /sign-in/passkey": unknown;
  readonly "GET /ways-to-sign-in": WaysToSignIn;
  readonly "POST /link-provider": { readonly url: string };
  readonly "POST /unlink-provider": unknown;
  readonly "GET /second-factor": OwnSecondFactor;
  readonly "POST /second-factor/set-up": AppKey;
  readonly "POST /second-factor/confirm": RecoveryCodes;
  readonly "POST /second-factor/renew-codes": RecoveryCodes;
  readonly "POST /second-factor/switch-off": unknown;
  readonly "GET /passkeys": Passkey[];
  readonly "POST /passkeys/start": { readonly options: unknown };
  readonly "POST /passkeys/add": unknown;
  readonly "POST /passkeys/rename": unknown;
  readonly "POST /passkeys/remove": unknown;
  readonly "GET /connections": Connection[];
  readonly "GET /connections/request": ConnectionRequest;
  readonly "POST /connections/allow": { readonly url: string };
  readonly "POST /connections/remove": unknown;
  readonly "GET /account/export": unknown;
  readonly "POST /account/delete": unknown;
  readonly "POST /update-user": unknown;
  readonly "POST /sign-out": unknown;
  readonly "GET /get-session": {
    readonly user: SignedInUser;
    /** Whether the person can see the installation's status. */
    readonly isOperator: boolean;
  } | null;
  readonly "POST /change-password": unknown;
  readonly "GET /mail-settings": MailSettings;
  readonly "POST /request-password-reset": unknown;
  readonly "POST /reset-password": unknown;
  readonly "POST /send-verification-email": unknown;
  readonly "POST /verify-email": { readonly email: string };
  readonly "POST /change-email": unknown;
  readonly "GET /list-sessions": SignedInBrowser[];
  readonly "POST /revoke-session": unknown;
  readonly "POST /revoke-other-sessions": unknown;
  readonly "POST /organization/create": Organization;
  readonly "GET /organization/list": Organization[];
  readonly "GET /organization/list-members": { readonly members: Member[] };
  readonly "GET /organization/list-member-keys": MemberKeys;
  readonly "POST /organization/update-member-role": Member;
  readonly "POST /organization/set-project-role": Member;
  readonly "POST /organization/hand-over": Member;
  readonly "POST /organization/remove-member": unknown;
  readonly "POST /organization/leave": unknown;
  readonly "GET /organization/list-invitations": Invitation[];
  readonly "POST /organization/invite-member": Invitation & { readonly id: string };
  readonly "GET /organization/get-invitation": OwnInvitation;
  readonly "POST /organization/accept-invitation": unknown;
  readonly "POST /organization/reject-invitation": unknown;
  readonly "POST /organization/cancel-invitation": unknown;
}
