import type { KnownRequirementId } from '../../spec/requirements.ts';
import { defaultGatewayId } from '../../spec/services/ai-gateway/limits.ts';
import { equal, json, object, ok } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { type MoreHeaders, models, says } from '../inference/asking.ts';
import { awaitLogs, logging, onlyLog, readLog, withMetadata } from './logging.ts';
import { getLogId, ran } from './passing.ts';

interface Collecting {
  readonly title: string;
  readonly id: KnownRequirementId;
  /** Whether the gateway logs by default. */
  readonly gateway: boolean;
  readonly header: string | undefined;
  /** The number of log entries from a run. */
  readonly entries: 0 | 1;
}

const collecting: readonly Collecting[] = [
  {
    title: 'logs a run without cf-aig-collect-log',
    id: 'GW-RUN-1',
    gateway: true,
    header: undefined,
    entries: 1,
  },
  {
    title: 'does not log a run with cf-aig-collect-log false',
    id: 'GW-HDR-7',
    gateway: true,
    header: 'false',
    entries: 0,
  },
  {
    title: 'logs a run with cf-aig-collect-log true',
    id: 'GW-HDR-8',
    gateway: true,
    header: 'true',
    entries: 1,
  },
  {
    title: 'logs a run with cf-aig-collect-log true even if its gateway does not log',
    id: 'GW-HDR-28',
    gateway: false,
    header: 'true',
    entries: 1,
  },
];

const isOlder = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const isNewer = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Gateway headers of requests and answers. */
export const gatewayHeadersSuite = defineSuite('ai-gateway/headers', [
  {
    title: 'sends a run through the gateway in the header',
    requirements: ['GW-HDR-1'],
    exclusive: 'room for gateways',
    run: async (t) => {
      const named = await logging(t);
      const other = await logging(t);
      await ran(t, named.id, 'Say hello.');
      await onlyLog(t, named);
      await awaitLogs(t, other, 0);
    },
  },
  {
    title: 'sends a third-party run without the header through the default gateway',
    requirements: ['GW-HDR-2'],
    run: async (t) => {
      const ask = (more: MoreHeaders) =>
        t.ask('inference.chat-completions', {
          params: { account_id: t.accountId },
          headers: { 'cf-aig-collect-log': 'true', ...more },
          body: { model: models.third, messages: says('Say hello.') },
        });
      const through = await ask({ 'cf-aig-gateway-id': defaultGatewayId });
      // No seed says how to find the log entry of a run, or names the default gateway.
      if (!through.headers.has('cf-aig-log-id')) {
        t.skip(
          `the target names no log entry for a run through the gateway ${defaultGatewayId} (cf-aig-log-id)`,
        );
      }
      const reply = await ask({});
      t.expectSuccess(reply, 'the run');
      const params = { account_id: t.accountId, gateway_id: defaultGatewayId };
      await readLog(t, { id: defaultGatewayId, params }, { id: getLogId(reply) });
    },
  },
  ...collecting.map(({ title, id: requirement, gateway: collects, header, entries }) =>
    test(requirement, title, async (t) => {
      const gateway = await logging(t, { collect_logs: collects });
      const headers: MoreHeaders = header === undefined ? {} : { 'cf-aig-collect-log': header };
      await ran(t, gateway.id, 'Say hello.', headers);
      if (entries === 0) {
        // Entries appear in the order of their runs, so an entry of the first run would precede that of the second.
        await ran(t, gateway.id, 'Say hello again.', { 'cf-aig-collect-log': 'true' });
        await awaitLogs(t, gateway, 1);
      } else await onlyLog(t, gateway);
    }),
  ),
  test('GW-HDR-20', 'stores the metadata of a run in its log entry', async (t) => {
    const gateway = await logging(t);
    await ran(t, gateway.id, 'Say hello.', withMetadata({ team: 'search', level: 3 }));
    const log: unknown = (await onlyLog(t, gateway)).metadata;
    const { team, level } = object(typeof log === 'string' ? json(log, 'metadata') : log, 'metadata');
    equal({ team, level }, { team: 'search', level: 3 }, 'metadata');
  }),
  test('GW-HDR-23', 'logs no bodies with cf-aig-collect-log-payload false', async (t) => {
    const gateway = await logging(t);
    const prompt = `Tell me about ${t.title()}.`;
    await ran(t, gateway.id, prompt, { 'cf-aig-collect-log-payload': 'false' });
    const log = await readLog(t, gateway, await onlyLog(t, gateway));
    ok(!JSON.stringify(log).includes(prompt), 'the log entry contains the body of the request');
    equal(log.response_head ?? '', '', 'response_head');
  }),
  {
    title: 'logs the cost given by the caller',
    requirements: ['GW-HDR-26'],
    exclusive: 'room for gateways',
    run: async (t) => {
      const gateway = await logging(t);
      const cost = { 'cf-aig-custom-cost': JSON.stringify({ total_cost: 0.125 }) };
      await ran(t, gateway.id, 'Say hello.', cost);
      equal((await onlyLog(t, gateway)).cost, 0.125, 'cost');
      const priced = await logging(t);
      const prices = { 'cf-aig-custom-cost': JSON.stringify({ per_token_in: 0.5, per_token_out: 0.25 }) };
      await ran(t, priced.id, 'Say hello.', prices);
      const { cost: total = 0, tokens_in, tokens_out } = await onlyLog(t, priced);
      equal(total, (tokens_in ?? 0) * 0.5 + (tokens_out ?? 0) * 0.25, 'cost');
    },
  },
  test(['GW-HDR-27', 'GW-HDR-32'], 'accepts an event id, and returns one', async (t) => {
    const { id } = await t.gateway();
    const own = await ran(t, id, 'Say hello.', { 'cf-aig-event-id': t.title('event') });
    await t.check('GW-HDR-32', async () => {
      equal(own.headers.get('cf-aig-event-id'), t.title('event'), 'cf-aig-event-id');
      const made = (await ran(t, id, 'Say hello.')).headers.get('cf-aig-event-id');
      ok(made !== null && made !== '', 'a run without an event id gets no event id');
    });
  }),
  {
    title: 'returns the ids of the log entry and the request, and the step',
    requirements: ['GW-HDR-30', 'GW-HDR-31', 'GW-HDR-33', 'GW-HDR-34'],
    run: async (t) => {
      const gateway = await logging(t);
      const { headers } = await ran(t, gateway.id, 'Say hello.');
      const { id } = await onlyLog(t, gateway);
      await t.check('GW-HDR-30', () => equal(headers.get('cf-aig-log-id'), id, 'cf-aig-log-id'));
      await t.check('GW-HDR-31', () => {
        const given = headers.get('cf-aig-log-id') ?? '';
        ok(isNewer.test(given) || isOlder.test(given), `the log id is ${given}`);
      });
      await t.check('GW-HDR-33', () => equal(headers.get('cf-aig-step'), '0', 'cf-aig-step'));
      await t.check('GW-HDR-34', () => equal(headers.get('cf-aig-request-id'), id, 'cf-aig-request-id'));
    },
  },
]);
