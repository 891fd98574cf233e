import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AppKey, RecoveryCodes } from "../../../protocol/people/sign-in.ts";
import { confirmApp } from "../../api/account.ts";
import { Field } from "../../components/form/field.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { CopyButton } from "../../components/text/copy-button.tsx";
import { QrCode } from "./qr-code.tsx";

interface AppDialogProps {
  readonly app: AppKey;
  readonly onDone: (codes: RecoveryCodes) => void;
  readonly onClose: () => void;
}

/** Shows the key for an authenticator app, and then checks a code from the app. */
export function AppDialog({ app, onDone, onClose }: AppDialogProps) {
  const [code, setCode] = useState("");
  const confirm = useMutation({ mutationFn: () => confirmApp(code), onSuccess: onDone });
  return (
    <FormDialog
      {...{ title: "Set up an authenticator app", action: "Switch on", onClose }}
      failure="Two-factor sign-in is still off"
      change={{ ...confirm, mutate: () => confirm.mutate() }}
      incomplete={code.trim() === ""}
    >
      <p>Scan this code with the app, or enter the key by hand.</p>
      <QrCode text={app.address} label="The key as a QR code" />
      <div className="secret">
        <code>{app.key.match(/.{1,4}/g)?.join(" ")}</code>
        <CopyButton text={app.key} label="Copy" />
      </div>
      <Field
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  );
}
