import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { JournalEntry } from '../../../../spec/services/touchstone/events.ts';
import type { SecurityEvent } from '../../../../spec/services/touchstone/schemas.ts';
import {
  Action,
  Badge,
  BothEnds,
  Empty,
  ErrorNote,
  Facts,
  Status,
  Text,
  Time,
  type Tone,
} from '../../parts/basics.tsx';
import { visible } from '../../parts/text.ts';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { hashTo, useRoute } from '../../route.ts';
import { useSession } from '../../session.ts';
import { useZones } from '../zones/use-zones.ts';
import { toEventTest } from './event-filter.ts';
import { useEvents } from './use-events.ts';

const rowHeight = 34;

/** The security events of a zone, as they happen. */
export function EventsPage() {
  const { segments } = useRoute();
  const { data: zones, error } = useZones();
  const zone = zones?.find(({ id }) => id === segments[1]) ?? zones?.[0];
  if (error) return <ErrorNote error={error} />;
  if (zones?.length === 0) return <Empty title="This account has no zone." />;
  if (!zones || !zone) return null;
  return (
    <ZoneEvents key={zone.id} zoneId={zone.id} eventId={segments[2]}>
      <select
        aria-label="Zone"
        value={zone.id}
        onChange={(event) => {
          location.hash = hashTo(['events', event.currentTarget.value]);
        }}
      >
        {zones.map(({ id, name }) => (
          <option key={id} value={id}>
            {visible(name)}
          </option>
        ))}
      </select>
    </ZoneEvents>
  );
}

interface ZoneEventsProps {
  readonly zoneId: string;
  readonly eventId: string | undefined;
  /** The choice of a zone. */
  readonly children: ComponentChildren;
}

function ZoneEvents({ zoneId, eventId, children }: ZoneEventsProps) {
  const { events, isLive, error } = useEvents(zoneId);
  const [filter, setFilter] = useState({ text: '', action: '', source: '' });
  const shown = useMemo(() => events.filter(toEventTest(filter)), [events, filter]);
  const active = shown.findIndex(({ id }) => id === eventId);
  const chosen = events.find(({ id }) => id === eventId);
  const move = (index: number) => {
    const event = shown[index];
    if (event) location.hash = hashTo(['events', zoneId, event.id]);
  };
  return (
    <div class={`requests ${chosen ? 'with-detail' : ''}`}>
      <div class="requests-list">
        <header class="bar">
          <h1>Events</h1>
          {children}
          <span class={`live ${isLive ? 'on' : ''}`}>{isLive ? 'live' : 'connecting'}</span>
          <input
            type="search"
            class="grow"
            placeholder="Filter: rule, path, reason, user agent"
            aria-label="Filter events"
            value={filter.text}
            onInput={(event) => setFilter({ ...filter, text: event.currentTarget.value })}
          />
          <select
            aria-label="Action"
            value={filter.action}
            onChange={(event) => setFilter({ ...filter, action: event.currentTarget.value })}
          >
            <option value="">All actions</option>
            {actions.map((action) => (
              <option key={action}>{action}</option>
            ))}
          </select>
          <select
            aria-label="Source"
            value={filter.source}
            onChange={(event) => setFilter({ ...filter, source: event.currentTarget.value })}
          >
            <option value="">All sources</option>
            {Object.entries(sources).map(([source, title]) => (
              <option key={source} value={source}>
                {title}
              </option>
            ))}
          </select>
        </header>
        {error && <ErrorNote error={error} />}
        {events.length === 0 && !error && (
          <Empty title="No events yet.">
            <p>
              A rule that matches a request leaves one, and so does an invalid token. The{' '}
              <a href={hashTo(['zones', zoneId, 'playground'])}>playground</a> sends such requests.
            </p>
          </Empty>
        )}
        {events.length > 0 && shown.length === 0 && <Empty title="No event matches the filter." />}
        {shown.length > 0 && (
          <VirtualList
            label="Events, the newest first"
            items={shown}
            rowHeight={rowHeight}
            keyOf={({ id }) => id}
            active={active}
            onMove={move}
          >
            {(event) => <Row event={event} zoneId={zoneId} isChosen={event.id === eventId} />}
          </VirtualList>
        )}
        <p class="count" aria-live="off">
          {shown.length === events.length ? '' : `${shown.length} of `}
          {events.length === 1 ? '1 event' : `${events.length} events`}
        </p>
      </div>
      {chosen && <EventDetail key={chosen.id} event={chosen} zoneId={zoneId} />}
    </div>
  );
}

const actions: readonly SecurityEvent['action'][] = [
  'block',
  'challenge',
  'jschallenge',
  'managedchallenge',
  'log',
  'skip',
];

const sources: Readonly<Record<SecurityEvent['source'], string>> = {
  apiShieldTokenValidation: 'Token rules',
  firewallCustom: 'Custom rules',
};

const toTone = (action: SecurityEvent['action']): Tone =>
  action === 'block' ? 'bad' : action === 'log' ? 'accent' : action === 'skip' ? 'plain' : 'refused';

/** The rule of an event; a token without a rule has none. */
const ruleName = ({ description, ref, ruleId }: SecurityEvent) =>
  description || ref || ruleId || 'no rule applies';

const getReasons = ({ token_validation_violations: violations }: SecurityEvent) =>
  violations.map(({ reason }) => reason).join(', ');

interface RowProps {
  readonly event: SecurityEvent;
  readonly zoneId: string;
  readonly isChosen: boolean;
}

function Row({ event, zoneId, isChosen }: RowProps) {
  const { id, datetime, action, clientRequestHTTPMethodName, clientRequestHTTPHost, edgeResponseStatus } =
    event;
  return (
    <a
      class="request event"
      href={hashTo(['events', zoneId, id])}
      {...(isChosen && { 'aria-current': 'true' })}
      tabIndex={-1}
    >
      <Time at={datetime} />
      <Badge tone={toTone(action)}>{action}</Badge>
      <Status status={edgeResponseStatus} />
      <span class="path">
        <BothEnds>
          {`${clientRequestHTTPMethodName} ${clientRequestHTTPHost}${event.clientRequestPath}${event.clientRequestQuery}`}
        </BothEnds>
      </span>
      <span class="operation">
        <Text>{`${ruleName(event)}${getReasons(event) === '' ? '' : `: ${getReasons(event)}`}`}</Text>
      </span>
    </a>
  );
}

function EventDetail({ event, zoneId }: Omit<RowProps, 'isChosen'>) {
  const { admin } = useSession();
  const open = async () => {
    const [entry] = await admin<readonly JournalEntry[]>(
      `journal?ray=${encodeURIComponent(event.rayName)}&bodies=false`,
    );
    if (!entry) throw new Error('The journal no longer has this request.');
    location.hash = hashTo(['requests', String(entry.id)]);
  };
  const text = (value: string) => <Text>{value === '' ? 'none' : value}</Text>;
  return (
    <aside class="detail" aria-label="Event">
      <header class="detail-head">
        <h2>
          <Badge tone={toTone(event.action)}>{event.action}</Badge> <Text>{ruleName(event)}</Text>
        </h2>
        <a class="button" href={hashTo(['events', zoneId])} aria-label="Close this event">
          Close
        </a>
      </header>
      {event.token_validation_violations.length > 0 && (
        <section class="why refused" aria-label="Violations">
          {event.token_validation_violations.map(({ token_configuration_id, reason }) => (
            <p key={token_configuration_id}>
              <strong>{reason}</strong> of the token configuration <code>{token_configuration_id}</code>
            </p>
          ))}
        </section>
      )}
      <Facts
        rows={[
          ['Time', <Time key="at" at={event.datetime} />],
          ['Source', sources[event.source]],
          ['Rule', event.ruleId ?? 'none'],
          ...(event.rulesetId === null ? [] : ([['Ruleset', event.rulesetId]] as const)),
          ['Operation', event.operationId ?? 'none'],
          ['Request', text(`${event.clientRequestHTTPMethodName} ${event.clientRequestPath}`)],
          ['Query', text(event.clientRequestQuery)],
          ['Host', text(event.clientRequestHTTPHost)],
          ['User agent', text(event.userAgent)],
          ['Client', text(`${event.clientIP} ${event.clientCountryName}`.trim())],
          ['Answer', <Status key="status" status={event.edgeResponseStatus} />],
          ['Origin', event.originResponseStatus === 0 ? 'got no request' : event.originResponseStatus],
          ['Ray', event.rayName],
        ]}
      />
      <div class="detail-actions">
        <Action tone="primary" action={open}>
          Show the request
        </Action>
      </div>
    </aside>
  );
}
