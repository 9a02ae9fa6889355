import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeSelfSignedCertificate } from '../../spec/certificates.ts';
import { createWaits } from './waits.ts';
import { createWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-receiver-'));
const file = join(folder, 'receiver.pem');
let ca: string;
let receiver: WebhookReceiver;

beforeAll(async () => {
  const { cert, key } = await makeSelfSignedCertificate(['127.0.0.1']);
  ca = cert;
  writeFileSync(file, cert + key);
});
afterEach(() => receiver.close());
afterAll(() => rmSync(folder, { recursive: true }));

const open = (certificate = file, timeout = 2000) => {
  receiver = createWebhookReceiver({ host: '127.0.0.1', port: 0, certificate }, timeout, createWaits());
  return receiver;
};

/** Sends a POST to a receiver with the certificate; returns the status and where it redirects. */
const post = (url: string, body: string) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', ca, agent: false }, (answer) => {
      answer.resume();
      resolve([answer.statusCode, answer.headers.location]);
    });
    sent.on('error', reject);
    sent.end(body);
  });

it('keeps the webhooks of each mailbox, answers as the mailbox says, and accepts nothing elsewhere', async () => {
  const { mailbox } = open();
  const one = await mailbox('one');
  const two = await mailbox('two', { status: 307, headers: { location: '/one' } });
  const first = one.first();
  expect(await post(one.url, 'ä')).toEqual([200, undefined]);
  expect(await post(two.url, '{}')).toEqual([307, '/one']);
  expect(await post(`${one.url}x`, 'a')).toEqual([404, undefined]);
  expect(await first).toMatchObject({ method: 'POST', text: 'ä' });
  expect([...one.received, ...two.received].map(({ text }) => text)).toEqual(['ä', '{}']);
});

it('waits for a quiet period, and not just for the time', async () => {
  const box = await open().mailbox('one');
  await post(box.url, 'a');
  const quiet = box.quiet(300);
  setTimeout(() => post(box.url, 'b'), 100);
  expect(await quiet).toHaveLength(2);
});

it('fails when no webhook comes in time, and for an unusable certificate', async () => {
  const box = await open(file, 20).mailbox('one');
  await expect(box.first()).rejects.toThrow('No webhook came within 0.02 s');
  await receiver.close();
  await expect(open(join(folder, 'missing.pem')).mailbox('one')).rejects.toThrow(
    'missing.pem does not exist',
  );
});
