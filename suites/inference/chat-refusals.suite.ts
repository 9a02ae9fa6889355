import type { KnownRequirementId } from '../../spec/requirements.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { askChat, inAccount, models, says } from './asking.ts';
import { refusedRuns } from './refusing.ts';

const good = { model: models.classic, messages: says('Say hello.') };

const faults: readonly {
  readonly title: string;
  readonly id: KnownRequirementId;
  readonly status?: number;
  readonly bad: Readonly<Record<string, unknown>>;
}[] = [
  {
    title: 'with a role that nobody has',
    id: 'INF-CHAT-40',
    status: 400,
    bad: { model: models.third, messages: [{ role: 'wizard', content: 'Hello' }] },
  },
  { title: 'with an unknown hosted model', id: 'INF-CHAT-41', bad: { model: '@cf/meta/no-such-model' } },
  {
    title: 'with an unknown model of a third party',
    id: 'INF-CHAT-41',
    bad: { model: 'openai/no-such-model' },
  },
  { title: 'with a model that has no author', id: 'INF-CHAT-41', bad: { model: 'gpt-5' } },
  { title: 'with a model that makes vectors', id: 'INF-CHAT-42', bad: { model: models.vectors } },
  { title: 'with a model that draws', id: 'INF-CHAT-42', bad: { model: models.picture } },
  { title: 'with a dynamic route as the model', id: 'INF-CHAT-38', bad: { model: 'dynamic/support' } },
];

/** Chat completions that are refused. */
export const chatRefusalsSuite = defineSuite({
  name: 'inference/chat-refusals',
  tests: [
    ...faults.map(
      ({ title, id, status, bad }): Test<KnownRequirementId> => ({
        title: `refuses a chat completion ${title}`,
        requirements: [id],
        run: (t) =>
          refusedRuns(
            t,
            () => askChat(t, good),
            () => askChat(t, { ...good, ...bad }),
            status === undefined ? {} : { status },
          ),
      }),
    ),
    {
      title: 'refuses a hosted model without the id of a gateway',
      requirements: ['INF-MODEL-3'],
      run: (t) =>
        refusedRuns(t, () => askChat(t, good), [
          {
            what: 'without cf-aig-gateway-id',
            send: () => t.ask('inference.chat-completions', { params: inAccount(t), body: good }),
          },
          {
            what: 'without cf-aig-gateway-id, streamed',
            send: () =>
              t.ask('inference.chat-completions', {
                params: inAccount(t),
                body: { ...good, stream: true },
              }),
          },
        ]),
    },
  ],
});
