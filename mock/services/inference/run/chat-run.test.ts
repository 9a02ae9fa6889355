import { expect, it } from 'vitest';
import { createMock } from '../../../assembly/create-mock.ts';
import { getClient } from '../../../assembly/testing/test-client.ts';
import { worldDefaults } from '../../../world/defaults.ts';

const params = { account_id: worldDefaults.accountId };

it.each([1, 2, 3])('returns %i choices, no two of them alike', async (n) => {
  const mock = createMock({ gatewayHeader: 'optional' });
  const body = {
    model: 'openai/gpt-5',
    messages: [{ role: 'user' as const, content: 'Tell me about rivers.' }],
    n,
  };
  const reply = await getClient(mock).call('inference.chat-completions', { params, body });
  const { choices } = reply.body as { choices: { message: { content: string } }[] }; // It does not stream.
  expect(new Set(choices.map(({ message }) => message.content)).size).toBe(n);
});

type Answered = { readonly choices: readonly Choice[] };
/** A choice, or a piece of one. */
interface Choice {
  readonly message?: Said;
  readonly delta?: Said;
  readonly finish_reason: string | null;
}
interface Said {
  readonly function_call?: { readonly name?: string; readonly arguments?: string };
  readonly tool_calls?: unknown;
}

it.each([
  ['chat completions of a provider', 'v1/chat/completions', { model: 'openai/gpt-5' }, false],
  ['a stream of them', 'v1/chat/completions', { model: 'openai/gpt-5' }, true],
  ['a run', 'run/@cf/zai-org/glm-4.7-flash', {}, false],
  ['a stream of a run', 'run/@cf/zai-org/glm-4.7-flash', {}, true],
] as const)('answers `functions` with the one `function_call`: %s', async (_, path, model, stream) => {
  const mock = createMock({ gatewayHeader: 'optional' });
  const toolCalls = ['look', 'see'].map((name) => ({ name, arguments: { a: 1 } }));
  mock.models.add({ match: { text: 'Look' }, reply: { toolCalls } });
  const { accountId, apiToken } = worldDefaults;
  const answer = await mock.fetch(
    new Request(`http://localhost/client/v4/accounts/${accountId}/ai/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...model,
        messages: [{ role: 'user', content: 'Look!' }],
        functions: [{ name: 'look' }, { name: 'see' }],
        stream,
      }),
    }),
  );
  const choices = readChoices(await answer.text());
  const said = choices.map(({ message, delta }) => message ?? delta);
  expect(said.flatMap((one) => one?.tool_calls ?? [])).toEqual([]);
  expect(said.map((one) => one?.function_call?.name ?? '').join('')).toBe('look');
  expect(said.map((one) => one?.function_call?.arguments ?? '').join('')).toBe('{"a":1}');
  expect(choices.at(-1)?.finish_reason).toBe('function_call');
});

/** The first choice, or its pieces in order. */
function readChoices(text: string): readonly Choice[] {
  const frames = text.startsWith('{') ? [text] : text.split('\n').flatMap(dataOf);
  return frames.flatMap((frame) => {
    const { result, ...bare }: { readonly result?: Answered } & Partial<Answered> = JSON.parse(frame);
    return result?.choices ?? bare.choices ?? [];
  });
}

const dataOf = (line: string) => /^data: (\{.*)/.exec(line)?.slice(1) ?? [];
