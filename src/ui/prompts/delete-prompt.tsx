import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Prompt } from "../../protocol/api/prompts.ts";
import { DeleteButton } from "../components/form/delete-button.tsx";
import { count } from "../text/time.ts";
import { deletePrompt, promptsQuery } from "./prompts-api.ts";

export function DeletePrompt({ project, prompt }: { project: string; prompt: Prompt }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { length } = prompt.versions;
  return (
    <section>
      <DeleteButton
        label="Delete the prompt"
        title="Delete the prompt?"
        action="Delete for good"
        onDelete={() => deletePrompt(project, prompt.id)}
        onDeleted={async () => {
          await navigate({ to: "/p/$project/prompts", params: { project } });
          return client.invalidateQueries({ queryKey: promptsQuery(project).queryKey });
        }}
      >
        <p>
          The prompt's {length === 1 ? "version is" : `${count(length)} versions are`} deleted, with
          all figures and proposals. Apps that request the prompt then use the text in their own
          code. If an operation reads the prompt again, the prompt returns to the list.
        </p>
      </DeleteButton>
    </section>
  );
}
