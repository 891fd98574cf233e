import { AUDIT_ACTIONS } from "../../protocol/api/teams/audit-actions.ts";
import type { Project } from "../../protocol/api/teams/project.ts";
import type { SignedInUser } from "../../protocol/people.ts";
import { actionText } from "./action-text.ts";
import type { AuditSearch } from "./audit-search.ts";

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly people: readonly Pick<SignedInUser, "id" | "name" | "email">[];
  readonly projects: readonly Project[];
  readonly onChange: (change: AuditSearch) => void;
}

export function AuditFilters({ search, people, projects, onChange }: AuditFiltersProps) {
  return (
    <div className="audit-filters">
      <Choice
        label="Person"
        all="Everyone"
        value={search.person}
        options={people.map(({ id, name, email }) => [id, `${name} (${email})`])}
        onChange={(person) => onChange({ person })}
      />
      <Choice
        label="Action"
        all="All actions"
        value={search.action}
        options={AUDIT_ACTIONS.map((action) => [action, actionText(action)])}
        onChange={(action) => onChange({ action })}
      />
      <Choice
        label="Project"
        all="All projects"
        value={search.in}
        options={projects.map(({ id, name }) => [id, name])}
        onChange={(project) => onChange({ in: project })}
      />
      <input
        type="search"
        aria-label="Target"
        placeholder="Id of the target"
        // Without the key, React would keep the old field and ignore the new `defaultValue`. When
        // the URL parameter changes, the key changes too, so React makes a new field.
        key={search.target}
        defaultValue={search.target ?? ""}
        onBlur={({ target }) => onChange({ target: target.value.trim() })}
        onKeyDown={(event) => {
          if (event.key === "Enter") onChange({ target: event.currentTarget.value.trim() });
        }}
      />
      <label>
        From{" "}
        <input
          type="date"
          value={search.from ?? ""}
          onChange={({ target }) => onChange({ from: target.value })}
        />
      </label>
      <label>
        to{" "}
        <input
          type="date"
          value={search.to ?? ""}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      </label>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** Label of the option that sets no filter. */
  readonly all: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, all, value = "", options, onChange }: ChoiceProps) {
  const isListed = value === "" || options.some(([each]) => each === value);
  return (
    <select
      className="add-filter"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{all}</option>
      {/* The URL can name a former member or a deleted project, which the list lacks. */}
      {isListed ? null : <option value={value}>{value}</option>}
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
