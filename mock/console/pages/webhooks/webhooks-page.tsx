import type { WebhookDelivery } from '../../../../spec/services/touchstone/events.ts';
import { Action, Badge, Code, Empty, ErrorNote, Facts, Status, Text, Time } from '../../parts/basics.tsx';
import { useData, useRefresh } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';

/** The webhooks of background runs, with what became of them. */
export function WebhooksPage() {
  const { admin, account } = useSession();
  const { data, error, reload } = useData(() => admin<readonly WebhookDelivery[]>('webhooks'), []);
  useRefresh(reload);
  const own = data?.filter(({ account_id }) => account_id === account.id);
  const clear = async () => {
    await admin('webhooks', { method: 'DELETE' });
    reload();
  };
  return (
    <div class="page">
      <header class="bar">
        <h1 class="grow">Webhooks</h1>
        <Action action={clear} disabled={data?.length === 0} confirm="Forget the webhooks of all accounts?">
          Clear
        </Action>
      </header>
      {error && <ErrorNote error={error} />}
      {own?.length === 0 && (
        <Empty title="No webhooks yet.">
          <p>
            A run in the background sends one when it ends: give it a <code>webhook_url</code>. A delivery
            that fails is listed too.
          </p>
        </Empty>
      )}
      {own?.map((delivery) => (
        <Delivery key={`${delivery.at} ${delivery.run_id}`} delivery={delivery} />
      ))}
    </div>
  );
}

function Delivery({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { at, url, run_id, format, outcome, status, address, problem, body } = delivery;
  return (
    <section class="panel">
      <header class="panel-head">
        <h2>
          <Badge tone={outcome === 'delivered' ? 'good' : 'bad'}>{outcome}</Badge> <Text>{url}</Text>
        </h2>
        <Time at={at} />
      </header>
      <div class="panel-body">
        {problem !== null && (
          <p class="note refused">
            <Text>{problem}</Text>
          </p>
        )}
        <Facts
          rows={[
            ['Run', run_id],
            ['Format', format],
            ['Answer', status === null ? 'none' : <Status key="status" status={status} />],
            ['Address', address ?? 'none'],
          ]}
        />
        <Code label={`Payload for run ${run_id}`} text={JSON.stringify(body)} />
      </div>
    </section>
  );
}
