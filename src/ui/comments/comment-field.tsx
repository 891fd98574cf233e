/** A text field that offers the project's members after `@`. */
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import { MAX_COMMENT_CHARS } from "../../protocol/limits.ts";
import { membersQuery } from "../api/people.ts";
import { projectsQuery } from "../api/resources.ts";
import { type MentionChoice, mentionAt, mentionChoices } from "./mention-at.ts";

interface CommentFieldProps {
  readonly project: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Called on `Ctrl Enter` or `⌘ Enter`. */
  readonly onSend: () => void;
  /** Called on `Esc`. If the list of members is open, `Esc` only closes this list. */
  readonly onCancel?: (() => void) | undefined;
}

export function CommentField(props: CommentFieldProps) {
  const { project, label, value, onChange } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useMentionPicker(project, value, onChange, field);
  const { choices, current } = picker;
  const onKeyDown = (event: KeyboardEvent) => {
    if (picker.onKeyDown(event)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      props.onSend();
    } else if (event.key === "Escape" && props.onCancel) {
      event.preventDefault();
      props.onCancel();
    }
  };
  return (
    <div className="field comment-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={field}
        id={id}
        rows={3}
        value={value}
        maxLength={MAX_COMMENT_CHARS}
        aria-describedby={`${id}-hint`}
        aria-autocomplete="list"
        aria-controls={choices.length > 0 ? `${id}-people` : undefined}
        aria-activedescendant={choices.length > 0 ? `${id}-person-${current}` : undefined}
        onChange={({ target }) => {
          onChange(target.value);
          picker.move(target.selectionStart);
        }}
        onSelect={({ currentTarget }) => picker.move(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={() => picker.close()}
      />
      {choices.length > 0 ? (
        <People id={id} choices={choices} current={current} onChoose={picker.choose} />
      ) : null}
      <p id={`${id}-hint`} className="muted">
        <kbd>@</kbd> mentions a person. <kbd>Ctrl</kbd> <kbd>Enter</kbd> saves.
      </p>
    </div>
  );
}

interface PeopleProps {
  readonly id: string;
  readonly choices: readonly MentionChoice[];
  readonly current: number;
  readonly onChoose: (choice: MentionChoice) => void;
}

function People({ id, choices, current, onChoose }: PeopleProps) {
  return (
    <div
      id={`${id}-people`}
      role="listbox"
      aria-label="People"
      className="mention-list"
      tabIndex={-1}
    >
      {choices.map((choice, index) => (
        <button
          key={choice.member.id}
          id={`${id}-person-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          // The click must not take the focus from the text field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          <span>{choice.member.user.name}</span>
          <span className="muted">{choice.member.user.email}</span>
        </button>
      ))}
    </div>
  );
}

/**
 * Handles the keys while the list of members is open. Arrows move in the list, `Enter` or `Tab`
 * chooses a member, and `Esc` closes the list.
 */
function useMentionPicker(
  project: string,
  value: string,
  onChange: (text: string) => void,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const [caret, setCaret] = useState<number | null>(null);
  const [place, setPlace] = useState(0);
  const draft = caret === null ? undefined : mentionAt(value, caret);
  const members = useMembers(project, draft !== undefined);
  const choices = draft === undefined ? [] : mentionChoices(draft.text, members);
  const current = Math.min(place, choices.length - 1);
  const close = () => setCaret(null);
  const choose = ({ handle }: MentionChoice) => {
    if (draft === undefined || caret === null) return;
    const before = `${value.slice(0, draft.start)}@${handle} `;
    onChange(before + value.slice(caret));
    close();
    // Set the caret behind the mention. Wait for the next frame, because only then does the field
    // contain the new text.
    requestAnimationFrame(() => field.current?.setSelectionRange(before.length, before.length));
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const chosen = choices[current];
    if (chosen === undefined || event.ctrlKey || event.metaKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setPlace((current + step + choices.length) % choices.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(chosen);
    else if (event.key === "Escape") close();
    else return false;
    event.preventDefault();
    return true;
  };
  const move = (position: number) => {
    setCaret(position);
    if (position !== caret) setPlace(0);
  };
  return { choices, current, choose, close, move, onKeyDown };
}

function useMembers(project: string, isNeeded: boolean) {
  const projects = useQuery(projectsQuery).data?.items;
  const organization = projects?.find(({ id }) => id === project)?.organization;
  const query = membersQuery(organization ?? "");
  return useQuery({ ...query, enabled: isNeeded && organization !== undefined }).data ?? [];
}
