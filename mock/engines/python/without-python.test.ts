import { expect, it } from 'vitest';
import { createLocalPython } from './without-python.ts';

it('says in a page that Python needs a server', async () => {
  const python = createLocalPython();
  const reason = 'Python programs are run on Bun, Deno or Node alone, by a server, not from within a page';
  expect(await python.status()).toEqual({ found: false, reason });
  await expect(python.run({ code: '1' })).rejects.toMatchObject({
    code: 'python-no-python',
    message: reason,
  });
  await python.close();
});
