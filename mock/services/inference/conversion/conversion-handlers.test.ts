import { describe, expect, it } from 'vitest';
import { convertedFileSchema, supportedFiles } from '../../../../spec/services/inference/conversion.ts';
import { createMock } from '../../../create-mock.ts';
import { clientOf, refusalOf } from '../../../testing/test-client.ts';

const mock = createMock();
const client = clientOf(mock);
const params = { account_id: mock.defaults.accountId };

function form(field: string, files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): FormData {
  const data = new FormData();
  for (const [name, content] of Object.entries(files)) data.append(field, new Blob([content]), name);
  return data;
}

const send = (upload: FormData) => client.call('inference.to-markdown', { params, upload });
const convert = async (upload: FormData) => (await send(upload)).body.result;

describe('inference.to-markdown', () => {
  it.each(['files', 'files[]'])('converts every file of the field %s, in order', async (field) => {
    const result = await convert(
      form(field, { 'a.html': '<h1>A</h1>', 'b.xyzzy': 'PK', 'c.txt': 'Hello world' }),
    );
    for (const file of result) expect(convertedFileSchema.safeParse(file).error).toBeUndefined();
    expect(result).toMatchObject([
      { name: 'a.html', mimeType: 'text/html', format: 'markdown', data: '# A\n', tokens: 1 },
      { name: 'b.xyzzy', mimeType: 'application/octet-stream', format: 'error' },
      { name: 'c.txt', mimeType: 'text/plain', format: 'text', data: 'Hello world', tokens: 3 },
    ]);
    expect(new Set(result.map(({ id }) => id)).size).toBe(3);
  });

  it('says of a picture that is none what is wrong with it', async () => {
    const [file] = await convert(form('files', { 'a.png': 'no picture' }));
    expect(file).toMatchObject({ name: 'a.png', format: 'error', error: expect.stringMatching(/PNG/) });
  });

  it('refuses a form without files, and text in their place', async () => {
    const text = new FormData();
    text.set('files', 'text');
    for (const empty of [new FormData(), form('file', { 'a.txt': 'a' }), text]) {
      empty.set('other', 'a');
      expect(refusalOf(await send(empty))).toMatchObject({ status: 400, code: 5227 });
    }
  });

  it('refuses more than a hundred files', async () => {
    const many = (count: number) =>
      form('files', Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.txt`, 'a'])));
    expect(await convert(many(100))).toHaveLength(100);
    expect(refusalOf(await send(many(101)))).toMatchObject({ status: 400, code: 5228 });
  });

  it('refuses a body that is no form', async () => {
    const path = `/accounts/${params.account_id}/ai/tomarkdown`;
    const headers = { 'content-type': 'application/json' };
    expect((await client.send({ method: 'POST', path, headers, body: '{}' })).status).toBe(415);
  });
});

describe('inference.to-markdown.supported', () => {
  it('lists extensions with their types', async () => {
    const { result } = (await client.call('inference.to-markdown.supported', { params })).body;
    expect(result).toEqual(supportedFiles);
  });
});
