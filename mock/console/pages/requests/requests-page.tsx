import { useMemo, useState } from 'preact/hooks';
import type { JournalEntry } from '../../../../spec/services/touchstone/events.ts';
import { Action, Badge, BothEnds, Empty, ErrorNote, Status, Text, Time } from '../../parts/basics.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { hashTo, useRoute } from '../../route.ts';
import { useSession } from '../../session.ts';
import { toTest } from './filter.ts';
import { RequestDetail } from './request-detail.tsx';
import { useJournal } from './use-journal.ts';

const rowHeight = 34;

/** The requests that the server answered, as they come. */
export function RequestsPage() {
  const { segments } = useRoute();
  const [filter, setFilter] = useState({ text: '', plane: '', refusalsOnly: false });
  const [isPaused, setPaused] = useState(false);
  const { entries, isLive, error, clear } = useJournal(isPaused);
  const shown = useMemo(() => entries.filter(toTest(filter)), [entries, filter]);
  const id = segments[1] === undefined ? undefined : Number(segments[1]);
  const active = shown.findIndex((entry) => entry.id === id);
  const move = (index: number) => {
    const entry = shown[index];
    if (entry) location.hash = hashTo(['requests', String(entry.id)]);
  };
  return (
    <div class={`requests ${id === undefined ? '' : 'with-detail'}`}>
      <div class="requests-list">
        <header class="bar">
          <h1>Requests</h1>
          <span class={`live ${isLive ? 'on' : ''}`}>
            {isPaused ? 'paused' : isLive ? 'live' : 'connecting'}
          </span>
          <input
            type="search"
            class="grow"
            placeholder="Filter: path, operation, status"
            aria-label="Filter requests"
            value={filter.text}
            onInput={(event) => setFilter({ ...filter, text: event.currentTarget.value })}
          />
          <select
            aria-label="Plane"
            value={filter.plane}
            onChange={(event) => setFilter({ ...filter, plane: event.currentTarget.value })}
          >
            <option value="">All planes</option>
            {planes.map((plane) => (
              <option key={plane} value={plane}>
                {plane}
              </option>
            ))}
          </select>
          <label class="check">
            <input
              type="checkbox"
              checked={filter.refusalsOnly}
              onChange={(event) => setFilter({ ...filter, refusalsOnly: event.currentTarget.checked })}
            />
            Refusals only
          </label>
          <button type="button" class="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? 'Go on' : 'Pause'}
          </button>
          <Action action={clear} confirm="Forget all requests of the journal?">
            Clear
          </Action>
        </header>
        {error && <ErrorNote error={error} />}
        {entries.length === 0 && !error ? <NoRequests /> : null}
        {entries.length > 0 && shown.length === 0 ? <Empty title="No request matches the filter." /> : null}
        {shown.length > 0 && (
          <VirtualList
            label="Requests, the newest first"
            items={shown}
            rowHeight={rowHeight}
            keyOf={(entry) => entry.id}
            active={active}
            onMove={move}
          >
            {(entry) => <Row entry={entry} isChosen={entry.id === id} />}
          </VirtualList>
        )}
        <p class="count" aria-live="off">
          {shown.length === entries.length ? '' : `${shown.length} of `}
          {entries.length === 1 ? '1 request' : `${entries.length} requests`}
        </p>
      </div>
      {id !== undefined && <RequestDetail key={id} id={id} />}
    </div>
  );
}

const planes: readonly JournalEntry['plane'][] = [
  'api',
  'edge',
  'objects',
  'interpreter',
  'worker',
  'sandbox',
];

function Row({ entry, isChosen }: { readonly entry: JournalEntry; readonly isChosen: boolean }) {
  const { id, at, plane, method, url, operation, status, duration_ms } = entry;
  return (
    <a
      class="request"
      href={hashTo(['requests', String(id)])}
      {...(isChosen && { 'aria-current': 'true' })}
      tabIndex={-1}
    >
      <Time at={at} />
      <Status status={status} />
      <span class="method">
        <Text>{method}</Text>
      </span>
      <span class="path" title={url}>
        <BothEnds>{toShortUrl(url, plane)}</BothEnds>
      </span>
      <span class="operation">
        {operation === null ? <Badge>{plane}</Badge> : <BothEnds>{operation}</BothEnds>}
      </span>
      <span class="ms">{duration_ms.toFixed(1)} ms</span>
    </a>
  );
}

/** The path and query; for zone traffic with the host, which chooses the zone. */
function toShortUrl(url: string, plane: JournalEntry['plane']): string {
  const match = /^[a-z]+:\/\/([^/?#]*)(.*)$/is.exec(url);
  if (!match) return url;
  const [, host = '', rest = ''] = match;
  return plane === 'edge' ? `${host.replace(/:\d+$/, '')}${rest}` : rest.replace('/client/v4', '') || '/';
}

function NoRequests() {
  const { info } = useSession();
  const command = `curl ${info.api}/user/tokens/verify -H 'Authorization: Bearer ${info.api_token}'`;
  return (
    <Empty title="No requests yet.">
      <p>Send one, and it appears here:</p>
      <pre class="code" dir="ltr">
        {command}
      </pre>
    </Empty>
  );
}
