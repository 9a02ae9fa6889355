import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeSelfSignedCertificate } from '../../spec/certificates.ts';
import { createWaits } from './waits.ts';
import { createWebhookReceiver } from './webhook-receiver.ts';

it('a mailbox keeps its webhooks, answers as it says, and waits until they are over', async () => {
  const { cert, key } = await makeSelfSignedCertificate(['127.0.0.1']);
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-receiver-'));
  const certificate = join(folder, 'receiver.pem');
  writeFileSync(certificate, cert + key);
  const post = (url: string, body: string) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', ca: cert, agent: false }, (answer) => {
        answer.resume();
        resolve([answer.statusCode, answer.headers.location]);
      });
      sent.on('error', reject).end(body);
    });
  const { mailbox, close } = createWebhookReceiver(
    { host: '127.0.0.1', port: 0, certificate },
    50,
    createWaits(),
  );
  const one = await mailbox('one');
  const two = await mailbox('two', { status: 307, headers: { location: '/one' } });
  expect(await post(one.url, 'ä')).toEqual([200, undefined]);
  expect(await post(two.url, '{}')).toEqual([307, '/one']);
  expect(await post(`${one.url}x`, 'a')).toEqual([404, undefined]);
  expect(await one.first()).toMatchObject({ method: 'POST', text: 'ä' });
  setTimeout(() => post(two.url, 'late'), 100);
  expect((await two.quiet(300)).map(({ text }) => text)).toEqual(['{}', 'late']);
  await expect((await mailbox('none')).first()).rejects.toThrow('No webhook came within 0.05 s');
  await close();
  rmSync(folder, { recursive: true });
});
