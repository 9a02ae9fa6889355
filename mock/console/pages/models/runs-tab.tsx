import { useEffect } from 'preact/hooks';
import type { Log } from '../../../../spec/services/ai-gateway/logs.ts';
import { Badge, Empty, ErrorNote, Field, Status, Text, Time } from '../../parts/basics.tsx';
import { useData } from '../../parts/use-data.ts';
import { hashTo } from '../../route.ts';
import { useSession } from '../../session.ts';
import { RunDetail } from './run-detail.tsx';

/** Milliseconds between two looks at the logs. */
const refreshMs = 2_000;

/** The logs of a gateway: who asked which model what, and what it cost. */
export function RunsTab({
  gateway,
  log,
}: {
  readonly gateway: string | undefined;
  readonly log: string | undefined;
}) {
  const { v4, account } = useSession();
  const place = `accounts/${account.id}/ai-gateway/gateways`;
  const gateways = useData(
    () => v4<readonly { readonly id: string }[]>(`${place}?per_page=100`),
    [account.id],
  );
  const ids = gateways.data?.result.map(({ id }) => id) ?? [];
  const chosen = gateway ?? ids[0];
  const logs = useData(
    async () =>
      chosen === undefined
        ? undefined
        : v4<readonly Log[]>(
            `${place}/${encodeURIComponent(chosen)}/logs?per_page=50&order_by=created_at&order_by_direction=desc`,
          ),
    [account.id, chosen],
  );
  // The first run makes the first gateway.
  const reload = chosen === undefined ? gateways.reload : logs.reload;
  useEffect(() => {
    const timer = setInterval(reload, refreshMs);
    return () => clearInterval(timer);
  }, [reload]);
  const rows = logs.data?.result ?? [];
  const choose = (id: string) => {
    location.hash = hashTo(['models', 'runs', id]);
  };
  const error = gateways.error ?? logs.error;
  return (
    <>
      <div class="bar">
        {ids.length > 0 && (
          <Field label="Gateway">
            <select value={chosen ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
              {ids.map((id) => (
                <option key={id} value={id}>
                  {id}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Credits />
      </div>
      {error && <ErrorNote error={error} />}
      {gateways.data && rows.length === 0 && (chosen === undefined || logs.data) && (
        <NoRuns gateway={chosen ?? 'default'} />
      )}
      {chosen !== undefined && log !== undefined && <RunDetail key={log} gateway={chosen} log={log} />}
      {rows.length > 0 && chosen !== undefined && <RunTable rows={rows} gateway={chosen} log={log} />}
    </>
  );
}

function RunTable({
  rows,
  gateway,
  log,
}: {
  readonly rows: readonly Log[];
  readonly gateway: string;
  readonly log: string | undefined;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard.
    <section class="panel scroll" aria-label="Runs, the newest first" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Status</th>
            <th scope="col">Model</th>
            <th scope="col" class="number">
              Tokens in
            </th>
            <th scope="col" class="number">
              Tokens out
            </th>
            <th scope="col" class="number">
              Cost
            </th>
            <th scope="col" class="number">
              Took
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} {...(row.id === log && { class: 'chosen' })}>
              <td>
                <a href={hashTo(['models', 'runs', gateway, row.id])}>
                  <Time at={row.created_at} />
                </a>
              </td>
              <td>
                <Status status={row.status_code ?? 0} />
              </td>
              <td>
                <Text>{row.model}</Text> <span class="muted">{row.provider}</span>{' '}
                {row.cached && <Badge tone="accent">cached</Badge>}
              </td>
              <td class="number">{row.tokens_in ?? '–'}</td>
              <td class="number">{row.tokens_out ?? '–'}</td>
              <td class="number">{toDollars(row.cost)}</td>
              <td class="number">{row.duration} ms</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function toDollars(cost: number | undefined): string {
  return cost === undefined ? '–' : `$${cost.toFixed(6)}`;
}

interface CreditsState {
  readonly credits: number;
  readonly plan: string;
  readonly neurons_today: number;
}

/** What the account has left, and what it used. */
function Credits() {
  const { admin, account } = useSession();
  const { data } = useData(() => admin<CreditsState>(`accounts/${account.id}/credits`), [account.id]);
  if (!data) return null;
  const { credits, plan, neurons_today } = data;
  return (
    <p class="muted beside-field">
      {plan} plan · ${credits.toFixed(4)} of credits left · {neurons_today.toFixed(1)} neurons today
    </p>
  );
}

function NoRuns({ gateway }: { readonly gateway: string }) {
  const { info, account } = useSession();
  const command = [
    `curl ${info.api}/accounts/${account.id}/ai/run/@cf/meta/llama-3.1-8b-instruct`,
    `  -H 'Authorization: Bearer ${account.token}'`,
    `  -H 'cf-aig-gateway-id: ${gateway}'`,
    `  --json '{ "prompt": "Hello" }'`,
  ].join(' \\\n');
  return (
    <Empty title="No run went through this gateway yet.">
      <p>Send one, and it appears here:</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard. */}
      <section class="code" dir="ltr" aria-label="A run as a curl command" tabIndex={0}>
        <pre>{command}</pre>
      </section>
    </Empty>
  );
}
