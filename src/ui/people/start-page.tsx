/** Creates a person's first project, and an organization if the person has none. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createProject } from "../api/commands.ts";
import { createOrganization, organizationsQuery, slugOf } from "../api/people.ts";
import { projectsQuery } from "../api/resources.ts";
import { Field, Select } from "../components/form/field.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { Failure, Loaded } from "../components/page/states.tsx";
import { DoorFrame } from "./door-frame.tsx";

const NEW = "";

export function StartPage() {
  useTitle("New project");
  const organizations = useQuery(organizationsQuery);
  return (
    <DoorFrame title="Create a project">
      <Loaded query={organizations} what="Your organizations could not be loaded">
        {(known) => <StartForm known={known} />}
      </Loaded>
    </DoorFrame>
  );
}

function StartForm({ known }: { known: readonly { id: string; name: string }[] }) {
  const [chosen, setChosen] = useState(known[0]?.id ?? NEW);
  const [organization, setOrganization] = useState("");
  const [name, setName] = useState("");
  const create = useCreateProject();
  const submit = () =>
    // `setChosen` gets the id of the new organization. If creating the project then fails, the next
    // attempt uses this organization and does not create a second one.
    create.mutate({ chosen, organization, name, onOrganization: setChosen });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {known.length > 0 ? (
        <Select
          label="Organization"
          value={chosen}
          options={[
            ...known.map(({ id, name: label }) => ({ value: id, label })),
            { value: NEW, label: "A new organization…" },
          ]}
          onChange={setChosen}
        />
      ) : null}
      {chosen === NEW ? (
        <Field
          label={known.length > 0 ? "Name of the organization" : "Organization"}
          hint="Your company or team. An organization has projects and members."
          required
          autoFocus
          value={organization}
          onChange={(event) => setOrganization(event.target.value)}
        />
      ) : null}
      <Field
        label="Project"
        hint="One agent or product. A project has its own keys, wrong answers, reports and webhooks."
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {create.error ? <Failure error={create.error} what="The project was not created" /> : null}
      <button type="submit" className="button primary wide" disabled={create.isPending}>
        {create.isPending ? "Creating…" : "Create the project"}
      </button>
    </form>
  );
}

interface WantedProject {
  /** Id of an organization. Empty to create a new one. */
  readonly chosen: string;
  readonly organization: string;
  readonly name: string;
  readonly onOrganization: (id: string) => void;
}

function useCreateProject() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ chosen, organization, name, onOrganization }: WantedProject) => {
      const owner = chosen === NEW ? await createNamed(organization) : chosen;
      onOrganization(owner);
      return createProject({ organization: owner, name });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(organizationsQuery),
        client.invalidateQueries(projectsQuery),
      ]),
    onSuccess: (project) => navigate({ to: "/p/$project", params: { project: project.id } }),
  });
}

async function createNamed(name: string): Promise<string> {
  const slug = slugOf(name, crypto.randomUUID().slice(0, 6));
  const { id } = await createOrganization({ name, slug });
  return id;
}
