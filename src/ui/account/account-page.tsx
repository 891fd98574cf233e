/** A person's account: change the password, see and end signed-in browsers. */
import { useQuery } from "@tanstack/react-query";
import { browsersQuery, signedInQuery } from "../api/people.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { Loaded } from "../components/page/states.tsx";
import { AddressForm } from "../mail/address-form.tsx";
import { BrowserTable } from "./browser-table.tsx";
import { PasswordForm } from "./password-form.tsx";

export function AccountPage() {
  const person = useQuery(signedInQuery).data?.user;
  const browsers = useQuery(browsersQuery);
  return (
    <>
      <PageHeader title="Your account" />
      <p className="muted lead-line">{person ? `${person.name} · ${person.email}` : "\u00a0"}</p>
      <AddressForm />
      <PasswordForm />
      <Loaded query={browsers} what="Your sign-ins could not be loaded">
        {(items) => <BrowserTable browsers={items} />}
      </Loaded>
    </>
  );
}
