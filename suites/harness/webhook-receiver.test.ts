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

/** Sends a POST to a receiver with the certificate; returns the status and the headers. */
function post(url: string, body: string) {
  return new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
    const sent = request(url, { method: 'POST', ca, agent: false }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, location: answer.headers.location });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

it('keeps the webhooks of each mailbox, and answers as the mailbox says', async () => {
  const { mailbox } = open();
  const one = await mailbox('one');
  const two = await mailbox('two', { status: 307, headers: { location: '/one' } });
  expect((await post(one.url, 'ä')).status).toBe(200);
  expect(await post(two.url, '{}')).toEqual({ status: 307, location: '/one' });
  expect(await one.first()).toMatchObject({ method: 'POST', text: 'ä' });
  expect(two.received.map(({ text }) => text)).toEqual(['{}']);
});

it('gives the first webhook to a caller that already waits', async () => {
  const box = await open().mailbox('one');
  const first = box.first();
  await post(box.url, 'a');
  await post(box.url, 'b');
  expect((await first).text).toBe('a');
  expect((await box.quiet(20)).map(({ text }) => text)).toEqual(['a', 'b']);
});

it('waits for a quiet period, and not just for the time', async () => {
  const box = await open().mailbox('one');
  await post(box.url, 'a');
  const quiet = box.quiet(300);
  setTimeout(() => post(box.url, 'b'), 100);
  expect(await quiet).toHaveLength(2);
});

it('fails when no webhook comes in time', async () => {
  const box = await open(file, 20).mailbox('one');
  await expect(box.first()).rejects.toThrow('No webhook came within 0.02 s');
});

it('accepts nothing at a URL without a mailbox', async () => {
  const box = await open().mailbox('one');
  expect((await post(`${box.url}x`, 'a')).status).toBe(404);
  expect(box.received).toEqual([]);
});

it('reports an unusable certificate', async () => {
  const broken = join(folder, 'broken.pem');
  writeFileSync(broken, 'nothing');
  await expect(open(broken).mailbox('one')).rejects.toThrow(/^No webhooks: /);
  await expect(open(join(folder, 'missing.pem')).mailbox('one')).rejects.toThrow(
    'missing.pem does not exist',
  );
});
