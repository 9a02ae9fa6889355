import { afterAll, describe, expect, it } from 'vitest';
import { createSandboxBinding } from '../../bindings/sandbox/sandbox-binding.ts';
import { createMock } from '../../create-mock.ts';
import { createPython } from '../../engines/python/index.ts';
import worker from './worker.ts';

const mock = createMock();
const python = createPython();
const Sandbox = createSandboxBinding({ python, now: () => new Date(), newId: () => crypto.randomUUID() });
const env = { ...mock.bindings({ ai: { binding: 'AI' } }), Sandbox };

afterAll(() => python.close());

async function ask(input: string): Promise<string> {
  const body = JSON.stringify({ input });
  const answer = await worker.fetch(new Request('http://localhost/run', { method: 'POST', body }), env);
  expect(answer.status).toBe(200);
  return answer.text();
}

describe('a prompt that a real Python works on', { timeout: 60_000 }, () => {
  it.each([
    ['What is 17 times 23?', '391'],
    ['What is the 100th Fibonacci number?', '354224848179261915075'],
    ['What is the factorial of 25?', '15511210043330985984000000'],
    ['Find the median of 3, 9, 4 and 12', '6.5'],
    ['Sort 5, 3, 9, 1 in descending order', '9, 5, 3, 1'],
    ['Reverse "stressed"', 'desserts'],
    ['Which weekday was 29 February 2024?', 'Thursday'],
    ['Run this:\n```python\nprint("a" * 3)\n```', 'aaa'],
  ])('is answered from what the program wrote: %s', async (prompt, output) => {
    expect(await ask(prompt)).toContain(output);
  });

  it('is answered with the error of its program', async () => {
    expect(await ask('Run this:\n```python\n1 / 0\n```')).toContain(
      'Error: ZeroDivisionError: division by zero',
    );
    expect(await ask('What weekday is 2023-02-30?')).toContain('Error: ValueError');
  });

  it('sees nothing of the prompt before', async () => {
    await ask('```python\nsecret = 1\nopen("secret", "w").write("1")\n```');
    expect(await ask('```python\nprint(secret)\n```')).toContain('NameError');
    expect(await ask('```python\nprint(open("secret").read())\n```')).toContain('FileNotFoundError');
  });
});
