import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AppKey, SecondFactor } from "../../../protocol/people/sign-in.ts";
import { renewCodes, secondFactorQuery, setUpApp, switchAppOff } from "../../api/account.ts";
import { Loaded } from "../../components/page/states.tsx";
import { Moment } from "../../components/text/moment.tsx";
import { ProveDialog } from "../prove-dialog.tsx";
import { AppDialog } from "./app-dialog.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";

const FEW_CODES = 3;

type Open =
  | { readonly kind: "set-up" | "renew" | "off" }
  | { readonly kind: "app"; readonly app: AppKey }
  | { readonly kind: "codes"; readonly codes: readonly string[] };

export function SecondFactorSection() {
  const state = useQuery(secondFactorQuery);
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <section className="panel settings">
      <h2>Two-factor sign-in</h2>
      <Loaded query={state} what="Two-factor sign-in could not be loaded">
        {(factor) => <Summary factor={factor} onOpen={(kind) => setOpen({ kind })} />}
      </Loaded>
      {open ? <OpenDialog open={open} onOpen={setOpen} /> : null}
    </section>
  );
}

interface SummaryProps {
  readonly factor: SecondFactor;
  readonly onOpen: (kind: "set-up" | "renew" | "off") => void;
}

function Summary({ factor, onOpen }: SummaryProps) {
  if (factor.since === null) {
    return (
      <>
        <p>
          Two-factor sign-in is off. If you set up an authenticator app, you need your password and
          a code from the app to sign in. Nobody can then sign in with a stolen password alone.
        </p>
        <p>
          <button type="button" className="button primary" onClick={() => onOpen("set-up")}>
            Set up an authenticator app
          </button>
        </p>
      </>
    );
  }
  return (
    <>
      <p>
        <strong>On</strong> since <Moment iso={factor.since} />. {factor.recoveryCodes} of 10
        recovery codes are unused
        {factor.trustedBrowsers > 0
          ? `; ${factor.trustedBrowsers} trusted ${factor.trustedBrowsers === 1 ? "browser needs" : "browsers need"} no code`
          : ""}
        .
      </p>
      {factor.recoveryCodes <= FEW_CODES ? (
        <p className="muted">Few recovery codes are left. Make new codes.</p>
      ) : null}
      <p className="account-row">
        <button type="button" className="button" onClick={() => onOpen("renew")}>
          Make new recovery codes
        </button>
        <button type="button" className="button" onClick={() => onOpen("off")}>
          Switch off
        </button>
      </p>
    </>
  );
}

interface OpenDialogProps {
  readonly open: Open;
  readonly onOpen: (open: Open | null) => void;
}

function OpenDialog({ open, onOpen }: OpenDialogProps) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries(secondFactorQuery);
  const close = () => onOpen(null);
  const showCodes = async ({ codes }: { readonly codes: readonly string[] }) => {
    onOpen({ kind: "codes", codes });
    await reload();
  };
  switch (open.kind) {
    case "set-up":
      return (
        <ProveDialog
          {...{ title: "Set up an authenticator app", action: "Show the key", onClose: close }}
          failure="No key was made"
          change={setUpApp}
          onDone={(app) => onOpen({ kind: "app", app })}
        >
          <p>You need an app such as Aegis, 1Password or Google Authenticator.</p>
        </ProveDialog>
      );
    case "app":
      return <AppDialog app={open.app} onDone={showCodes} onClose={close} />;
    case "codes":
      return <RecoveryCodesDialog codes={open.codes} onClose={close} />;
    case "renew":
      return (
        <ProveDialog
          {...{ title: "Make new recovery codes", action: "Make new codes", onClose: close }}
          failure="No codes were made"
          change={renewCodes}
          onDone={showCodes}
        >
          <p>The current recovery codes stop working.</p>
        </ProveDialog>
      );
    case "off":
      return (
        <ProveDialog
          {...{ title: "Switch two-factor sign-in off", action: "Switch off", onClose: close }}
          failure="Two-factor sign-in is still on"
          change={switchAppOff}
          onDone={async () => {
            close();
            await reload();
          }}
        >
          <p>
            When two-factor sign-in is off, your password alone is enough to sign in. The key in
            your authenticator app and the recovery codes stop working.
          </p>
        </ProveDialog>
      );
  }
}
