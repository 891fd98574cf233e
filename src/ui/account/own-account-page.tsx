/**
 * The account page at a URL outside all projects. If a person lacks a required second factor, only
 * this page opens, so that the person can add the factor here.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { secondFactorQuery } from "../api/account.ts";
import { useSignOut } from "../shell/sign-out.ts";
import { AccountPage } from "./account-page.tsx";

export function OwnAccountPage() {
  const isKeptOut = (useQuery(secondFactorQuery).data?.requiredBy.length ?? 1) > 0;
  const leave = useSignOut();
  return (
    <main className="own-account" id="content">
      <p className="account-row">
        {isKeptOut ? <span /> : <Link to="/">To my projects</Link>}
        <button type="button" className="link-button" onClick={() => leave.mutate()}>
          Sign out
        </button>
      </p>
      <AccountPage />
    </main>
  );
}
