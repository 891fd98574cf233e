import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { SignInSettings } from "../../protocol/people/sso.ts";
import type { Organization } from "../../protocol/people.ts";
import { CopyButton } from "../components/text/copy-button.tsx";
import { signInSettingsQuery } from "./sso-api.ts";

export interface OfSettings {
  readonly organization: Organization;
  readonly settings: SignInSettings;
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="panel settings" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Shows a value with a copy button, such as a URL for the provider. */
export function Copyable({ label, text }: { label: string; text: string }) {
  return (
    <p className="sso-copy">
      <span>{label}</span> <code>{text}</code> <CopyButton text={text} label={`Copy ${label}`} />
    </p>
  );
}

/** Sends a change, and shows the settings that the service returns. */
export function useChange<Given = void>(
  organization: string,
  send: (given: Given) => Promise<SignInSettings>,
  onDone: (settings: SignInSettings) => void = () => undefined,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (settings) => {
      client.setQueryData(signInSettingsQuery(organization).queryKey, settings);
      onDone(settings);
    },
    // Load the settings again, because a failed check of a domain changes them too.
    onError: () => client.invalidateQueries(signInSettingsQuery(organization)),
  });
}
