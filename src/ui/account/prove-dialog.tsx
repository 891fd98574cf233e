/**
 * A dialog for changes that need a proof of identity. The person types the password as proof. If
 * the account has no password, the person must have signed in recently.
 */
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Password, waysQuery } from "../api/account.ts";
import { Field } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { Failure } from "../components/page/states.tsx";
import { browserFailure } from "./passkey-browser.ts";

interface ProveDialogProps<Answer> {
  readonly title: string;
  readonly action: string;
  /** Title of the error message if the change fails. */
  readonly failure: string;
  readonly change: (password: Password) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
  readonly onClose: () => void;
  /**
   * True while a required field in `children` is empty. The person cannot submit the form then. The
   * dialog checks the password field itself.
   */
  readonly incomplete?: boolean;
  readonly children: ReactNode;
}

export function ProveDialog<Answer>(props: ProveDialogProps<Answer>) {
  const { title, action, failure, change, onDone, onClose, incomplete = false, children } = props;
  const hasPassword = useQuery(waysQuery).data?.hasPassword ?? true;
  const [password, setPassword] = useState("");
  const run = useMutation({
    mutationFn: () => change(hasPassword ? password : undefined),
    onSuccess: onDone,
  });
  const inBrowser = browserFailure(run.error);
  return (
    <FormDialog
      {...{ title, action, failure, onClose }}
      change={{
        isPending: run.isPending,
        error: inBrowser === undefined ? run.error : null,
        mutate: () => run.mutate(),
      }}
      incomplete={incomplete || (hasPassword && password === "")}
    >
      {children}
      {hasPassword ? (
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : null}
      {inBrowser === undefined ? null : (
        <Failure
          error={new Error(inBrowser)}
          what={`${failure}. ${inBrowser.replace(/\.$/, "")}`}
        />
      )}
    </FormDialog>
  );
}
