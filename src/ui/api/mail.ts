/** Requests to reset a password, and to confirm or change an e-mail address. */
import { queryOptions } from "@tanstack/react-query";
import { callPeople } from "./request.ts";

export const mailSettingsQuery = queryOptions({
  queryKey: ["mail-settings"],
  queryFn: () => callPeople("GET /mail-settings", {}),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * The service gives the same answer whether or not an account with this address exists. Otherwise
 * anyone could find out who has an account.
 */
export const requestPasswordReset = (email: string) =>
  callPeople("POST /request-password-reset", { email });

export const resetPassword = (body: { token: string; newPassword: string }) =>
  callPeople("POST /reset-password", body);

export const sendVerification = () => callPeople("POST /send-verification-email", {});

export const confirmAddress = (token: string) => callPeople("POST /verify-email", { token });

export const changeAddress = (body: { newEmail: string; currentPassword: string }) =>
  callPeople("POST /change-email", body);
