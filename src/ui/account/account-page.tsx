/** The account page: name, address, ways to sign in, sessions, export and deletion. */
import { useQuery } from "@tanstack/react-query";
import { waysQuery } from "../api/account.ts";
import { browsersQuery, signedInQuery } from "../api/people.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { Loaded } from "../components/page/states.tsx";
import { AddressForm } from "../mail/address-form.tsx";
import { BrowserTable } from "./browser-table.tsx";
import { ConnectionsSection } from "./connections-section.tsx";
import { LeaveSection } from "./leave-section.tsx";
import { NameForm } from "./name-form.tsx";
import { PasskeySection } from "./passkey-section.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProvidersSection } from "./providers-section.tsx";
import { RequiredNotice } from "./second-factor/required-notice.tsx";
import { SecondFactorSection } from "./second-factor/second-factor-section.tsx";
import "./account.css";

export function AccountPage() {
  const person = useQuery(signedInQuery).data?.user;
  const browsers = useQuery(browsersQuery);
  const hasPassword = useQuery(waysQuery).data?.hasPassword ?? true;
  return (
    <>
      <PageHeader title="Your account" />
      <p className="muted lead-line">{person ? `${person.name} · ${person.email}` : "\u00a0"}</p>
      <div className="sections">
        <RequiredNotice />
        <NameForm />
        <AddressForm />
        {hasPassword ? <PasswordForm /> : null}
        <SecondFactorSection />
        <PasskeySection />
        <ProvidersSection />
        <ConnectionsSection />
        <Loaded query={browsers} what="Your sign-ins could not be loaded">
          {(items) => <BrowserTable browsers={items} />}
        </Loaded>
        <LeaveSection />
      </div>
    </>
  );
}
