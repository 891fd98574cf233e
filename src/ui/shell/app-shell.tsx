/** The frame of all project pages, with the navigation. */
import { useQuery } from "@tanstack/react-query";
import {
  getRouteApi,
  Link,
  Outlet,
  useCanGoBack,
  useNavigate,
  useRouter,
  useRouterState,
} from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { signedInQuery } from "../api/people.ts";
import { projectsQuery } from "../api/resources.ts";
import { UnreadCount } from "../comments/unread-count.tsx";
import { Icon, type IconName } from "../components/page/icon.tsx";
import { EmptyPage, Failure } from "../components/page/states.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { useKeys, usePaletteKey } from "./keyboard.ts";
import { rememberProject } from "./last-project.ts";
import { PersonMenu } from "./person-menu.tsx";
import { ProjectSwitcher } from "./project-switcher.tsx";
import { useRowClicks } from "./row-clicks.ts";

const route = getRouteApi("/p/$project");

const Palette = lazy(async () => {
  const { Palette: component } = await import("./palette/palette.tsx");
  return { default: component };
});

const VerifyBanner = lazy(async () => {
  const { VerifyBanner: component } = await import("../mail/verify-banner.tsx");
  return { default: component };
});

const READ = [
  { to: "/p/$project", label: "Overview", icon: "overview" },
  { to: "/p/$project/cases", label: "Cases", icon: "cases" },
  { to: "/p/$project/agreement", label: "Agreement", icon: "agreement" },
  { to: "/p/$project/judge", label: "Judge", icon: "judge" },
  { to: "/p/$project/findings", label: "Findings", icon: "findings" },
  { to: "/p/$project/reports", label: "Reports", icon: "reports" },
  { to: "/p/$project/prompts", label: "Prompts", icon: "prompts" },
  { to: "/p/$project/proposals", label: "Proposals", icon: "proposals" },
  { to: "/p/$project/experiments", label: "Experiments", icon: "experiments" },
  { to: "/p/$project/benchmarks", label: "Benchmarks", icon: "benchmarks" },
  { to: "/p/$project/graphs", label: "Graphs", icon: "graphs" },
  { to: "/p/$project/memory", label: "Memory", icon: "memory" },
  { to: "/p/$project/health", label: "Memory health", icon: "health" },
  { to: "/p/$project/queues", label: "Queues", icon: "queues" },
  { to: "/p/$project/mentions", label: "Mentions", icon: "mentions" },
] as const;
const CONFIGURE = [
  { to: "/p/$project/channels", label: "Alerts", icon: "alerts" },
  { to: "/p/$project/webhooks", label: "Webhooks", icon: "webhooks" },
  { to: "/p/$project/keys", label: "Keys", icon: "keys" },
  { to: "/p/$project/people", label: "People", icon: "people" },
  { to: "/p/$project/privacy", label: "Privacy", icon: "privacy" },
  { to: "/p/$project/settings", label: "Settings", icon: "settings" },
] as const;

export function AppShell() {
  const { project } = route.useParams();
  const projects = useQuery(projectsQuery);
  const person = useQuery(signedInQuery).data?.user;
  const known = projects.data?.items.some(({ id }) => id === project);
  const help = useShellKeys(project);
  const nav = useCurrentInView();
  useRowClicks();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  usePaletteKey(() => setPaletteOpen(true));
  const navigate = useNavigate();
  const pages = [...READ, ...CONFIGURE].map(({ label, to }) => ({
    label,
    open: () => void navigate({ to, params: { project } }),
  }));
  useEffect(() => {
    if (known) rememberProject(project);
  }, [known, project]);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <aside className="sidebar">
        <ProjectSwitcher projects={projects.data?.items ?? []} current={project} />
        <nav aria-label="Project" ref={nav}>
          <NavGroup items={READ} project={project} />
          <hr />
          <NavGroup items={CONFIGURE} project={project} />
        </nav>
        <PersonMenu project={project} onHelp={help.open} />
      </aside>
      <main id="content" tabIndex={-1}>
        {person?.emailVerified === false ? (
          <Suspense>
            <VerifyBanner email={person.email} />
          </Suspense>
        ) : null}
        {projects.error ? (
          <Failure
            error={projects.error}
            what="Your projects could not be loaded"
            retry={() => projects.refetch()}
          />
        ) : null}
        {known === false ? (
          <EmptyPage title="There is no such project">
            <p>The project may have been deleted, or you are signed in with another account.</p>
            <p>
              <Link to="/" className="button">
                Go to my projects
              </Link>
            </p>
          </EmptyPage>
        ) : (
          <Outlet key={project} />
        )}
      </main>
      {isPaletteOpen ? (
        <Suspense>
          <Palette project={project} pages={pages} onClose={() => setPaletteOpen(false)} />
        </Suspense>
      ) : null}
      {help.shown ? <HelpDialog onClose={help.close} /> : null}
    </div>
  );
}

interface NavItem {
  readonly to: (typeof READ | typeof CONFIGURE)[number]["to"];
  readonly label: string;
  readonly icon: IconName;
}

function NavGroup({ items, project }: { items: readonly NavItem[]; project: string }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <ul>
      {items.map(({ to, label, icon }) => {
        const address = to.replace("$project", encodeURIComponent(project));
        const active =
          to === "/p/$project" ? path === address : isUnder(path, address) || isAlso(to, path);
        return (
          <li key={to}>
            <Link
              to={to}
              params={{ project }}
              activeOptions={{ exact: to === "/p/$project", includeSearch: false }}
              aria-current={active ? "page" : undefined}
            >
              <Icon name={icon} /> {label}
              {to === "/p/$project/mentions" ? <UnreadCount project={project} /> : null}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

const isUnder = (path: string, address: string) =>
  path === address || path.startsWith(`${address}/`);
/**
 * Maps a page without its own entry in the navigation to the entry of a related page. The
 * navigation then highlights this entry.
 */
const LISTED_WITH: ReadonlyMap<string, string> = new Map([
  ["deliveries", "webhooks"],
  ["rules", "channels"],
  ["datasets", "experiments"],
  ["annotation-errors", "benchmarks"],
  ["shifts", "findings"],
  ["audit", "people"],
  ["sign-in", "people"],
  ["usage", "people"],
]);
const isAlso = (to: string, path: string) => {
  const [, , , section = ""] = path.split("/");
  const list = LISTED_WITH.get(section);
  return list !== undefined && to.endsWith(`/${list}`);
};

/**
 * `/` goes to the search, and `?` lists the keys. `esc` goes back in the history of the browser. If
 * this history is empty, `esc` opens the page above, such as the list of cases.
 */
function useShellKeys(project: string) {
  const [shown, setShown] = useState(false);
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const up = () => {
    const [, , section, ...rest] = window.location.pathname
      .split("/")
      .filter((part) => part !== "");
    if (section === undefined) return;
    if (canGoBack) router.history.back();
    else
      navigate({
        to: rest.length > 0 ? `/p/$project/${LISTED_WITH.get(section) ?? section}` : "/p/$project",
        params: { project },
      });
  };
  const search = () => {
    const field = document.querySelector<HTMLInputElement>("input[type=search]");
    if (field) field.focus();
    else navigate({ to: "/p/$project/cases", params: { project }, hash: "search" });
  };
  useKeys({ "?": () => setShown(true), "/": search, Escape: up });
  return { shown, open: () => setShown(true), close: () => setShown(false) };
}

/**
 * On a narrow screen, the navigation is a row that scrolls sideways. When the person opens a page,
 * scrolls the row to the entry of this page.
 */
function useCurrentInView() {
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another current page
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (current && nav.current)
      nav.current.scrollLeft = current.offsetLeft - nav.current.offsetLeft;
  }, [path]);
  return nav;
}
