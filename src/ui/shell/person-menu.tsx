import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { signedInQuery, signOut } from "../api/people.ts";
import { Icon } from "../components/page/icon.tsx";
import { useTheme } from "./theme.ts";

const ICON = { system: "system", light: "sun", dark: "moon" } as const;

export function PersonMenu({ onHelp }: { onHelp: () => void }) {
  const { theme, next } = useTheme();
  const person = useQuery(signedInQuery).data?.user;
  const navigate = useNavigate();
  const client = useQueryClient();
  const leave = useMutation({
    mutationFn: signOut,
    onSettled: () => {
      client.clear();
      return navigate({ to: "/sign-in" });
    },
  });
  return (
    <div className="person-menu">
      <a href="/docs">
        <Icon name="docs" /> API reference
      </a>
      <button type="button" onClick={onHelp}>
        <kbd>?</kbd> Keyboard
      </button>
      <button type="button" onClick={next} title="Change the theme">
        <Icon name={ICON[theme]} /> Theme: {theme}
      </button>
      <div className="person">
        <span title={person?.email}>{person?.email ?? "\u00a0"}</span>
        <button type="button" className="link-button" onClick={() => leave.mutate()}>
          Sign out
        </button>
      </div>
    </div>
  );
}
