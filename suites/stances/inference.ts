import { isObject, json } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { askChat, askModel, askRun, inAccount, models, says } from '../inference/asking.ts';
import { runWith } from '../inference/background-runs.ts';
import {
  codeOfRefusal,
  getMember,
  getResult,
  isRefused,
  OtherBehaviour,
  type Probes,
  statusOfRefusal,
  unlessRefused,
} from './probe.ts';

const prompt = { prompt: 'Say hello.', max_tokens: 16 };
const withoutGateway = { 'cf-aig-gateway-id': '' };

/** The data of the events in a short stream of a hosted model. */
async function getEvents(t: TestContext): Promise<readonly string[]> {
  const reply = await askModel(t, models.classic, { ...prompt, stream: true });
  return unlessRefused(t, reply, 'a stream')
    .text.split(/\r?\n/)
    .flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
}

/** The answer that accepts a background run. */
const accepted = async (t: TestContext) =>
  unlessRefused(t, await runWith(t, { background: true }), 'a background run');

export const inferenceProbes: Probes<'inference'> = {
  'inference.no-gateway.status': async (t) =>
    statusOfRefusal(await askModel(t, models.classic, prompt, withoutGateway)),
  'inference.no-gateway.code': async (t) =>
    codeOfRefusal(await askModel(t, models.classic, prompt, withoutGateway)),
  'inference.hosted-model-unknown.status': async (t) =>
    statusOfRefusal(await askModel(t, '@cf/no-such-author/no-such-model', prompt)),
  'inference.third-party-model-unknown.status': async (t) =>
    statusOfRefusal(await askRun(t, { model: models.unknown, input: { messages: says('Hello.') } })),
  'inference.bad-input.code': async (t) =>
    codeOfRefusal(await askModel(t, models.classic, { prompt: 12, max_tokens: 'many' })),
  'inference.unknown-option.refused': (t) =>
    isRefused(
      t,
      () => runWith(t, {}),
      () => runWith(t, { touchstone: true }),
    ),
  async 'inference.chat-refusal.members'(t) {
    const { body } = await askChat(t, { model: models.classic, messages: 'no list' });
    const [one, several] = [getMember(body, 'error'), getMember(body, 'errors')];
    if (one !== undefined) return several === undefined ? 'error' : 'both';
    return several === undefined ? new OtherBehaviour('neither of them') : 'errors';
  },
  async 'inference.max-tokens'(t) {
    const messages = says('Count from 1 to 2000, one number a line, and leave none out.');
    const reply = await askChat(t, { model: models.classic, messages });
    unlessRefused(t, reply, 'a chat');
    const choices = getMember(reply.body, 'choices');
    const reason = getMember(Array.isArray(choices) ? choices[0] : undefined, 'finish_reason');
    const tokens = getMember(getMember(reply.body, 'usage'), 'completion_tokens');
    if (reason !== 'length') return new OtherBehaviour(`ends by itself, after ${String(tokens)} tokens`);
    return typeof tokens === 'number' ? tokens : new OtherBehaviour('the answer has no usage');
  },
  async 'inference.third-party-result'(t) {
    const input = { messages: says('Say hello.'), max_completion_tokens: 64 };
    const reply = await askRun(t, { model: models.third, input });
    const result = getResult(unlessRefused(t, reply, 'a run of a third-party model'));
    if (!isObject(result)) return new OtherBehaviour('the result is not an object');
    return 'state' in result && 'result' in result ? 'around' : 'alone';
  },
  'inference.stream.end': async (t) => ((await getEvents(t)).at(-1) === '[DONE]' ? '[DONE]' : 'nothing'),
  async 'inference.stream.usage'(t) {
    const last = (await getEvents(t)).findLast((data) => data !== '[DONE]') ?? '';
    return isObject(getMember(json(last, 'the last frame'), 'usage'));
  },
  'inference.background.status': async (t) => (await accepted(t)).status,
  async 'inference.background.first-state'(t) {
    const state = getMember(getResult(await accepted(t)), 'state');
    return state === 'Queued' || state === 'Running'
      ? state
      : new OtherBehaviour(state === undefined ? 'no state' : String(state));
  },
  'inference.background.unknown.status': async (t) =>
    statusOfRefusal(
      await t.ask('inference.background-run.get', {
        params: { ...inAccount(t), run_id: crypto.randomUUID() },
      }),
    ),
  'inference.background.private-webhook.status': async (t) =>
    statusOfRefusal(await runWith(t, { background: true, webhookUrl: 'https://10.1.2.3/touchstone' })),
};
