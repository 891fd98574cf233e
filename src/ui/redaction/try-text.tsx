/** Shows how the service would store a text with the settings in the form. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import type { RedactionSettings } from "../../protocol/api/redaction.ts";
import { Failure } from "../components/page/states.tsx";
import { count } from "../text/time.ts";
import { tryQuery } from "./redaction-api.ts";

/** If the person types nothing for this many milliseconds, the page sends the text. */
const PAUSE_MS = 300;
const MAX_CHARS = 100_000;

interface TryTextProps {
  readonly project: string;
  readonly settings: RedactionSettings;
}

export function TryText({ project, settings }: TryTextProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [asked, setAsked] = useState({ text: "", settings });
  const written = JSON.stringify(settings);
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ text, settings: JSON.parse(written) }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, written]);
  const query = useQuery({ ...tryQuery(project, asked), enabled: asked.text !== "" });
  return (
    <div className="field">
      <label htmlFor={id}>Try a text</label>
      <textarea
        id={id}
        rows={3}
        maxLength={MAX_CHARS}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="muted">
        This preview uses the settings above, even if you have not saved them. MemTrace does not
        store the text.
      </p>
      {query.error ? <Failure error={query.error} what="The text was not redacted" /> : null}
      <div role="status">
        {asked.text !== "" && query.data ? (
          <>
            <pre className="redaction-result">{query.data.text}</pre>
            <p className="muted">
              {query.data.counts.length === 0
                ? "With these settings, MemTrace redacts nothing in this text."
                : `Redacted: ${query.data.counts.map((each) => `${each.kind} ${count(each.count)}`).join(", ")}.`}
            </p>
          </>
        ) : null}
      </div>
    </div>
  );
}
