import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseConnectSearch } from "./connections/connect-search.ts";
import { HomePage } from "./people/home-page.tsx";
import { requireSignIn, root } from "./root-route.ts";

export const parseAccountSearch = (raw: Record<string, unknown>): { failed?: string } => ({
  failed: typeof raw.failed === "string" ? raw.failed : undefined,
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: requireSignIn,
  component: HomePage,
});
const start = createRoute({
  getParentRoute: () => root,
  path: "/start",
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import("./people/start-page.tsx"), "StartPage"),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: "/join/$organization/$invitation",
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(
    () => import("./people/invitations/invitation-page.tsx"),
    "InvitationPage",
  ),
});
const shared = createRoute({
  getParentRoute: () => root,
  path: "/shared/$token",
  component: lazyRouteComponent(() => import("./sharing/shared-page.tsx"), "SharedPage"),
});
const connect = createRoute({
  getParentRoute: () => root,
  path: "/connect",
  validateSearch: parseConnectSearch,
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import("./connections/connect-page.tsx"), "ConnectPage"),
});
const operator = createRoute({
  getParentRoute: () => root,
  path: "/operator",
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import("./operator/operator-page.tsx"), "OperatorPage"),
});
const ownAccount = createRoute({
  getParentRoute: () => root,
  path: "/account",
  validateSearch: parseAccountSearch,
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import("./account/own-account-page.tsx"), "OwnAccountPage"),
});

export const pagesOutsideProjects = [
  home,
  start,
  invitation,
  shared,
  connect,
  operator,
  ownAccount,
] as const;
