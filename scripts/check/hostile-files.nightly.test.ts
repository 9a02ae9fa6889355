import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedBackend } from '../../mock/engines/models/index.ts';
import {
  docx,
  openDocument,
  pdf,
  xlsx,
} from '../../mock/services/inference/conversion/testing/office-files.ts';
import { besideOthers, startMock } from './beside-others.ts';
import { type HostileFile, hostileDocuments } from './hostile-files.ts';
import { type ServedMock, withServedMock } from './served-mock.ts';

/** Milliseconds that other requests may wait while a file is read: more than on a quiet machine. */
const longestWait = 1_000;
const mostMemory = 2_500_000_000;

let mock: ServedMock;
let end = async () => {};

beforeAll(async () => {
  ({ mock, end } = await startMock((use) => withServedMock([], use)));
});
afterAll(() => end());

const account = () => `/accounts/${mock.info.account_id}`;

async function convert(
  files: readonly HostileFile[],
): Promise<readonly { readonly format: string; readonly error?: string }[]> {
  const form = new FormData();
  for (const { name, bytes } of files) form.append('files', new Blob([bytes]), name);
  const answer = await mock.ask(`${account()}/ai/tomarkdown`, { method: 'POST', body: form });
  expect(answer.status).toBe(200);
  return (await answer.json()).result;
}

describe('hostile files', () => {
  it.each(hostileDocuments().map((file) => [file.name, file] as const))(
    '%s delays no other request, and is converted or refused with a message',
    { timeout: 120_000 },
    async (_, file) => {
      const { done, slowest } = await besideOthers(mock, () => convert([file]));
      expect(done).toHaveLength(1);
      expect(slowest).toBeLessThan(longestWait);
      expect(await mock.memory()).toBeLessThan(mostMemory);
    },
  );

  it('are equally harmless as pictures for a model', { timeout: 300_000 }, async () => {
    const pictures = hostileDocuments().filter(({ name }) => /\.(?:png|jpg)$/.test(name));
    for (const { bytes } of pictures) {
      const { done, slowest } = await besideOthers(mock, () =>
        mock.ask(`${account()}/ai/run/@cf/microsoft/resnet-50`, {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body: bytes,
        }),
      );
      expect(done.status).toBeLessThan(500);
      expect(slowest).toBeLessThan(longestWait);
    }
  });
});

describe('files with a random error', () => {
  const { signal } = new AbortController();
  const backend = createScriptedBackend({ seed: 1 });
  const draw = (mediaType: 'image/png' | 'image/jpeg') =>
    backend.draw({ id: 'a/model' }, { prompt: 'a red circle', width: 64, height: 32, mediaType }, signal);
  const paragraph = '<w:p><w:r><w:t>Hello</w:t></w:r></w:p>';
  const samples: readonly (readonly [string, () => Uint8Array | Promise<Uint8Array>])[] = [
    ['a.docx', () => docx(paragraph)],
    ['a.xlsx', () => xlsx('<row><c r="A1" t="s"><v>0</v></c></row>', '<si><t>a</t></si>')],
    ['a.odt', () => openDocument('<office:text><text:p>Hello</text:p></office:text>')],
    ['a.pdf', () => pdf('One', 'Two')],
    ['a.png', () => draw('image/png')],
    ['a.jpg', () => draw('image/jpeg')],
    ['a.xml', () => new TextEncoder().encode('<?xml version="1.0"?><a b="c"><!-- d --><e/>f</a>')],
    ['a.csv', () => new TextEncoder().encode('a,"b ""c"""\r\n1,2\r\n')],
    ['a.json', () => new TextEncoder().encode('{"a":[1,{"b":"c"}]}')],
    ['a.html', () => new TextEncoder().encode('<title>a</title><table><tr><td>b</table><pre>c')],
  ];

  it.each(samples)(
    'of %s are converted or refused with a message',
    { timeout: 600_000 },
    async (name, make) => {
      const sample = await make();
      const fault = fc.record({
        at: fc.nat(sample.length - 1),
        length: fc.nat(8),
        bytes: fc.uint8Array({ maxLength: 8 }),
        times: fc.integer({ min: 1, max: 3 }),
      });
      const faulty = fc
        .array(fault, { minLength: 1, maxLength: 5 })
        .map((faults) =>
          faults.reduce<Uint8Array>(
            (file, { at, length, bytes, times }) =>
              new Uint8Array([
                ...file.subarray(0, at),
                ...Array.from({ length: times }, () => [...bytes]).flat(),
                ...file.subarray(at + length),
              ]),
            sample,
          ),
        );
      const forms = fc.array(faulty, { minLength: 20, maxLength: 20 });
      await fc.assert(
        fc.asyncProperty(forms, async (files) => {
          const { done, slowest } = await besideOthers(mock, () =>
            convert(files.map((bytes) => ({ name, bytes: new Uint8Array(bytes) }))),
          );
          expect(done).toHaveLength(20);
          for (const { error = '' } of done) expect(error).not.toMatch(/undefined|not a function|internal/i);
          expect(slowest).toBeLessThan(longestWait);
        }),
        { numRuns: 25 },
      );
    },
  );
});
