import type { ProviderFailure } from "../../../protocol/people/sign-in.ts";
import { Icon } from "../../components/page/icon.tsx";

/** These texts say why the sign-in with a provider failed, and what the person can do. */
const WORDS: Readonly<Record<ProviderFailure, string>> = {
  refused: "The sign-in was cancelled at the provider. Try again, or sign in another way.",
  provider_failed:
    "The provider's answer could not be accepted. Try again in a minute, or sign in another way.",
  step_ended:
    "This sign-in was finished already, took longer than ten minutes, or began in another browser. Try again.",
  no_address:
    "The provider did not share your e-mail address. Allow the provider to share the address, or sign in another way.",
  address_unverified:
    "The provider has not confirmed your e-mail address. Confirm the address at the provider, then try again.",
  account_unconfirmed:
    "An account with your e-mail address exists, but the address was never confirmed. Sign in with its password and confirm the address, or choose a new password. After that, you can also sign in with the provider.",
  sso_required:
    "Your organization requires its own sign-in provider. Choose “Sign in with SSO”, and enter your e-mail address.",
};

export function ProviderFailureNote({ failed }: { failed: string }) {
  const words = Object.entries(WORDS).find(([known]) => known === failed)?.[1];
  return (
    <div className="failure" role="alert">
      <Icon name="warning" /> <div>{words ?? WORDS.provider_failed}</div>
    </div>
  );
}
