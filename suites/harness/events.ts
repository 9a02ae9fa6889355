import { z } from 'zod';
import type { OperationId } from '../../spec/contract.ts';
import { violationKey } from '../../spec/services/analytics/endpoints.ts';
import { type SecurityEvent, securityEventSchema } from '../../spec/services/touchstone/schemas.ts';
import type { Caller } from './caller.ts';
import { ConformanceFailure, SkipTest } from './errors.ts';
import type { WaitFor } from './waits.ts';

/** Reads the security events of a zone, wherever the target publishes them. */
export interface EventSource {
  /** Milliseconds after which a missing event counts as absent. */
  readonly settles: number;
  /** Milliseconds between two reads. */
  readonly interval: number;
  /** Events of a zone, newest first; at least those of the user agent. */
  list(zoneId: string, agent: string): Promise<SecurityEvent[]>;
}

const eventList: OperationId = 'touchstone.event.list';

/** No seed shows how events tell times. */
const listSchema = securityEventSchema.extend({ datetime: z.coerce.string() }).array();

/** Events of this project's mock, through its admin interface. */
export function eventsOfMock(ask: Caller['ask']): EventSource {
  return {
    settles: 0,
    interval: 250,
    async list(zoneId, agent) {
      const query = { agent, limit: 1000 };
      const { status, body } = await ask(eventList, { params: { zone_id: zoneId }, query });
      const parsed = listSchema.safeParse(body);
      if (!parsed.success) {
        throw new ConformanceFailure(
          `The events can't be read: status ${status}, ${parsed.error.issues[0]?.message}`,
        );
      }
      return parsed.data;
    },
  };
}

/**
 * The events of one edge request, identified by its user agent, oldest first.
 *
 * @param atLeast number of events to wait for
 */
export async function getEvents(
  source: EventSource,
  zoneId: string,
  agent: string,
  atLeast: number,
  waitFor: WaitFor,
): Promise<SecurityEvent[]> {
  let found: SecurityEvent[] = [];
  const look = async () => {
    found = (await source.list(zoneId, agent)).filter(({ userAgent }) => userAgent === agent).reverse();
    return found.length >= atLeast || undefined;
  };
  const { settles, interval } = source;
  // That no event comes is no wait in vain.
  if (atLeast === 0 && settles > 0) await new Promise((resolve) => setTimeout(resolve, settles));
  if (atLeast === 0 || settles === 0) await look();
  else await waitFor({ what: 'security events', within: settles, interval }, look);
  return found;
}

const query: OperationId = 'analytics.graphql.query';

/** Minutes that a query looks back: longer than any test, shorter than the limit of any plan. */
const lookBack = 30;

/** The fields that published queries select. */
const document = `query Events($zoneTag: string, $filter: ZoneFirewallEventsAdaptiveFilter_InputObject!) {
  viewer { zones(filter: { zoneTag: $zoneTag }) {
    firewallEventsAdaptive(filter: $filter, limit: 100, orderBy: [datetime_DESC, matchIndex_DESC]) {
      action clientAsn clientCountryName clientIP clientRequestHTTPHost clientRequestHTTPMethodName
      clientRequestHTTPProtocol clientRequestPath clientRequestQuery clientRequestScheme datetime description
      edgeColoName edgeResponseStatus matchIndex metadata { key value } originResponseStatus rayName ref ruleId
      rulesetId sampleInterval source userAgent
    }
  } }
}`;

const text = z.string();
const number = z.number();
const rowSchema = z.object({
  action: text,
  clientAsn: text,
  clientCountryName: text,
  clientIP: text,
  clientRequestHTTPHost: text,
  clientRequestHTTPMethodName: text,
  clientRequestHTTPProtocol: text,
  clientRequestPath: text,
  clientRequestQuery: text,
  clientRequestScheme: text,
  datetime: text,
  description: text,
  edgeColoName: text,
  edgeResponseStatus: number,
  matchIndex: number,
  metadata: z.array(z.object({ key: text, value: text })),
  originResponseStatus: number,
  rayName: text,
  ref: text,
  ruleId: text,
  rulesetId: text,
  sampleInterval: number,
  source: text,
  userAgent: text,
});

const answerSchema = z.object({
  data: z.object({
    viewer: z.object({ zones: z.array(z.object({ firewallEventsAdaptive: z.array(rowSchema) })).length(1) }),
  }),
  errors: z.union([z.null(), z.array(z.never())]).optional(),
});

type Row = z.infer<typeof rowSchema>;

/**
 * Events of any target that publishes them like the platform: security analytics over GraphQL.
 *
 * @param settles milliseconds after which a missing event counts as absent
 */
export function eventsOfAnalytics(ask: Caller['ask'], settles: number): EventSource {
  return {
    settles,
    // Analytics of a distributed edge are delayed, and allow 300 queries in five minutes.
    interval: 5_000,
    async list(zoneId, agent) {
      const since = new Date(Date.now() - lookBack * 60_000).toISOString();
      const variables = { zoneTag: zoneId, filter: { userAgent: agent, datetime_geq: since } };
      const { status, body } = await ask(query, { body: { query: document, variables } });
      const parsed = answerSchema.safeParse(body);
      if (!parsed.success) {
        const reason = `The events can't be read over GraphQL: status ${status}, ${JSON.stringify(body)?.slice(0, 300)}`;
        // No seed says how events are published, so a target may publish them elsewhere.
        throw status < 500 ? new SkipTest(reason) : new ConformanceFailure(reason);
      }
      const [zone] = parsed.data.data.viewer.zones;
      return (zone?.firewallEventsAdaptive ?? []).map(toEvent);
    },
  };
}

/** Converts a row into an event. Analytics name no event and no operation; words of the target stay unchanged. */
function toEvent({ metadata, ...row }: Row): SecurityEvent {
  const event = {
    ...row,
    id: `${row.rayName}-${row.matchIndex}`,
    operationId: null,
    ruleId: row.ruleId === '' ? null : row.ruleId,
    rulesetId: row.rulesetId === '' ? null : row.rulesetId,
    token_validation_violations: metadata.flatMap(toViolation),
  };
  // The suites compare these words with the expected ones, so the narrower type loses nothing.
  return event as SecurityEvent;
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** The violation that an entry describes, if any: by its key for our mock, by the fields for other targets. */
function toViolation({ key, value }: Row['metadata'][number]) {
  if (!key.startsWith(violationKey) && !/token.?validation|violation/i.test(key)) return [];
  const id = uuid.exec(key)?.[0] ?? uuid.exec(value)?.[0] ?? '';
  return [{ token_configuration_id: id, reason: value }];
}
