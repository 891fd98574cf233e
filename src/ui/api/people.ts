/** Sign-in and organizations. */
import { queryOptions } from "@tanstack/react-query";
import type { SignedInBrowser } from "../../protocol/people.ts";
import { request } from "./request.ts";

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}
interface SignedIn {
  readonly user: Person;
}
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

const AUTH = "/api/auth";

export const signedInQuery = queryOptions({
  queryKey: ["signed-in"],
  queryFn: () => request<SignedIn | null>("GET", `${AUTH}/get-session`),
  staleTime: 5 * 60_000,
});

export const organizationsQuery = queryOptions({
  queryKey: ["organizations"],
  queryFn: () => request<Organization[]>("GET", `${AUTH}/organization/list`),
});

export const signUp = (body: { name: string; email: string; password: string }) =>
  request<SignedIn>("POST", `${AUTH}/sign-up/email`, { body });

export const signIn = (body: { email: string; password: string }) =>
  request<SignedIn>("POST", `${AUTH}/sign-in/email`, { body });

export const signOut = () => request<unknown>("POST", `${AUTH}/sign-out`, { body: {} });

export const browsersQuery = queryOptions({
  queryKey: ["signed-in-browsers"],
  queryFn: () => request<SignedInBrowser[]>("GET", `${AUTH}/list-sessions`),
});

export const signOutBrowser = (id: string) =>
  request<unknown>("POST", `${AUTH}/revoke-session`, { body: { id } });

export const signOutOtherBrowsers = () =>
  request<unknown>("POST", `${AUTH}/revoke-other-sessions`, { body: {} });

export const changePassword = (body: {
  currentPassword: string;
  newPassword: string;
  revokeOtherSessions: boolean;
}) => request<unknown>("POST", `${AUTH}/change-password`, { body });

export const createOrganization = (body: { name: string; slug: string }) =>
  request<Organization>("POST", `${AUTH}/organization/create`, { body });

/** Readable in an address, and unique by its random end. */
export function slugOf(name: string, random: string): string {
  const words = name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return [words.slice(0, 40), random].filter((part) => part !== "").join("-");
}
