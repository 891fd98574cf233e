/** Lets a person set the prices of the models that the traced system uses. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ModelPrice } from "../../protocol/api/insights/model-prices.ts";
import { MAX_MODEL_PRICES } from "../../protocol/limits.ts";
import { useMay } from "../api/may.ts";
import { Failure, Loaded } from "../components/page/states.tsx";
import { count } from "../text/time.ts";
import { draftsOf, type PriceDraft, pricesOf } from "./price-draft.ts";
import { PriceFields } from "./price-fields.tsx";
import { pricesQuery, putPrices } from "./prices-api.ts";
import "./prices.css";

export function PricesSection({ project }: { project: string }) {
  const query = useQuery(pricesQuery(project));
  return (
    <section className="panel settings model-section" aria-labelledby="prices-title">
      <h2 id="prices-title">Prices of your agent's models</h2>
      <p className="muted">
        With these prices, MemTrace shows what the model calls of your agent cost. Write the name of
        a model as operations report it. A name that ends with <code>*</code> applies to all models
        whose names begin with the text before the <code>*</code>. If several prices match, the
        exact name wins, then the longest text before a <code>*</code>. New prices also change the
        shown costs of past calls.
      </p>
      <Loaded query={query} what="The prices could not be loaded">
        {({ prices }) => <PricesForm project={project} stored={prices} />}
      </Loaded>
    </section>
  );
}

interface PricesFormProps {
  readonly project: string;
  readonly stored: readonly ModelPrice[];
}

function PricesForm({ project, stored }: PricesFormProps) {
  const client = useQueryClient();
  const mayChange = useMay(project, "admin");
  const [drafts, setDrafts] = useState(() => draftsOf(stored));
  const [added, setAdded] = useState<number>();
  const addButton = useRef<HTMLButtonElement>(null);
  const save = useMutation({
    mutationFn: () => putPrices(project, { prices: pricesOf(drafts) }),
    onSuccess: (saved) => {
      client.setQueryData(pricesQuery(project).queryKey, saved);
      setDrafts(draftsOf(saved.prices));
      // Many cached responses contain costs, so mark all of them as outdated. Do not reload them
      // now: a reload would lose unsaved entries on this page.
      return client.invalidateQueries({ queryKey: [project], refetchType: "none" });
    },
  });
  const unchanged =
    JSON.stringify(drafts.map(textsOf)) === JSON.stringify(draftsOf(stored).map(textsOf));
  const add = () => {
    const id = Math.max(-1, ...drafts.map((draft) => draft.id)) + 1;
    setDrafts([...drafts, { id, model: "", input: "", cached: "", output: "" }]);
    setAdded(id);
  };
  const remove = (id: number) => {
    setDrafts(drafts.filter((draft) => draft.id !== id));
    addButton.current?.focus();
  };
  return (
    <form
      className="model-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {drafts.length === 0 ? (
        <p>There are no prices. Without prices, MemTrace shows tokens but no costs.</p>
      ) : null}
      {drafts.map((price, place) => (
        <PriceFields
          key={price.id}
          price={price}
          place={place}
          isDisabled={!mayChange}
          takesFocus={price.id === added}
          onChange={(changed) =>
            setDrafts(drafts.map((known) => (known.id === changed.id ? changed : known)))
          }
          onRemove={() => remove(price.id)}
        />
      ))}
      {save.error ? <Failure error={save.error} what="The prices were not saved" /> : null}
      {mayChange ? (
        <>
          <p>
            <button
              type="button"
              ref={addButton}
              className="button small"
              disabled={drafts.length >= MAX_MODEL_PRICES}
              onClick={add}
            >
              Add a price
            </button>{" "}
            {drafts.length >= MAX_MODEL_PRICES ? (
              <span className="muted">
                A project has at most {count(MAX_MODEL_PRICES)} prices. Use <code>*</code> to give
                several models one price.
              </span>
            ) : null}
          </p>
          <p className="ask">
            <button type="submit" className="button primary" disabled={save.isPending || unchanged}>
              Save prices
            </button>
            <span className="good" role="status">
              {save.isSuccess && unchanged ? "Saved." : ""}
            </span>
          </p>
        </>
      ) : (
        <p>Only owners and admins of the organization can change the prices.</p>
      )}
    </form>
  );
}

function textsOf({ model, input, cached, output }: PriceDraft): string[] {
  return [model, input, cached, output];
}
