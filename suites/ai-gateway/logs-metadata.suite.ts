import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { Log } from '../../spec/services/ai-gateway/logs.ts';
import { equal, object } from '../harness/assertions.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { logging, oneLog, onlyLog, ran, readLog, withMetadata } from './logging.ts';

const six = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };
const { six: _, ...five } = six;

/** What is sent, and what is kept of it. */
const kept: readonly {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly sent: unknown;
  readonly expected: Log['metadata'];
}[] = [
  {
    title: 'keeps text, numbers and booleans as an object',
    requirements: ['GW-LOG-20'],
    sent: { team: 'search', level: 3, beta: true },
    expected: { team: 'search', level: 3, beta: true },
  },
  {
    title: 'keeps five entries and drops the sixth',
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
    title: 'drops all where a value is null',
    requirements: ['GW-LOG-23', 'GW-LOG-24'],
    sent: { team: 'search', level: null },
    expected: null,
  },
  {
    title: 'drops all where a value is nested',
    requirements: ['GW-LOG-23', 'GW-LOG-24'],
    sent: { team: 'search', tags: ['a'] },
    expected: null,
  },
];

/** What callers attach to log entries, with a run and afterwards. */
export const logMetadataSuite = defineSuite({
  name: 'ai-gateway/logs-metadata',
  tests: [
    ...kept.map(
      ({ title, requirements, sent, expected }): Test<KnownRequirementId> => ({
        title,
        requirements,
        run: async (t) => {
          const gateway = await logging(t);
          await ran(t, gateway, {}, withMetadata(sent));
          const { metadata = null } = await onlyLog(t, gateway);
          equal(metadata, expected, 'metadata');
        },
      }),
    ),
    {
      title: 'sets feedback, score and metadata afterwards, and leaves what is not named',
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
        equal([after.model, after.created_at], [before.model, before.created_at], 'what was not named');
      },
    },
  ],
});
