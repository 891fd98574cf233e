/** The menu for account, theme and help. On a phone, a button opens it. */
import { useQuery } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { signedInQuery } from "../api/people.ts";
import { Icon } from "../components/page/icon.tsx";
import { useSignOut } from "./sign-out.ts";
import { useTheme } from "./theme.ts";

const ICON = { system: "system", light: "sun", dark: "moon" } as const;

interface PersonMenuProps {
  readonly project: string;
  readonly onHelp: () => void;
}

export function PersonMenu({ project, onHelp }: PersonMenuProps) {
  const { theme, next } = useTheme();
  const signedIn = useQuery(signedInQuery).data;
  const leave = useSignOut();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setOpen(false), [path]);
  return (
    <>
      <button
        type="button"
        className="button person-menu-button"
        aria-expanded={isOpen}
        aria-controls="person-menu"
        onClick={() => setOpen(!isOpen)}
      >
        Menu
      </button>
      <div className="person-menu" id="person-menu" data-open={isOpen}>
        {signedIn?.isOperator ? (
          <Link to="/operator">
            <Icon name="health" /> Operation
          </Link>
        ) : null}
        <a href="/docs">
          <Icon name="docs" /> Documentation
        </a>
        <button type="button" onClick={onHelp}>
          <kbd>?</kbd> Keyboard
        </button>
        <button type="button" onClick={next} title="Change the theme">
          <Icon name={ICON[theme]} /> Theme: {theme}
        </button>
        <div className="person">
          <Link to="/p/$project/account" params={{ project }} title="Your account">
            {signedIn?.user.email ?? "\u00a0"}
          </Link>
          <button type="button" className="link-button" onClick={() => leave.mutate()}>
            Sign out
          </button>
        </div>
      </div>
    </>
  );
}
