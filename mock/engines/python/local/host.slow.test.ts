import process from 'node:process';
import { expect, it } from 'vitest';
import { PythonHost } from './host.ts';

const endless = 'while True: pass';

it('fails programs with an error when their process ends', async () => {
  const host = new PythonHost({ warm: 1 });
  expect(await host.status()).toMatchObject({ found: true });
  const running = host.run(endless, undefined, undefined);
  process.kill(host.pid ?? Number.NaN, 'SIGKILL');
  expect(await running).toMatchObject({
    results: [],
    error: { name: 'InterpreterError', message: 'The process that ran the program ended.' },
  });
  expect(host.retired).toBe(true);
}, 60_000);

it('rejects programs when it is closed', async () => {
  const host = new PythonHost({ warm: 1 });
  const running = host.run(endless, undefined, undefined);
  host.kill();
  await expect(running).rejects.toMatchObject({ code: 'python-closed' });
}, 60_000);
