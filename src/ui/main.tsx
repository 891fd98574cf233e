import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ApiFailure, mayRetry, retryDelay } from "./api/request.ts";
import { buildRouter } from "./router.tsx";
import "./tokens.css";
import "./base.css";
import "./components/form/controls.css";
import "./components/text/trace-text.css";
import "./components/page/states.css";
import "./components/table/cards.css";
import "./shell/shell.css";

const client = new QueryClient({
  queryCache: new QueryCache({ onError: leaveForbiddenPage }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: mayRetry,
      retryDelay,
    },
  },
});
const router = buildRouter(client);

/**
 * After a failed request, opens the sign-in page if the person is no longer signed in. Opens the
 * account page if a second factor is missing.
 */
function leaveForbiddenPage(error: Error): void {
  if (!(error instanceof ApiFailure)) return;
  const { pathname, href } = router.state.location;
  if (error.code === "second_factor_required" && pathname !== "/account") {
    router.navigate({ to: "/account" });
  }
  if (error.status !== 401 || pathname === "/sign-in") return;
  client.clear();
  router.navigate({ to: "/sign-in", search: { next: href } });
}

const element = document.getElementById("root");
if (element) {
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
