/** Offers passkeys and providers for sign-in, if the service and the browser support them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ProviderId } from "../../../protocol/people/sign-in.ts";
import { answerWithPasskey, browserFailure, knowsPasskeys } from "../../account/passkey-browser.ts";
import {
  signInMethodsQuery,
  signInWithPasskey,
  startPasskeySignIn,
  startProvider,
} from "../../api/account.ts";
import { Failure } from "../../components/page/states.tsx";
import { ownAddress } from "../own-address.ts";

export function OtherWays({ next }: { next: string | undefined }) {
  const client = useQueryClient();
  const providers = useQuery(signInMethodsQuery).data?.providers ?? [];
  const passkey = useMutation({
    mutationFn: async () => {
      const { options } = await startPasskeySignIn();
      return signInWithPasskey(await answerWithPasskey(options));
    },
    onSuccess: () => {
      client.clear();
      window.location.assign(ownAddress(next));
    },
  });
  const provider = useMutation({
    mutationFn: (id: ProviderId) => startProvider(id, next),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const error = passkey.error ?? provider.error;
  const inBrowser = browserFailure(error);
  if (providers.length === 0 && !knowsPasskeys()) return null;
  return (
    <div className="door-text">
      {error ? (
        <Failure
          error={error}
          what={
            inBrowser === undefined
              ? "You are not signed in"
              : `You are not signed in. ${inBrowser.replace(/\.$/, "")}`
          }
        />
      ) : null}
      {knowsPasskeys() ? (
        <button
          type="button"
          className="button wide"
          disabled={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          {passkey.isPending ? "Waiting for the passkey…" : "Use a passkey"}
        </button>
      ) : null}
      {providers.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="button wide"
          disabled={provider.isPending}
          onClick={() => provider.mutate(id)}
        >
          Continue with {name}
        </button>
      ))}
    </div>
  );
}
