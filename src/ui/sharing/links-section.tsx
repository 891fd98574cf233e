import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../components/page/states.tsx";
import { LinkList } from "./link-list.tsx";
import { linksQuery } from "./sharing-api.ts";
import "./sharing.css";

export function LinksSection({ project }: { project: string }) {
  const query = useQuery(linksQuery(project));
  return (
    <section className="panel links-section" aria-labelledby="links-title">
      <h2 id="links-title">Public links</h2>
      <Loaded query={query} what="The public links could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">
              No public links. To create one, choose “Share” on a case, a report or a saved view.
            </p>
          ) : (
            <LinkList project={project} links={items} />
          )
        }
      </Loaded>
    </section>
  );
}
