import { queryOptions } from "@tanstack/react-query";
import type { PasskeyAnswer, ProviderId } from "../../protocol/people/sign-in.ts";
import { callPeople } from "./request.ts";

/** Undefined if the account has no password. */
export type Password = string | undefined;

const proof = (password: Password) => (password === undefined ? {} : { password });

export const signInMethodsQuery = queryOptions({
  queryKey: ["sign-in-methods"],
  queryFn: () => callPeople("GET /sign-in-methods", {}),
  staleTime: 5 * 60_000,
});

export const startProvider = (provider: ProviderId, next: string | undefined) =>
  callPeople("POST /sign-in/provider", { provider, ...(next === undefined ? {} : { next }) });

export const enterCode = (body: { code: string; isRecovery: boolean; trustBrowser: boolean }) =>
  callPeople("POST /sign-in/second-factor", body);

export const startPasskeySignIn = () => callPeople("POST /sign-in/passkey/start", {});
export const signInWithPasskey = (answer: PasskeyAnswer) =>
  callPeople("POST /sign-in/passkey", { answer: withLists(answer) });

export const waysQuery = queryOptions({
  queryKey: ["ways-to-sign-in"],
  queryFn: () => callPeople("GET /ways-to-sign-in", {}),
});
export const linkProvider = (provider: ProviderId, next: string, password: Password) =>
  callPeople("POST /link-provider", { provider, next, ...proof(password) });
export const unlinkProvider = (id: string, password: Password) =>
  callPeople("POST /unlink-provider", { id, ...proof(password) });

export const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: () => callPeople("GET /second-factor", {}),
});
export const setUpApp = (password: Password) =>
  callPeople("POST /second-factor/set-up", proof(password));
export const confirmApp = (code: string) => callPeople("POST /second-factor/confirm", { code });
export const renewCodes = (password: Password) =>
  callPeople("POST /second-factor/renew-codes", proof(password));
export const switchAppOff = (password: Password) =>
  callPeople("POST /second-factor/switch-off", proof(password));

export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: () => callPeople("GET /passkeys", {}),
});
export const startPasskey = (password: Password) =>
  callPeople("POST /passkeys/start", proof(password));
export const addPasskey = (name: string, answer: PasskeyAnswer) =>
  callPeople("POST /passkeys/add", { name, answer: withLists(answer) });
export const renamePasskey = (id: string, name: string) =>
  callPeople("POST /passkeys/rename", { id, name });
export const removePasskey = (id: string, password: Password) =>
  callPeople("POST /passkeys/remove", { id, ...proof(password) });

export const changeName = (name: string) => callPeople("POST /update-user", { name });
export const exportAccount = () => callPeople("GET /account/export", {});
export const deleteAccount = (email: string, password: Password) =>
  callPeople("POST /account/delete", { email, ...proof(password) });

/**
 * Copies the read-only list of transports, because the type of the request allows only a mutable
 * list.
 */
function withLists({ id, rawId, response }: PasskeyAnswer) {
  const { transports, ...rest } = response;
  return { id, rawId, response: { ...rest, ...(transports && { transports: [...transports] }) } };
}
