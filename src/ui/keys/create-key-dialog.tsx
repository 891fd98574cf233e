import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyWithSecret, Scope } from "../../protocol/api/api.ts";
import { createKey } from "../api/commands.ts";
import { keysQuery } from "../api/resources.ts";
import { Field, Select } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";

const SCOPES: readonly [Scope, string][] = [
  ["ingest", "send events"],
  ["read", "read cases, graphs and reports"],
  ["label", "label, comment and work queues"],
  ["write", "open, label and re-run cases"],
  ["admin", "manage settings and webhooks, revoke keys"],
  ["keys", "create keys, with only the scopes of this key"],
];
const EXPIRIES = [
  { value: "never", label: "Never", days: null },
  { value: "30", label: "In 30 days", days: 30 },
  { value: "90", label: "In 90 days", days: 90 },
  { value: "365", label: "In a year", days: 365 },
] as const;
const DAY_MS = 86_400_000;

interface CreateKeyDialogProps {
  readonly project: string;
  readonly onClose: () => void;
  readonly onCreated: (key: KeyWithSecret) => void;
}

export function CreateKeyDialog({ project, onClose, onCreated }: CreateKeyDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(["ingest", "read"]);
  const [expiry, setExpiry] = useState<(typeof EXPIRIES)[number]["value"]>("never");
  const create = useMutation({
    mutationFn: () =>
      createKey(project, { name, scopes: [...scopes], expiresAt: expiryOf(expiry) }),
    onSuccess: (key) => {
      onCreated(key);
      return client.invalidateQueries({ queryKey: keysQuery(project).queryKey });
    },
  });
  return (
    <FormDialog
      title="Create a key"
      action="Create"
      change={create}
      failure="The key was not created"
      incomplete={scopes.length === 0}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="Name the place where you will use the key, for example “production”."
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ScopeChecks scopes={scopes} onChange={setScopes} />
      <Select label="Expires" value={expiry} options={EXPIRIES} onChange={setExpiry} />
    </FormDialog>
  );
}

interface ScopeChecksProps {
  readonly scopes: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
}

function ScopeChecks({ scopes, onChange }: ScopeChecksProps) {
  const toggle = (scope: Scope) =>
    onChange(
      scopes.includes(scope) ? scopes.filter((other) => other !== scope) : [...scopes, scope],
    );
  return (
    <fieldset className="checks">
      <legend>The key may</legend>
      {SCOPES.map(([scope, meaning]) => (
        <label className="check" key={scope}>
          <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
          <b>{scope}</b> <span className="muted">{meaning}</span>
        </label>
      ))}
    </fieldset>
  );
}

function expiryOf(expiry: string): string | null {
  const days = EXPIRIES.find(({ value }) => value === expiry)?.days;
  return days ? new Date(Date.now() + days * DAY_MS).toISOString() : null;
}
