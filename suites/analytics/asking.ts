import type { Reply } from '../../spec/client.ts';
import { array, isObject, mistaken, object, show } from '../harness/assertions.ts';
import { type Caller, skipWhereLacking } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import type { EdgeReply } from '../harness/edge.ts';
import { ConformanceFailure } from '../harness/errors.ts';

/** Sends a query, and accepts any answer. */
export function ask(
  caller: Caller,
  query: string,
  variables?: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const body = { query, ...(variables && { variables }) };
  return caller.ask('analytics.graphql.query', { body });
}

/** The data of an answer without errors. */
export function getData(reply: Reply): Record<string, unknown> {
  skipWhereLacking(reply);
  const { status, body } = reply;
  if (status !== 200 || !isObject(body) || body['errors'] || !isObject(body['data'])) {
    throw new ConformanceFailure(`the query was refused: status ${status}, ${show(body)}`);
  }
  return body['data'];
}

/** The zones of an answer. */
export function getZones(reply: Reply): Record<string, unknown>[] {
  const viewer = object(getData(reply)['viewer'], 'data.viewer');
  return array(viewer['zones'], 'data.viewer.zones').map((zone) => object(zone, 'a zone'));
}

/** The first error of an answer without data. */
export function getError(reply: Reply): {
  status: number;
  message: string;
  path: unknown;
  error: object;
} {
  skipWhereLacking(reply);
  const { body, status } = reply;
  const answer = object(body, 'the answer');
  if (answer['data'] !== null) throw mistaken('data', answer['data'], 'null');
  const [error] = array(answer['errors'], 'errors');
  const { message, path } = object(error, 'the first error');
  if (typeof message !== 'string') throw mistaken('message', message, 'text');
  return { status, message, path, error: object(error, 'the first error') };
}

/** A query of the dataset of one zone, with these arguments and fields. */
export const eventsQuery = (args: string, fields: string, head = 'query ($zone: string, $filter: F!)') =>
  `${head} { viewer { zones(filter: { zoneTag: $zone }) { firewallEventsAdaptive(${args}) { ${fields} } } } }`;

/** An event with the requested fields. */
export type Row = Readonly<Record<string, unknown>>;

/** The events of the zone that a filter selects. */
export async function eventRows(
  t: TestContext,
  filter: Row,
  fields: string,
  rest = 'limit: 100',
): Promise<Row[]> {
  const reply = await ask(t, eventsQuery(`filter: $filter, ${rest}`, fields), { zone: t.zoneId, filter });
  const [zone] = getZones(reply);
  return array(zone?.['firewallEventsAdaptive'], 'firewallEventsAdaptive').map((row) =>
    object(row, 'an event'),
  );
}

/** Requests of a zone with events, and queries for only these. */
export interface Incidents {
  /** Answers of the edge, oldest first. */
  readonly replies: readonly EdgeReply[];
  /** The events among them that a filter selects. */
  rows(filter: Row, fields: string, rest?: string): Promise<Row[]>;
  /** The requests with an event that a filter selects, by index, in the order of the events. */
  places(filter: Row, rest?: string): Promise<number[]>;
}

/**
 * Sends requests with an invalid token, one after the other, and waits for the event of each.
 *
 * @param requests paths with their queries
 */
export async function incidents(t: TestContext, requests: readonly string[]): Promise<Incidents> {
  await t.config();
  const before = await t.now();
  const replies: EdgeReply[] = [];
  for (const path of requests) {
    // Far enough apart to have different times, which the platform writes in whole seconds.
    if (replies.length > 0) await new Promise((resolve) => setTimeout(resolve, t.has('admin') ? 5 : 1_100));
    replies.push(await t.edge({ path: t.path(path), headers: { authorization: 'Bearer garbage' } }));
  }
  for (const reply of replies) await t.events(reply, 1);
  const agents = replies.map(({ agent }) => agent);
  const since = new Date(before - 60_000).toISOString();
  const own = { userAgent_in: agents, datetime_geq: since };

  const rows: Incidents['rows'] = (filter, fields, rest) =>
    eventRows(t, { AND: [own, filter] }, fields, rest);
  return {
    replies,
    rows,
    places: async (filter, rest) =>
      (await rows(filter, 'userAgent', rest)).map(({ userAgent }) => agents.indexOf(String(userAgent))),
  };
}
