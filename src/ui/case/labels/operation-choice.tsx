/**
 * Lets a person choose the operation at fault. The person can choose one of the listed operations,
 * search for another operation of the graph, or choose none.
 */
import { useState } from "react";
import { Select } from "../../components/form/field.tsx";
import { FindOperation } from "./find-operation.tsx";
import { type Choice, choiceOf } from "./label-choices.ts";

/**
 * The choice has this value while the person searches for another operation. No operation has this
 * id, because ids never start with a control character.
 */
export const SEARCHING = "\u0000another";

interface OperationChoiceProps {
  readonly project: string;
  readonly graph: string;
  readonly choices: readonly Choice[];
  /** An operation id, `NO_OPERATION` or `SEARCHING`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function OperationChoice(props: OperationChoiceProps) {
  const { project, graph, value, onChange } = props;
  const [found, setFound] = useState<readonly Choice[]>([]);
  const known = [...props.choices, ...found];
  const isListed = value === SEARCHING || known.some((each) => each.value === value);
  const choices = isListed ? known : [...known, choiceOf(value, null)];
  return (
    <>
      <Select
        label="Decisive operation"
        value={value}
        options={[...choices, { value: SEARCHING, label: "another operation …" }]}
        onChange={onChange}
      />
      {value === SEARCHING ? (
        <FindOperation
          project={project}
          graph={graph}
          onChoose={({ id, name }) => {
            if (!choices.some((each) => each.value === id))
              setFound([...found, choiceOf(id, name)]);
            onChange(id);
          }}
        />
      ) : null}
    </>
  );
}
