import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../components/page/states.tsx";
import { LinkList } from "./link-list.tsx";
import { linksQuery } from "./sharing-api.ts";
import "./sharing.css";

/** Section of the settings page: all public links of the project. */
export function LinksSection({ project }: { project: string }) {
  const query = useQuery(linksQuery(project));
  return (
    <section className="panel links-section" aria-labelledby="links-title">
      <h2 id="links-title">Public links</h2>
      <Loaded query={query} what="The public links could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">
              None. A case, a report and a saved view have a button “Share” that creates one.
            </p>
          ) : (
            <LinkList project={project} links={items} />
          )
        }
      </Loaded>
    </section>
  );
}
