import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { Log } from '../../spec/services/ai-gateway/logs.ts';
import { array, equal, match, object, ok } from '../harness/assertions.ts';
import { expectPageSizes } from '../harness/page-sizes.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { inAccount, models, says } from '../inference/asking.ts';
import {
  awaitLogs,
  listLogs,
  logging,
  oneLog,
  onlyLog,
  ran,
  readLog,
  runThrough,
  withMetadata,
} from './logging.ts';
import { ran as ranByPath, scriptReply, through } from './passing.ts';

/** An unknown log id. */
const unknownId = '00000000-0000-7000-8000-000000000000';

const bodies = ['ai-gateway.log.request', 'ai-gateway.log.response'] as const;

/** The contents of a log entry, and how to read it. */
export const logsSuite = defineSuite('ai-gateway/logs', [
  test(['GW-LOG-1', 'GW-LOG-25'], 'logs a run within seconds', async (t) => {
    const gateway = await logging(t);
    const { body } = await ran(t, gateway);
    const [log] = await awaitLogs(t, gateway, 1, 2000);
    const entry = object(log, 'the log entry');
    const members = ['id', 'created_at', 'provider', 'model', 'path', 'duration', 'success', 'cached'];
    equal(
      [...members, 'tokens_in', 'tokens_out'].filter((name) => !(name in entry)),
      [],
      'the missing members',
    );
    equal(entry['success'], true, 'success');
    equal(entry['cached'], false, 'cached');
    match(entry['model'], /gpt-5/, 'the model');
    const usage = object(object(body, 'the answer')['usage'], 'its usage');
    equal(entry['tokens_in'], usage['prompt_tokens'], 'tokens_in');
    equal(entry['tokens_out'], usage['completion_tokens'], 'tokens_out');
  }),
  test('GW-LOG-1', 'logs the path of a run with the model in its path', async (t) => {
    const gateway = await logging(t);
    await ranByPath(t, gateway.id, 'Say hello.');
    const [log] = await awaitLogs(t, gateway, 1);
    match(log?.path, /./, 'the path');
  }),
  test(['GW-LOG-2', 'GW-LOG-3'], 'lists the newest entry first, page by page, and counts them', async (t) => {
    const gateway = await logging(t);
    const ids: unknown[] = [];
    for (const name of ['Ada', 'Grace', 'Edsger']) {
      const { headers } = await ran(t, gateway, {
        messages: [{ role: 'user', content: `I am ${name}.` }],
      });
      ids.unshift(headers.get('cf-aig-log-id'));
      await awaitLogs(t, gateway, ids.length);
    }
    const pages = [1, 2].map((page) => listLogs(t, gateway, { page, per_page: 2 }));
    const [first, second] = await Promise.all(pages);
    const found = [...(first?.logs ?? []), ...(second?.logs ?? [])];
    await t.check('GW-LOG-2', () =>
      equal(
        found.map(({ id }) => id),
        ids,
        'the ids of the entries',
      ),
    );
    await t.check('GW-LOG-3', () => {
      const counts = [first, second].map((page) => [page?.info['count'], page?.info['total_count']]);
      equal(
        counts,
        [
          [2, 3],
          [1, 3],
        ],
        'count and total_count of both pages',
      );
    });
  }),
  test('GW-LOG-4', 'lists up to 50 entries on a page', async (t) => {
    const gateway = await logging(t);
    const ask = (per_page: number) =>
      t.ask('ai-gateway.log.list', { params: gateway.params, query: { per_page } });
    await expectPageSizes(ask, [51], { most: 50 });
  }),
  test('GW-LOG-10', 'reads an entry with the beginnings of both bodies', async (t) => {
    const gateway = await logging(t);
    const reply = await ran(t, gateway);
    const log = await readLog(t, gateway, await onlyLog(t, gateway));
    match(log.request_head, /Say hello/, 'request_head');
    ok(
      log.response_head !== undefined && log.response_head !== '' && reply.text.startsWith(log.response_head),
      `response_head is ${log.response_head}, expected the beginning of ${reply.text}`,
    );
  }),
  test(['GW-LOG-11', 'GW-LOG-12'], 'returns both bodies as they were sent', async (t) => {
    const gateway = await logging(t);
    const reply = await ran(t, gateway, { temperature: 1 });
    const params = oneLog(gateway, await onlyLog(t, gateway));
    await t.check('GW-LOG-11', async () => {
      const { body } = await t.call('ai-gateway.log.request', { params });
      const request = object(body, 'the body');
      equal(request['temperature'], 1, 'temperature');
      const [message] = array(request['messages'], 'messages');
      equal(object(message, 'the message')['content'], 'Say hello.', 'the content');
      ok(!('success' in request), 'the body is in an envelope');
    });
    await t.check('GW-LOG-12', async () => {
      const { body } = await t.call('ai-gateway.log.response', { params });
      equal(body, reply.body, 'the body');
    });
  }),
  test('GW-LOG-18', 'answers status 404 and code 7002 for an unknown entry', async (t) => {
    const { params } = await logging(t);
    const input = { params: { ...params, log_id: unknownId } };
    const replies = [
      await t.ask('ai-gateway.log.get', input),
      await t.ask('ai-gateway.log.edit', { ...input, body: { score: 1 } }),
    ];
    for (const id of bodies) replies.push(await t.ask(id, input));
    for (const reply of replies) t.expectFailure(reply, { shape: 'own', status: 404, code: 7002 });
  }),
  test('GW-LOG-35', 'logs a stream with its tokens', async (t) => {
    const gateway = await logging(t);
    const reply = await ran(t, gateway, { stream: true, stream_options: { include_usage: true } });
    const log = await onlyLog(t, gateway);
    ok((log.tokens_in ?? 0) > 0, `tokens_in is ${log.tokens_in}, expected more`);
    const written = /"completion_tokens":\s*(\d+)/.exec(reply.text)?.[1];
    equal(log.tokens_out, Number(written), 'tokens_out');
  }),
  test(['GW-LOG-26', 'GW-LOG-32'], 'logs a run that exceeds the rate limit', async (t) => {
    const gateway = await logging(t, { rate_limiting_interval: 3600, rate_limiting_limit: 1 });
    // A rate limit window may end between two runs, but not twice.
    const replies = [await ran(t, gateway), await runThrough(t, gateway), await runThrough(t, gateway)];
    ok(
      replies.some(({ status }) => status === 429),
      'no run was refused',
    );
    const logs = await awaitLogs(t, gateway, replies.length);
    const refused = logs.filter(({ success }) => !success);
    await t.check('GW-LOG-26', () =>
      equal(refused.length, replies.filter(({ status }) => status === 429).length, 'the refused runs'),
    );
    await t.check('GW-LOG-32', () => {
      for (const log of refused) equal(log.status_code, 429, 'status_code');
    });
  }),
  {
    title: 'logs a failed run with its status, and only once if it was retried',
    requirements: ['GW-LOG-32', 'GW-LOG-33'],
    features: ['admin'],
    run: async (t) => {
      const prompt = `Fail, ${t.title()}!`;
      const error = { reason: 'unavailable', message: 'The model is gone.' } as const;
      const reply = { match: { text: prompt }, reply: { error } };
      const { body } = await t.call('touchstone.model-reply.add', { body: reply });
      t.after(() => t.call('touchstone.model-reply.remove', { params: { reply_id: body.id } }));
      const gateway = await logging(t);
      const headers = { 'cf-aig-max-attempts': '2', 'cf-aig-retry-delay': '1' };
      const messages = [{ role: 'user', content: prompt }];
      const { status } = await runThrough(t, gateway, { messages }, headers);
      ok(status >= 500, `the status is ${status}, expected 5xx`);
      const log = await onlyLog(t, gateway);
      await t.check('GW-LOG-32', () => {
        equal(log.success, false, 'success');
        equal(log.status_code, status, 'status_code');
      });
      // Another run adds a second entry, so a late duplicate of the first would show.
      await ran(t, gateway);
      await t.check('GW-LOG-33', () => awaitLogs(t, gateway, 2));
    },
  },
  {
    title: 'logs a stream that breaks off as failed, in every format',
    requirements: ['GW-LOG-32'],
    atMost: 'may',
    features: ['admin'],
    run: async (t) => {
      const gateway = await logging(t);
      const { prompt } = await scriptReply(t, { text: ['One, ', 'two.'], breakOff: { after: 1 } });
      const [params, headers] = [inAccount(t), through(gateway.id)];
      const messages = says(prompt);
      const stream = true as const;
      const send = [
        () => runThrough(t, gateway, { messages, stream }),
        () =>
          t.ask('inference.run-model', {
            params: { ...params, model: models.classic },
            headers,
            body: { prompt, stream },
          }),
        () =>
          t.ask('inference.responses', {
            params,
            headers,
            body: { model: models.third, input: prompt, stream },
          }),
        () =>
          t.ask('inference.messages', {
            params,
            headers,
            body: { model: models.message, max_tokens: 64, messages, stream },
          }),
      ];
      for (const [index, ask] of send.entries()) {
        match((await ask()).text, /One, /, 'the stream');
        const [log] = await awaitLogs(t, gateway, index + 1);
        equal(log?.success, false, `success of the run in ${log?.path}`);
      }
    },
  },
  test('GW-LOG-34', 'deletes the entries of a deleted gateway', async (t) => {
    const gateway = await logging(t);
    await ran(t, gateway);
    await onlyLog(t, gateway);
    await t.call('ai-gateway.gateway.delete', { params: gateway.params });
    const again = await logging(t, { id: gateway.id });
    equal((await listLogs(t, again)).logs, [], 'the log entries');
  }),
  test('GW-LOG-36', 'logs no credentials', async (t) => {
    const gateway = await logging(t);
    const secret = 'a-secret-that-no-log-may-hold';
    await ran(t, gateway, {}, { 'cf-aig-authorization': `Bearer ${secret}`, 'x-api-key': secret });
    const log = await onlyLog(t, gateway);
    const shown = JSON.stringify([log, await readLog(t, gateway, log)]);
    ok(!shown.includes(secret), 'the log entry contains a credential');
    ok(!/Bearer /i.test(shown), 'the log entry contains an authorization header');
  }),
]);

const six = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };
const { six: _, ...five } = six;

/** Metadata in requests, and what the log stores of it. */
const kept: readonly {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly sent: unknown;
  readonly expected: Log['metadata'];
}[] = [
  {
    title: 'stores text, numbers and booleans as an object',
    requirements: ['GW-LOG-20'],
    sent: { team: 'search', level: 3, beta: true },
    expected: { team: 'search', level: 3, beta: true },
  },
  {
    title: 'stores five entries and drops the sixth',
    requirements: ['GW-LOG-19', 'GW-LOG-21', 'GW-LOG-24'],
    sent: six,
    expected: five,
  },
  {
    title: 'drops keys that begin with cf.',
    requirements: ['GW-LOG-22', 'GW-LOG-24'],
    sent: { 'cf.zone': 'shop', team: 'search' },
    expected: { team: 'search' },
  },
  {
    title: 'drops a null value',
    requirements: ['GW-LOG-37', 'GW-LOG-24'],
    sent: { team: 'search', level: null },
    expected: { team: 'search' },
  },
  {
    title: 'drops a nested value',
    requirements: ['GW-LOG-37', 'GW-LOG-24'],
    sent: { team: 'search', tags: ['a'] },
    expected: { team: 'search' },
  },
];

/** Metadata, feedback and scores of log entries, set by a run or later. */
export const logMetadataSuite = defineSuite('ai-gateway/logs-metadata', [
  ...kept.map(({ title, requirements, sent, expected }) =>
    test(requirements, title, async (t) => {
      const gateway = await logging(t);
      await ran(t, gateway, {}, withMetadata(sent));
      const { metadata = null } = await onlyLog(t, gateway);
      equal(metadata, expected, 'metadata');
    }),
  ),
  {
    title: 'sets feedback, score and metadata later, and keeps other members',
    requirements: ['GW-LOG-13'],
    run: async (t) => {
      const gateway = await logging(t);
      await ran(t, gateway, {}, withMetadata({ team: 'search' }));
      const before = await onlyLog(t, gateway);
      const params = oneLog(gateway, before);
      const edit = (body: { feedback?: number; score?: number; metadata?: Record<string, string> }) =>
        t.call('ai-gateway.log.edit', { params, body });
      const read = async () => {
        const { feedback, score, metadata } = await readLog(t, gateway, before);
        return { feedback, score, metadata };
      };
      const { body } = await edit({ feedback: 1, score: 90 });
      object(body.result, 'result');
      equal(await read(), { feedback: 1, score: 90, metadata: { team: 'search' } }, 'the entry');
      await edit({ metadata: { team: 'shop' } });
      equal(await read(), { feedback: 1, score: 90, metadata: { team: 'shop' } }, 'the entry');
      const after = await readLog(t, gateway, before);
      equal([after.model, after.created_at], [before.model, before.created_at], 'the other members');
    },
  },
]);
