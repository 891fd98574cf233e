import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Passkey } from "../../protocol/people/sign-in.ts";
import {
  addPasskey,
  type Password,
  passkeysQuery,
  removePasskey,
  renamePasskey,
  secondFactorQuery,
  startPasskey,
} from "../api/account.ts";
import { Field } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { Loaded } from "../components/page/states.tsx";
import { LastUsed, Moment } from "../components/text/moment.tsx";
import { deviceOf } from "./device.ts";
import { knowsPasskeys, makePasskey } from "./passkey-browser.ts";
import { ProveDialog } from "./prove-dialog.tsx";

type Open =
  | { readonly kind: "add" }
  | { readonly kind: "rename" | "remove"; readonly passkey: Passkey };

export function PasskeySection() {
  const passkeys = useQuery(passkeysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <section className="panel settings">
      <h2>Passkeys</h2>
      <p>
        A passkey signs you in with your finger, face or PIN, without a password and without a code.
      </p>
      <Loaded query={passkeys} what="Your passkeys could not be loaded">
        {(items) =>
          items.length === 0 ? (
            <p className="muted">You have no passkey.</p>
          ) : (
            <ul className="account-list">
              {items.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onOpen={setOpen} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {knowsPasskeys() ? (
        <p>
          <button type="button" className="button" onClick={() => setOpen({ kind: "add" })}>
            Add a passkey
          </button>
        </p>
      ) : (
        <p className="muted">This browser cannot add passkeys. Use a newer browser.</p>
      )}
      {open?.kind === "add" ? <AddDialog onClose={() => setOpen(null)} /> : null}
      {open?.kind === "rename" ? (
        <RenameDialog passkey={open.passkey} onClose={() => setOpen(null)} />
      ) : null}
      {open?.kind === "remove" ? (
        <RemoveDialog passkey={open.passkey} onClose={() => setOpen(null)} />
      ) : null}
    </section>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onOpen: (open: Open) => void;
}

function PasskeyRow({ passkey, onOpen }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="account-row">
      <span>
        {name}{" "}
        <span className="muted">
          added <Moment iso={createdAt} />, <LastUsed iso={lastUsedAt} />
        </span>
      </span>
      <button
        type="button"
        className="button small"
        aria-label={`Rename ${name}`}
        onClick={() => onOpen({ kind: "rename", passkey })}
      >
        Rename
      </button>
      <button
        type="button"
        className="button small"
        aria-label={`Remove ${name}`}
        onClick={() => onOpen({ kind: "remove", passkey })}
      >
        Remove
      </button>
    </li>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(deviceOf(navigator.userAgent));
  const add = async (password: Password) => {
    const { options } = await startPasskey(password);
    return addPasskey(name, await makePasskey(options));
  };
  return (
    <ProveDialog
      {...{ title: "Add a passkey", action: "Add", onClose, change: add }}
      failure="No passkey was added"
      incomplete={name.trim() === ""}
      onDone={async () => {
        onClose();
        await client.invalidateQueries(passkeysQuery);
        await client.invalidateQueries(secondFactorQuery);
      }}
    >
      <Field
        label="Name"
        required
        maxLength={100}
        hint="Choose a name that you will recognize, such as the name of the device."
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </ProveDialog>
  );
}

interface OneDialogProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

function RenameDialog({ passkey, onClose }: OneDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState(passkey.name);
  const rename = useMutation({
    mutationFn: () => renamePasskey(passkey.id, name),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries(passkeysQuery);
    },
  });
  return (
    <FormDialog
      {...{ title: "Rename the passkey", action: "Rename", onClose }}
      failure="The passkey was not renamed"
      change={{ ...rename, mutate: () => rename.mutate() }}
      incomplete={name.trim() === ""}
    >
      <Field
        label="Name"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

function RemoveDialog({ passkey, onClose }: OneDialogProps) {
  const client = useQueryClient();
  return (
    <ProveDialog
      {...{ title: "Remove the passkey?", action: "Remove", onClose }}
      failure="The passkey was not removed"
      change={(password) => removePasskey(passkey.id, password)}
      onDone={async () => {
        onClose();
        await client.invalidateQueries(passkeysQuery);
      }}
    >
      <p>
        {passkey.name} no longer signs you in. Your device may still show the passkey. Remove the
        passkey on the device too.
      </p>
    </ProveDialog>
  );
}
