import { afterAll, describe, expect, it } from 'vitest';
import { runPython } from '../../apps/code-interpreter/worker.ts';
import { createPython } from '../../engines/python/index.ts';
import { createSandboxBinding } from './sandbox-binding.ts';

const python = createPython({ warm: 1 });
afterAll(() => python.close());
const at = new Date('2026-01-01T00:00:00Z');
let ids = 0;
const env = {
  Sandbox: createSandboxBinding({
    python,
    now: () => at,
    newId: () => {
      ids += 1;
      return `context-${ids}`;
    },
  }),
};
const sandbox = env.Sandbox.get(env.Sandbox.idFromName('default'));

/** What the example's tool does for each call. */
const executePython = (code: string) => runPython(env.Sandbox, code);

describe('a sandbox', () => {
  it('is the same for the same name', () => {
    expect(env.Sandbox.getByName('default')).toBe(sandbox);
    expect(env.Sandbox.getByName('other')).not.toBe(sandbox);
    expect(String(env.Sandbox.idFromName('other'))).toBe('other');
  });

  it.each([
    [
      'another language',
      () => sandbox.createCodeContext({ language: 'javascript' }),
      'javascript is not available here',
    ],
    ['a run in another language', () => sandbox.runCode('1', { language: 'r' }), 'r is not available here'],
    [
      'the deletion of an unknown context',
      () => sandbox.deleteCodeContext('x'),
      'code context x does not exist',
    ],
  ])('refuses %s', async (_, ask, message) => {
    await expect(ask()).rejects.toThrow(message);
  });

  it('refuses a second program in a context, and any in a deleted one', async () => {
    const context = await sandbox.createCodeContext();
    await sandbox.runCode('x = 1', { context });
    await expect(sandbox.runCode('x', { context })).rejects.toThrow('has already run its program');
    await sandbox.deleteCodeContext(context.id);
    await expect(sandbox.runCode('x', { context })).rejects.toThrow(
      `code context ${context.id} does not exist`,
    );
  });
});

describe('the output for a model', () => {
  it.each([
    ['the value of the last expression alone', 'print("a")\n6 * 7', '42'],
    ['everything that was displayed', 'display(1)\n2', '1\n2'],
    ['JSON for a result without text', '[1, 2]', '{"json":[1,2]}'],
    ['the printed text', 'print(1)\nprint(2)', '1\n2\n'],
    [
      'the printed text, followed by warnings',
      'import sys\nprint(1)\nsys.stderr.write("e")\nNone',
      '1\n\nError: e',
    ],
    ['warnings alone', 'import sys\nsys.stderr.write("e")\nNone', 'Error: e'],
    ['an error', 'print("a")\n1 / 0', 'Error: ZeroDivisionError: division by zero'],
    ['a message when there is no output', 'x = 1', 'Code executed successfully'],
  ])('is %s', async (_, code, text) => {
    expect(await executePython(code)).toBe(text);
  });

  it('has no variables of an earlier call', async () => {
    await executePython('x = 1');
    expect(await executePython('x')).toBe("Error: NameError: name 'x' is not defined");
  });
});
