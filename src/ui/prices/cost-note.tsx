/** Says how costs were computed, and which models have no price. */
import { Link } from "@tanstack/react-router";
import type { TokenCost } from "../../protocol/api/insights/tokens.ts";
import { MAX_UNPRICED } from "../../protocol/limits.ts";
import { shortenMiddle } from "../text/shorten.ts";
import "./prices.css";

interface CostNoteProps {
  readonly project: string;
  readonly costs: readonly (TokenCost | null)[];
}

export function CostNote({ project, costs }: CostNoteProps) {
  const known = costs.filter((cost) => cost !== null);
  const unpriced = [...new Set(known.flatMap((cost) => cost.unpriced))];
  return (
    <p className="muted cost-note">
      {known.length === 0
        ? "The project has no prices of models, so only tokens are shown. "
        : "Costs are computed with the prices of today. "}
      {unpriced.length > 0
        ? `No price for ${listed(unpriced)}, so the costs leave out these tokens. `
        : ""}
      <Link to="/p/$project/settings" params={{ project }} hash="prices-title">
        Prices of your agent's models
      </Link>
    </p>
  );
}

function listed(models: readonly (string | null)[]): string {
  const names = models
    .slice(0, MAX_UNPRICED)
    .map((model) => (model === null ? "operations that name no model" : shortenMiddle(model, 60)));
  // The service stops after `MAX_UNPRICED` models. So a list of this length may not be complete.
  if (models.length >= MAX_UNPRICED) names.push("other models");
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}
