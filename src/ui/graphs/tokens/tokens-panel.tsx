/** Shows the tokens and costs of model calls, per model, operation and session. */
import { useQuery } from "@tanstack/react-query";
import type { GraphTokens, NamedTokenSum } from "../../../protocol/api/insights/tokens.ts";
import { tokensQuery } from "../../api/graph-queries.ts";
import { Loaded } from "../../components/page/states.tsx";
import { WideTable } from "../../components/page/wide-table.tsx";
import { CostNote } from "../../prices/cost-note.tsx";
import { tokenCostText } from "../../text/cost.ts";
import { shortenMiddle } from "../../text/shorten.ts";
import { count } from "../../text/time.ts";
import "./tokens.css";

interface TokensPanelProps {
  readonly project: string;
  readonly graph: string;
}

export function TokensPanel({ project, graph }: TokensPanelProps) {
  const query = useQuery(tokensQuery(project, graph));
  return (
    <section className="panel graph-tokens">
      <header className="panel-header">
        <h2>Tokens of the model calls</h2>
      </header>
      <Loaded query={query} what="The tokens could not be loaded">
        {(tokens) => <Sums project={project} tokens={tokens} />}
      </Loaded>
    </section>
  );
}

interface SumsProps {
  readonly project: string;
  readonly tokens: GraphTokens;
}

function Sums({ project, tokens }: SumsProps) {
  const { total, byModel, byOperation, bySession } = tokens;
  if (total.calls === 0)
    return (
      <p className="muted">
        No operation of this graph reports tokens. The integrations for the OpenAI client and the AI
        SDK record tokens. OpenTelemetry spans can contain tokens too.
      </p>
    );
  return (
    <>
      <dl className="facts">
        {[
          ["Input tokens", count(total.inputTokens)],
          ...(total.cachedInputTokens > 0
            ? [["Cached input tokens", count(total.cachedInputTokens)]]
            : []),
          ["Output tokens", count(total.outputTokens)],
          ["Model calls", count(total.calls)],
          ...(total.cost ? [["Cost", tokenCostText(total.cost)]] : []),
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CostNote project={project} costs={[total.cost]} />
      <SumTable what="Model" none="not named" sums={byModel} />
      <SumTable what="Operation" none="not named" sums={byOperation} />
      <SumTable what="Session" none="outside of sessions" sums={bySession} />
    </>
  );
}

interface SumTableProps {
  readonly what: string;
  readonly none: string;
  readonly sums: readonly NamedTokenSum[];
}

function SumTable({ what, none, sums }: SumTableProps) {
  const hasPrices = sums.some(({ cost }) => cost !== null);
  return (
    <WideTable
      columns={[
        what,
        { figure: "Input tokens" },
        { figure: "Output tokens" },
        { figure: "Model calls" },
        ...(hasPrices ? [{ figure: "Cost" }] : []),
      ]}
    >
      {sums.map(({ name, inputTokens, outputTokens, calls, cost }) => (
        <tr key={name}>
          <th scope="row">
            {name === null ? <span className="muted">{none}</span> : shortenMiddle(name, 60)}
          </th>
          <td className="number">{count(inputTokens)}</td>
          <td className="number">{count(outputTokens)}</td>
          <td className="number">{count(calls)}</td>
          {cost ? <td className="number">{tokenCostText(cost)}</td> : null}
        </tr>
      ))}
    </WideTable>
  );
}
