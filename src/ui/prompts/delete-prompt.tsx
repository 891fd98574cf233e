import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Prompt } from "../../protocol/prompts.ts";
import { Confirm } from "../components/dialog.tsx";
import { Failure } from "../components/states.tsx";
import { deletePrompt, promptsQuery } from "./prompts-api.ts";

export function DeletePrompt({ project, prompt }: { project: string; prompt: Prompt }) {
  const [asked, setAsked] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => deletePrompt(project, prompt.id),
    onSuccess: async () => {
      await navigate({ to: "/p/$project/prompts", params: { project } });
      return client.invalidateQueries({ queryKey: promptsQuery(project).queryKey });
    },
  });
  return (
    <section>
      <button type="button" className="button" onClick={() => setAsked(true)}>
        Delete the prompt
      </button>
      {asked ? (
        <Confirm
          title="Delete the prompt?"
          action="Delete for good"
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsked(false)}
        >
          <p>
            Its{" "}
            {prompt.versions.length === 1
              ? "version goes"
              : `${prompt.versions.length} versions go`}{" "}
            with all figures and proposals. Apps that ask for it use their own text. If it is used
            again, it is found again.
          </p>
          {remove.error ? <Failure error={remove.error} what="The prompt was not deleted" /> : null}
        </Confirm>
      ) : null}
    </section>
  );
}
