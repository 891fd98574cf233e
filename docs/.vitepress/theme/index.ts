import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import "./theme.css";

/** Matches an anchor of the API reference. Old links use it at /docs, so they must lead to /docs/api. */
const API_ANCHOR = /^#(description|tag|model|models|GET|POST|PUT|PATCH|DELETE)(\/|$)/;

export default {
  extends: DefaultTheme,
  enhanceApp() {
    if (import.meta.env.SSR) return;
    const { pathname, hash } = window.location;
    const isStart = /^\/docs\/?(index)?$/.test(pathname);
    if (isStart && API_ANCHOR.test(hash)) window.location.replace(`/docs/api${hash}`);
  },
} satisfies Theme;
