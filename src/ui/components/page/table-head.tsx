/**
 * The heading of a column. A plain string is the heading of a text column. `figure` is the heading
 * of a column of numbers. Only screen readers read a `hidden` heading.
 */
export type Column = string | { readonly figure: string } | { readonly hidden: string };

export function TableHead({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { name, className, isHidden } = describe(column);
          return (
            <th scope="col" className={className} key={name}>
              {isHidden ? <span className="visually-hidden">{name}</span> : name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Returns the heading that is visible. It is empty if only screen readers read the heading. */
export function headingOf(column: Column): string {
  const { name, isHidden } = describe(column);
  return isHidden ? "" : name;
}

function describe(column: Column) {
  if (typeof column === "string") return { name: column, className: undefined, isHidden: false };
  return "figure" in column
    ? { name: column.figure, className: "number", isHidden: false }
    : { name: column.hidden, className: undefined, isHidden: true };
}
