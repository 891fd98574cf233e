/** Providers that sign people in, such as Google. Each is set up by configuration. */
import type { ProviderId } from "../../../protocol/people/sign-in.ts";

interface Client {
  readonly id: ProviderId;
  /** For the button, such as "Google". */
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Speaks OpenID Connect with discovery. */
export interface OidcProvider extends Client {
  readonly kind: "oidc";
  readonly issuer: string;
}

/** Speaks OAuth 2.0 alone: its API names the person. */
export interface GithubProvider extends Client {
  readonly kind: "github";
  /** "https://github.com", or the address of an enterprise server. */
  readonly url: string;
}

export type SignInProvider = OidcProvider | GithubProvider;

/** What a provider says of a person. */
export interface ProviderPerson {
  /** The provider's own id of the person, which never changes. */
  readonly subject: string;
  /** In lower case; null if the provider names none. */
  readonly email: string | null;
  /** Whether the provider has checked the address. */
  readonly isVerified: boolean;
  readonly name: string | null;
}
