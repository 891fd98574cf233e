/** The theme, stored on this device: light, dark or the system's theme. */
import { useState } from "react";

export type Theme = "system" | "light" | "dark";

/** `theme.js` uses the same key before the browser draws the page. */
const STORAGE_KEY = "memtrace.theme";
const NEXT: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };

export function useTheme(): { theme: Theme; next: () => void } {
  const [theme, setTheme] = useState<Theme>(remembered);
  const next = () => {
    const chosen = NEXT[theme];
    setTheme(chosen);
    if (chosen === "system") {
      delete document.documentElement.dataset.theme;
      localStorage.removeItem(STORAGE_KEY);
    } else {
      document.documentElement.dataset.theme = chosen;
      localStorage.setItem(STORAGE_KEY, chosen);
    }
  };
  return { theme, next };
}

function remembered(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "system";
}
