import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { operationQuery } from "../api/resources.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { Loaded, Skeleton } from "../components/page/states.tsx";
import { shortenMiddle } from "../text/shorten.ts";
import { OperationInside } from "./operation-inside.tsx";

const route = getRouteApi("/p/$project/graphs/$graph/operations/$op");

const NO_FOCUS: ReadonlySet<string> = new Set();
const NO_MARKS = {};

export function OperationPage() {
  const { project, graph, op } = route.useParams();
  const { variable } = route.useSearch();
  const navigate = route.useNavigate();
  const [linked] = useState(variable === undefined ? [] : [variable]);
  const query = useQuery(operationQuery(project, graph, op, linked));
  return (
    <>
      <PageHeader title="Operation">
        <Link to="/p/$project/graphs/$graph" params={{ project, graph }}>
          Graph {shortenMiddle(graph, 32)}
        </Link>
      </PageHeader>
      <Loaded
        query={query}
        what="The operation could not be loaded"
        skeleton={<Skeleton rows={8} height={24} />}
      >
        {(operation) => (
          <>
            <h2 className="visually-hidden">What the operation read and wrote</h2>
            <OperationInside
              project={project}
              graph={graph}
              operation={operation}
              errorType={null}
              link={null}
              focus={NO_FOCUS}
              marks={NO_MARKS}
              selected={variable}
              onSelect={(chosen) =>
                navigate({ search: { variable: chosen }, replace: true, resetScroll: false })
              }
            />
          </>
        )}
      </Loaded>
    </>
  );
}
