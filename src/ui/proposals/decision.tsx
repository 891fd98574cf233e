/**
 * Lets a person accept or reject a proposal. Before accepting it, the person can edit its text, or
 * choose a share of the traffic that gets the new version.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { AcceptProposal, Proposal } from "../../protocol/api/proposals.ts";
import { acceptProposal, rejectProposal } from "../api/commands.ts";
import { proposalQuery } from "../api/resources.ts";
import { Field, Select } from "../components/form/field.tsx";
import { Icon } from "../components/page/icon.tsx";
import { Failure } from "../components/page/states.tsx";

interface DecisionProps {
  readonly project: string;
  readonly proposal: Proposal;
}

const SHARES = [
  { value: "all", label: "all of the traffic" },
  { value: "0.5", label: "half of the traffic" },
  { value: "0.2", label: "20% of the traffic" },
  { value: "0.05", label: "5% of the traffic" },
] as const;
type ShareOption = (typeof SHARES)[number]["value"];

export function Decision({ project, proposal }: DecisionProps) {
  const [rejecting, setRejecting] = useState(false);
  const client = useQueryClient();
  const onSuccess = (decided: Proposal) => {
    client.setQueryData(proposalQuery(project, proposal.id).queryKey, decided);
    // The decision can change the served version, which many pages show.
    return client.invalidateQueries({ queryKey: [project] });
  };
  const accept = useMutation({
    mutationFn: (body: AcceptProposal) => acceptProposal(project, proposal.id, body),
    onSuccess,
  });
  const reject = useMutation({
    mutationFn: (reason: string) => rejectProposal(project, proposal.id, reason),
    onSuccess,
  });
  if (proposal.state !== "open") return null;
  const busy = accept.isPending || reject.isPending;
  return (
    <section className="panel decision" aria-label="Your decision">
      {proposal.isOutdated ? (
        <p className="soft">
          Another version of the prompt is in use by now, so this proposal cannot be accepted. Look
          for better prompts again.
        </p>
      ) : (
        <Accept proposal={proposal} busy={busy} onAccept={(body) => accept.mutate(body)} />
      )}
      <p className="ask">
        <b>Do you disagree?</b>
        <button
          type="button"
          className="button"
          aria-expanded={rejecting}
          onClick={() => setRejecting(!rejecting)}
        >
          <Icon name="cross" size={14} /> Reject
        </button>
      </p>
      {rejecting ? <Reject busy={busy} onReject={(reason) => reject.mutate(reason)} /> : null}
      {accept.error ? <Failure error={accept.error} what="The proposal was not accepted" /> : null}
      {reject.error ? <Failure error={reject.error} what="The proposal was not rejected" /> : null}
    </section>
  );
}

interface AcceptProps {
  readonly proposal: Proposal;
  readonly busy: boolean;
  readonly onAccept: (body: AcceptProposal) => void;
}

function Accept({ proposal, busy, onAccept }: AcceptProps) {
  const [edited, setEdited] = useState<string | null>(null);
  const [share, setShare] = useState<ShareOption>("all");
  const id = useId();
  return (
    <form
      className="accept"
      onSubmit={(event) => {
        event.preventDefault();
        onAccept({
          ...(edited === null || edited === proposal.text ? {} : { text: edited }),
          ...(share === "all" ? {} : { share: Number(share) }),
        });
      }}
    >
      {edited === null ? null : (
        <div className="field">
          <label htmlFor={id}>The prompt</label>
          <textarea
            id={id}
            rows={14}
            value={edited}
            onChange={(event) => setEdited(event.target.value)}
          />
        </div>
      )}
      <div className="accept-row">
        <Select
          label="Serve the new version to"
          value={share}
          options={SHARES}
          onChange={setShare}
        />
        <button type="submit" className="button primary" disabled={busy || edited === ""}>
          <Icon name="check" size={14} /> {edited === null ? "Accept" : "Accept as edited"}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => setEdited(edited === null ? proposal.text : null)}
        >
          {edited === null ? "Edit first" : "Undo the edit"}
        </button>
      </div>
    </form>
  );
}

function Reject(props: { readonly busy: boolean; readonly onReject: (reason: string) => void }) {
  const [reason, setReason] = useState("");
  return (
    <form
      className="accept-row"
      onSubmit={(event) => {
        event.preventDefault();
        props.onReject(reason);
      }}
    >
      <Field
        label="Reason for the rejection"
        hint="The model reads this reason the next time it looks for better prompts."
        value={reason}
        maxLength={2_000}
        onChange={(event) => setReason(event.target.value)}
      />
      <button type="submit" className="button danger" disabled={props.busy || reason.trim() === ""}>
        Reject the proposal
      </button>
    </form>
  );
}
