/**
 * Shows which right answers depend on a prompt version, or on the messages of an end user. For
 * example, these answers could become wrong if somebody deletes the end user's data.
 */
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { Field } from "../components/form/field.tsx";
import { PageHeader } from "../components/page/page-header.tsx";
import { selectionImpactQuery } from "./impact-api.ts";
import { type ImpactSearch, parseImpactSearch } from "./impact-search.ts";
import { ImpactedAnswers } from "./impacted-answers.tsx";
import "./impact.css";

const route = getRouteApi("/p/$project/impact");

export function SelectionImpactPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const isChosen = search.user !== undefined || search.prompt !== undefined;
  return (
    <>
      <PageHeader title={`Which right answers depend on ${recordOf(search)}?`} />
      {isChosen ? <Found project={project} search={search} /> : <Choice />}
    </>
  );
}

const recordOf = ({ user, prompt }: ImpactSearch): string => {
  if (user !== undefined) return "these messages";
  return prompt === undefined ? "an end user" : "this prompt version";
};

function Found({ project, search }: { project: string; search: ImpactSearch }) {
  const query = useInfiniteQuery(selectionImpactQuery(project, search));
  return (
    <>
      <p>
        {search.user === undefined
          ? `Prompt ${search.prompt}, version ${search.promptVersion}`
          : `The messages of all graphs that name the end user ${search.user}`}
      </p>
      <ImpactedAnswers project={project} of={recordOf(search)} query={query} />
    </>
  );
}

function Choice() {
  const [user, setUser] = useState("");
  const navigate = route.useNavigate();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({ search: parseImpactSearch({ user }) });
      }}
    >
      <p className="muted">
        Enter the id of an end user. For a prompt, open this page from one of the prompt's versions.
        The page only lists answers and changes nothing.
      </p>
      <Field
        label="Id of the end user"
        required
        value={user}
        onChange={({ target }) => setUser(target.value)}
      />
      <p>
        <button type="submit" className="button" disabled={user === ""}>
          Show the right answers
        </button>
      </p>
    </form>
  );
}
