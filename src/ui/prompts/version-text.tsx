import { useQuery } from "@tanstack/react-query";
import type { Prompt } from "../../protocol/api/prompts.ts";
import { Select } from "../components/form/field.tsx";
import { Loaded } from "../components/page/states.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { CopyButton } from "../components/text/copy-button.tsx";
import { TextDiff } from "../components/text/text-diff.tsx";
import type { PromptSearch } from "./prompt-search.ts";
import { versionQuery } from "./prompts-api.ts";

interface VersionTextProps {
  readonly project: string;
  readonly prompt: Prompt;
  readonly shown: number;
  readonly search: PromptSearch;
  readonly onLook: (search: PromptSearch) => void;
}

const CLAMP_CHARS = 4_000;

/** Shows a version's text, or the changes from another version. */
export function VersionText({ project, prompt, shown, search, onLook }: VersionTextProps) {
  const { against } = search;
  const after = useQuery(versionQuery(project, prompt.id, shown));
  const before = useQuery({
    ...versionQuery(project, prompt.id, against ?? 0),
    enabled: against !== undefined && against !== shown,
  });
  const others = prompt.versions.filter(({ number }) => number !== shown);
  const choices = [
    { value: "", label: "nothing" },
    ...others.map(({ number }) => ({ value: String(number), label: `version ${number}` })),
  ];
  return (
    <section>
      <div className="page-header">
        <h2>Version {shown}</h2>
        {after.data ? <CopyButton text={after.data.text} label="Copy" /> : null}
      </div>
      {others.length === 0 ? null : (
        <Select
          label="Compare with"
          value={against === undefined || against === shown ? "" : String(against)}
          options={choices}
          onChange={(value) => onLook({ version: shown, against: Number(value) || undefined })}
        />
      )}
      <Loaded query={after} what="The version could not be loaded">
        {({ text }) => (
          <div className="panel prompt-text">
            {before.data && against !== shown ? (
              <TextDiff before={before.data.text} after={text} />
            ) : (
              <ClampedText text={text} limit={CLAMP_CHARS} />
            )}
          </div>
        )}
      </Loaded>
    </section>
  );
}
