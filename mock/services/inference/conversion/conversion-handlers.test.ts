import { describe, expect, it } from 'vitest';
import { createMock } from '../../../assembly/create-mock.ts';
import { getClient, getRefusal } from '../../../assembly/testing/test-client.ts';

const mock = createMock();
const client = getClient(mock);
const params = { account_id: mock.defaults.accountId };

function form(field: string, files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): FormData {
  const data = new FormData();
  for (const [name, content] of Object.entries(files)) data.append(field, new Blob([content]), name);
  return data;
}

const send = (upload: FormData) => client.call('inference.to-markdown', { params, upload });
const convert = async (upload: FormData) => (await send(upload)).body.result;

describe('inference.to-markdown', () => {
  it('refuses a form without files, and text in their place', async () => {
    const text = new FormData();
    text.set('files', 'text');
    for (const empty of [new FormData(), form('file', { 'a.txt': 'a' }), text]) {
      empty.set('other', 'a');
      expect(getRefusal(await send(empty))).toMatchObject({ status: 400, code: 5227 });
    }
  });

  it('refuses more than a hundred files', async () => {
    const many = (count: number) =>
      form('files', Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.txt`, 'a'])));
    expect(await convert(many(100))).toHaveLength(100);
    expect(getRefusal(await send(many(101)))).toMatchObject({ status: 400, code: 5228 });
  });
});
