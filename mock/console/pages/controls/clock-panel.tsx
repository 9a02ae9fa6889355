import { useEffect, useState } from 'preact/hooks';
import { Action, Badge, ErrorNote, Field, Panel } from '../../parts/basics.tsx';
import { useData } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';

interface ClockState {
  readonly now: string;
  readonly frozen: boolean;
}

const steps = [
  { title: '+1 minute', seconds: 60 },
  { title: '+1 hour', seconds: 3_600 },
  { title: '+1 day', seconds: 86_400 },
] as const;

/** The clock of the chosen account: tokens expire and windows end by it. */
export function ClockPanel() {
  const { admin, account } = useSession();
  const path = (verb: string) => `clock${verb}?account_id=${account.id}`;
  const { data, error, reload } = useData(() => admin<ClockState>(path('')), [account.id]);
  const [at, setAt] = useState('');
  useEffect(() => {
    const timer = setInterval(reload, 1_000);
    return () => clearInterval(timer);
  }, [reload]);
  const move = async (verb: string, body: object = {}) => {
    await admin(path(verb), { body });
    reload();
  };
  return (
    <Panel
      title="Clock"
      aside={
        data && <Badge tone={data.frozen ? 'accent' : 'good'}>{data.frozen ? 'stopped' : 'running'}</Badge>
      }
    >
      {error && <ErrorNote error={error} />}
      <p class="mono">{data?.now ?? '…'}</p>
      <div class="bar">
        <Action action={() => move('/freeze')}>Stop</Action>
        {steps.map(({ title, seconds }) => (
          <Action key={title} action={() => move('/advance', { seconds })}>
            {title}
          </Action>
        ))}
        <Action action={() => move('/release')}>Release</Action>
      </div>
      <Field label="Stop at a time" hint="RFC 3339, in UTC. The clock only moves forward.">
        <input
          placeholder="2030-01-01T00:00:00Z"
          value={at}
          onInput={(event) => setAt(event.currentTarget.value)}
        />
      </Field>
      <Action action={() => move('/freeze', { at })} disabled={at === ''}>
        Stop there
      </Action>
    </Panel>
  );
}
