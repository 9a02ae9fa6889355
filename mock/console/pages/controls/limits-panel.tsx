import { useState } from 'preact/hooks';
import { Action, ErrorNote, Field, Panel } from '../../parts/basics.tsx';
import { useData } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';
import { type Conditions, toLines, toWords } from './scanned-words.ts';

interface Credits {
  readonly credits: number;
  readonly plan: 'free' | 'paid';
}

/** What limits runs of models: credits and plan of the account, limits of the platform, guardrails. */
export function LimitsPanel() {
  const { admin, account } = useSession();
  const place = `accounts/${account.id}/credits`;
  const { data, error, reload } = useData(async () => {
    const [credits, limits, scanner] = await Promise.all([
      admin<Credits>(place),
      admin<{ readonly enforced: string }>('limits'),
      admin<Conditions>('guardrails'),
    ]);
    return { credits, limits, scanner };
  }, [account.id]);
  const [dollars, setDollars] = useState<string>();
  const [words, setWords] = useState<string>();
  if (!data) return <Panel title="Limits of models">{error && <ErrorNote error={error} />}</Panel>;
  const { credits, limits, scanner } = data;
  const put = async (path: string, body: object) => {
    await admin(path, { method: 'PUT', body });
    reload();
  };
  return (
    <Panel title="Limits of models">
      {error && <ErrorNote error={error} />}
      <Field label="Credits in dollars">
        <input
          inputMode="decimal"
          value={dollars ?? String(credits.credits)}
          onInput={(event) => setDollars(event.currentTarget.value)}
        />
      </Field>
      <Action action={() => put(place, { credits: Number(dollars) })} disabled={dollars === undefined}>
        Set the credits
      </Action>
      <Field label="Plan">
        <select
          value={credits.plan}
          onChange={(event) => void put(place, { plan: event.currentTarget.value })}
        >
          <option value="free">Free</option>
          <option value="paid">Paid</option>
        </select>
      </Field>
      <Field label="Limits of the platform">
        <select
          value={limits.enforced}
          onChange={(event) => void put('limits', { enforced: event.currentTarget.value })}
        >
          <option value="frontier">Those of frontier models</option>
          <option value="all">All</option>
          <option value="none">None</option>
        </select>
      </Field>
      <Field label="Scanner of guardrails">
        <select
          value={scanner.failing ?? ''}
          onChange={(event) => void put('guardrails', { failing: event.currentTarget.value || null })}
        >
          <option value="">Answers</option>
          <option value="unavailable">Is unavailable</option>
          <option value="credits">Has no credits</option>
        </select>
      </Field>
      <Field label="What it finds" hint="A line for each category: S1: teapot, kettle">
        <textarea
          spellcheck={false}
          value={words ?? toLines(scanner.words)}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </Field>
      <Action
        action={async () => put('guardrails', { words: toWords(words ?? '') })}
        disabled={words === undefined}
      >
        Set the words
      </Action>
    </Panel>
  );
}
