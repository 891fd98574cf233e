/** Finds an operation by its id or part of its name. */
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { PartRecord } from "../../../protocol/api/graph-parts.ts";
import { MAX_OPERATIONS_FOUND, operationsNamedQuery } from "../../api/resources.ts";
import { Field } from "../../components/form/field.tsx";
import { Loaded } from "../../components/page/states.tsx";
import { exactTime } from "../../text/time.ts";

interface FindOperationProps {
  readonly project: string;
  readonly graph: string;
  readonly onChoose: (operation: Pick<PartRecord, "id" | "name">) => void;
}

export function FindOperation({ project, graph, onChoose }: FindOperationProps) {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim());
  const query = useQuery({
    ...operationsNamedQuery(project, graph, wanted),
    enabled: wanted !== "",
  });
  return (
    <div className="find-operation">
      <Field
        label="Find an operation"
        hint="Type a part of the operation's name, or its id."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {wanted === "" ? null : (
        <Loaded query={query} what="The operations could not be searched">
          {(found) =>
            found.length === 0 ? (
              <p className="muted">No operation of this graph has this name or id.</p>
            ) : (
              <>
                <ul>
                  {found.map((operation) => (
                    <li key={operation.id}>
                      <button
                        type="button"
                        className="link-button"
                        onClick={() => onChoose(operation)}
                      >
                        <code>{operation.name ?? operation.id}</code> {operation.id}
                      </button>{" "}
                      <span className="muted">{exactTime(operation.at)}</span>
                    </li>
                  ))}
                </ul>
                {found.length < MAX_OPERATIONS_FOUND ? null : (
                  <p className="muted">
                    The graph may contain more operations that match. To find them, type more of the
                    name.
                  </p>
                )}
              </>
            )
          }
        </Loaded>
      )}
    </div>
  );
}
