import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { RemoteReply } from '../harness/git-remote.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { answered, ask, getText, judgeText, run, send } from './asking.ts';

/** A prompt that needs no program, because programs take time. */
const prompt = 'Say hello.';
const good = JSON.stringify({ input: prompt });

/** Bodies without a prompt. */
const without = ['{}', '{"input":null}', '{"prompt":"a"}', '[]', 'null', '"a"', '7'];
/** Prompts of another type. */
const wrong = ['7', 'true', '["a"]', '{"text":"a"}'];
const broken = ['', '{', 'input=a', '{"input":"a"', "{'input':'a'}"];

const elsewhere = [
  ['GET', '/run'],
  ['PUT', '/run'],
  ['PATCH', '/run'],
  ['DELETE', '/run'],
  ['OPTIONS', '/run'],
  ['GET', '/'],
  ['POST', '/'],
  ['POST', '/run/'],
  ['POST', '/run/x'],
  ['POST', '/Run'],
  ['POST', '/execute'],
] as const;

/** Requests and answers over HTTP. */
export const interpreterRequestsSuite = defineSuite('code-interpreter/requests', [
  test(['PY-RUN-1', 'PY-RUN-4', 'PY-HTTP-6'], 'answers a prompt with text, not with JSON', async (t) => {
    const reply = await ask(t, 'What is 12345 times 6789? Calculate it with Python.');
    ok(reply.status >= 200 && reply.status < 300, `the status is ${reply.status}, expected success`);
    await t.check('PY-RUN-4', () => judgeText(reply));
    await t.check('PY-HTTP-6', () => judgeType(reply));
  }),
  test(['PY-RUN-1', 'PY-RUN-4'], 'accepts a prompt in any script and with line breaks', async (t) => {
    for (const text of ['¿Cómo estás? 你好 🐍', 'a\n\tb\r\n"c"\\d\u2028']) await answered(t, text);
  }),
  test('PY-TOOL-2', 'preserves any script on the way through a program', async (t) => {
    const text = 'Grüße, 東京 Ω≈ç 🐍';
    ok((await run(t, `print(${JSON.stringify(text)})`)).includes(text), 'the text is not in the answer');
  }),
  ...without.map((body) => ({
    title: `refuses ${body}, which has no prompt`,
    requirements: ['PY-RUN-2', 'PY-HTTP-2', 'PY-HTTP-5'] as const,
    run: (t: TestContext) => judgeRefused(t, body, 'PY-HTTP-2'),
  })),
  test(['PY-HTTP-2', 'PY-HTTP-5'], 'refuses an empty prompt', (t) =>
    judgeRefused(t, '{"input":""}', 'PY-HTTP-2'),
  ),
  ...wrong.map((input) => ({
    title: `refuses the prompt ${input}, which is not a string`,
    requirements: ['PY-RUN-3', 'PY-HTTP-7', 'PY-HTTP-5'] as const,
    run: (t: TestContext) => judgeRefused(t, `{"input":${input}}`, 'PY-HTTP-7'),
  })),
  ...broken.map((body) => ({
    title: `refuses ${body === '' ? 'an empty body' : body}, which is not JSON`,
    requirements: ['PY-HTTP-3', 'PY-HTTP-5'] as const,
    run: async (t: TestContext) => {
      const reply = await twin(t, body);
      await t.check('PY-HTTP-3', () => equal(reply.status, 500, 'the status'));
      await t.check('PY-HTTP-5', () => judgeText(reply));
    },
  })),
  ...elsewhere.map(([method, path]) => ({
    title: `answers ${method} ${path} with 404`,
    requirements: ['PY-HTTP-1', 'PY-HTTP-5'] as const,
    run: async (t: TestContext) => {
      const reply = await send(t, { method, path, ...(method !== 'GET' && { body: good }) });
      equal([reply.status, getText(reply)], [404, 'Not Found'], 'status and text');
      await t.check('PY-HTTP-5', () => judgeText(reply));
    },
  })),
]);

/** Sends the valid request, then one with a fault. */
async function twin(t: TestContext, body: string): Promise<RemoteReply> {
  await t.step('valid twin', () => answered(t, prompt));
  return t.step('faulty twin', () => send(t, { body }));
}

async function judgeRefused(t: TestContext, body: string, status: 'PY-HTTP-2' | 'PY-HTTP-7'): Promise<void> {
  const reply = await twin(t, body);
  ok(reply.status >= 400, `the status is ${reply.status}, expected a refusal`);
  await t.check(status, () => equal(reply.status, 400, 'the status'));
  await t.check('PY-HTTP-5', () => judgeText(reply));
}

function judgeType(reply: RemoteReply): void {
  const type = reply.headers.get('content-type') ?? '';
  equal(type.toLowerCase().replaceAll(' ', ''), 'text/plain;charset=utf-8', 'the type of the answer');
}
