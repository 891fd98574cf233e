import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import "./theme.css";

/** Anchors of the API reference. Old links have them at /docs and are sent on to /docs/api. */
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
