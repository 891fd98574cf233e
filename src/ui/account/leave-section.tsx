/** Lets a person export their data and delete their account. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteAccount, exportAccount } from "../api/account.ts";
import { signedInQuery } from "../api/people.ts";
import { Field } from "../components/form/field.tsx";
import { DownloadFile } from "../components/page/download-file.tsx";
import { ProveDialog } from "./prove-dialog.tsx";

export function LeaveSection() {
  const client = useQueryClient();
  const address = useQuery(signedInQuery).data?.user.email ?? "";
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  return (
    <section className="panel settings">
      <h2>Your data</h2>
      <p>The export is a JSON file with everything that this service stores about you.</p>
      <p className="account-row">
        <DownloadFile
          name="memtrace-account.json"
          load={async () => JSON.stringify(await exportAccount(), null, 2)}
        >
          Export my data
        </DownloadFile>
        <button type="button" className="button danger" onClick={() => setOpen(true)}>
          Delete the account
        </button>
      </p>
      {isOpen ? (
        <ProveDialog
          {...{ title: "Delete your account?", action: "Delete for good" }}
          failure="The account was not deleted"
          change={(password) => deleteAccount(typed, password)}
          incomplete={typed.toLowerCase() !== address}
          onDone={() => {
            client.clear();
            window.location.assign("/sign-in");
          }}
          onClose={() => {
            setOpen(false);
            setTyped("");
          }}
        >
          <p>
            Your memberships, sign-ins, keys and personal data are removed immediately. Labels and
            comments stay with their projects, without your name. This cannot be undone.
          </p>
          <Field
            label={`Type “${address}” to confirm`}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </ProveDialog>
      ) : null}
    </section>
  );
}
