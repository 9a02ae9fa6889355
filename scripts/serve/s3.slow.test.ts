import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3Server } from '../../mock/engines/objects/s3/testing/s3-server.ts';
import { openS3Buckets } from './s3.ts';
import { startCommand, until } from './testing/command.ts';

const authorized = { 'x-custom-auth-key': 'touchstone-auth-key-secret-000000000004' };

let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

const credentials = (id = 'id') => ({ AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: 'secret' });

/** Runs `serve` while something uses its object storage. */
async function whileServing(use: (objects: string) => Promise<void>): Promise<void> {
  const run = startCommand(['serve', '--port', '0', '--json', '--objects-s3', s3.url], credentials());
  try {
    await until(() => run.out().includes('\n'), run);
    await use(JSON.parse(run.out()).objects);
    run.child.kill('SIGTERM');
    expect((await run.exited).code).toBe(0);
  } finally {
    await run.stop();
  }
}

describe('serve --objects-s3', () => {
  it('keeps objects on the S3 server, for the next server', async () => {
    await whileServing(async (objects) => {
      const put = await fetch(`${objects}/cat-pic.jpg`, {
        method: 'PUT',
        body: 'a cat',
        headers: authorized,
      });
      expect(await put.text()).toBe('Put cat-pic.jpg successfully!');
    });
    expect([...s3.objects.keys()].every((key) => key.startsWith('touchstone/'))).toBe(true);
    await whileServing(async (objects) => {
      expect(await (await fetch(`${objects}/cat-pic.jpg`)).text()).toBe('a cat');
    });
  }, 60_000);

  it('is refused at the start without credentials, with wrong ones, and without a server', async () => {
    const refusal = async (url: string, env: Record<string, string>) =>
      openS3Buckets(url, env).catch(({ code, message }) => `${code}: ${message}`);
    expect(await refusal(s3.url, {})).toMatch(
      /^serve-option: --objects-s3: needs the variables AWS_ACCESS_KEY_ID/,
    );
    expect(await refusal(s3.url, credentials('else'))).toMatch(/^s3: GET \/bucket\/ is answered with 403/);
    expect(await refusal('http://127.0.0.1:1/bucket', credentials())).toMatch(
      /^s3: http:\/\/127\.0\.0\.1:1 can't be reached: ./,
    );
  });
});
