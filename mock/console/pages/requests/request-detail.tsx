import { useState } from 'preact/hooks';
import type { JournalEntry } from '../../../../spec/services/touchstone/events.ts';
import type { ExplainedEntry } from '../../../../spec/services/touchstone/journal.ts';
import { Action, Code, CopyButton, ErrorNote, Facts, Status, Tabs, Text, Time } from '../../parts/basics.tsx';
import { toCurl } from '../../parts/curl.ts';
import { useData } from '../../parts/use-data.ts';
import { hashTo } from '../../route.ts';
import { useSession } from '../../session.ts';
import { StepsList } from '../zones/steps-list.tsx';

const tabs = [
  { name: 'answer', title: 'Answer' },
  { name: 'request', title: 'Request' },
  { name: 'curl', title: 'curl' },
] as const;
/** Requests to a zone also have what the zone did. */
const zoneTabs = [{ name: 'steps', title: 'Steps' }, ...tabs] as const;
type Tab = (typeof zoneTabs)[number]['name'];

/** One request: what was sent, what was answered, and why. */
export function RequestDetail({ id }: { readonly id: number }) {
  const { admin } = useSession();
  const { data: entry, error } = useData(() => admin<ExplainedEntry>(`journal/${id}`), [id]);
  const [tab, setTab] = useState<Tab>();
  return (
    <aside class="detail" aria-label={`Request ${id}`}>
      <header class="detail-head">
        <h2>
          {entry ? (
            <>
              <Status status={entry.status} /> <Text>{entry.method}</Text>{' '}
              <Text class="url">{entry.url}</Text>
            </>
          ) : (
            `Request ${id}`
          )}
        </h2>
        <a class="button" href={hashTo(['requests'])} aria-label="Close this request">
          Close
        </a>
      </header>
      {error && <ErrorNote error={error} />}
      {entry && (
        <>
          <Why entry={entry} />
          <Facts
            rows={[
              ['Time', <Time key="at" at={entry.at} />],
              ['Took', `${entry.duration_ms.toFixed(2)} ms`],
              ['Plane', entry.plane],
              ['Operation', <Operation key="operation" entry={entry} />],
              ['Basis', entry.basis],
              ...(entry.zone_id === null ? [] : ([['Zone', entry.zone_id]] as const)),
            ]}
          />
          <div class="detail-actions">
            <ReplayButton id={id} />
          </div>
          <Tabs
            label="Parts of the request"
            tabs={entry.steps.length > 0 ? zoneTabs : tabs}
            chosen={tab ?? getFirstTab(entry)}
            onChoose={setTab}
          />
          <Part entry={entry} tab={tab ?? getFirstTab(entry)} />
        </>
      )}
    </aside>
  );
}

const getFirstTab = ({ steps }: ExplainedEntry): Tab => (steps.length > 0 ? 'steps' : 'answer');

/** The reasons for the answer. */
function Why({ entry: { explanation, status } }: { readonly entry: JournalEntry }) {
  if (explanation.length === 0) return null;
  return (
    <section class={`why ${status >= 400 || status === 0 ? 'refused' : ''}`} aria-label="Explanation">
      {explanation.map((line, at) => (
        <p key={at}>
          <Text>{line}</Text>
        </p>
      ))}
    </section>
  );
}

function Part({ entry, tab }: { readonly entry: ExplainedEntry; readonly tab: Tab }) {
  const { account } = useSession();
  if (tab === 'steps') return <StepsList steps={entry.steps} />;
  if (tab === 'curl') {
    const command = toCurl(entry, account.token);
    return (
      <>
        <CopyButton text={command}>Copy as curl</CopyButton>
        <Code label="The request as a curl command" text={command} />
      </>
    );
  }
  if (tab === 'request') {
    const rows = Object.entries(entry.request_headers).map(
      ([name, value]) => [name, <Text key={name}>{value}</Text>] as const,
    );
    return (
      <>
        <h3>Headers</h3>
        <Facts rows={rows} />
        <h3>Body</h3>
        <Body text={entry.request_body} label="Body of the request" />
      </>
    );
  }
  return <Body text={entry.response_body} label="Body of the answer" />;
}

function Body({ text, label }: { readonly text: string | null; readonly label: string }) {
  return text === null || text === '' ? <p class="muted">No text.</p> : <Code label={label} text={text} />;
}

function ReplayButton({ id }: { readonly id: number }) {
  const { admin } = useSession();
  const replay = async () => {
    const entry = await admin<JournalEntry>(`journal/${id}/replay`, { body: {} });
    location.hash = hashTo(['requests', String(entry.id)]);
  };
  return <Action action={replay}>Send again</Action>;
}

/** The operation with a link to its page in the API reference, which lacks those of other documents. */
function Operation({ entry: { operation, basis } }: { readonly entry: JournalEntry }) {
  if (operation === null) return <>none</>;
  return basis === 'schema' ? operation : <a href={`/docs#/${operation}`}>{operation}</a>;
}
