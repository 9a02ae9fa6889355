import { describe, expect, it } from 'vitest';
import { contract } from '../spec/contract.ts';
import type { Endpoint } from '../spec/endpoint.ts';
import { ApiError } from '../spec/errors.ts';
import { readSent } from './sent-body.ts';

const form = 'application/x-www-form-urlencoded';
const prompt = '{"prompt":"Hello"}';
const byPath: Endpoint = contract['inference.run-model'];

function send(endpoint: Endpoint, body: string | Uint8Array<ArrayBuffer>, type?: string) {
  const request = new Request('http://localhost/', { method: 'POST', body });
  request.headers.delete('content-type');
  if (type !== undefined) request.headers.set('content-type', type);
  return readSent(request, endpoint, { framed: false, seen: () => {} });
}

describe('a body', () => {
  it.each([['application/json'], [form], [`${form}; charset=UTF-8`], [undefined]])(
    'of a run is read as JSON where its type is %s',
    async (type) => {
      const { body, upload } = await send(byPath, ` ${prompt}`, type);
      expect(body).toEqual({ prompt: 'Hello' });
      expect(upload).toBeUndefined();
    },
  );

  it.each([[form], [undefined], ['application/octet-stream']])(
    'of a run is a recording or a picture where it is no text and its type is %s',
    async (type) => {
      const bytes = new Uint8Array([0xff, 0xfb, 0x90, 0x00]);
      const { upload } = await send(byPath, bytes, type);
      expect(upload).toEqual({ type: 'bytes', bytes, mediaType: 'application/octet-stream' });
    },
  );

  it('of a run is malformed where it only begins as JSON', async () => {
    await expect(send(byPath, '{"prompt":', form)).rejects.toThrow(new ApiError('json-malformed'));
  });

  it.each([
    ['inference.run-model', 'text/plain'],
    ['inference.chat-completions', form],
    ['token-validation.config.create', form],
  ] as const)('of %s is refused where its type is %s', async (id, type) => {
    await expect(send(contract[id], prompt, type)).rejects.toThrow(
      new ApiError('content-type-unsupported', { value: type }),
    );
  });
});
