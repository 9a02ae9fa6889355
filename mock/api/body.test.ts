import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { ApiError } from '../../spec/errors.ts';
import { isDeeper, parseJson, readBytes, readSent, readText, requireJson } from './body.ts';

const url = 'http://localhost/';

function post(body: BodyInit | null, headers: Record<string, string> = {}): Request {
  // Node requires `duplex` for a streamed body.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' };
  return new Request(url, init);
}

/** A stream of this many bytes in chunks of ten, with the number of chunks that were read. */
function stream(bytes: number) {
  const seen = { asked: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (seen.asked >= bytes) return controller.close();
      seen.asked += 10;
      controller.enqueue(new Uint8Array(10).fill(97));
    },
    cancel() {
      seen.cancelled = true;
    },
  });
  return { body, seen };
}

describe('readText', () => {
  it('reads a body of exactly the limit', async () => {
    expect(await readText(post('a'.repeat(20)), { limit: 20 })).toBe('a'.repeat(20));
    expect(await readText(post(stream(20).body), { limit: 20 })).toBe('a'.repeat(20));
  });

  it('reads characters across chunks, and removes only the first byte order mark', async () => {
    const bytes = new TextEncoder().encode('\ufeffa\ufeffé€😀b\ufeff');
    const text = 'a\ufeffé€😀b\ufeff';
    for (let size = 1; size <= bytes.length; size++) {
      const pieces = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
          controller.close();
        },
      });
      expect(await readText(post(pieces))).toBe(text);
    }
  });

  it.each([
    ['text', () => 'a'.repeat(21)],
    ['a stream', () => stream(30).body],
  ])('refuses %s over the limit', async (_, body) => {
    await expect(readText(post(body()), { limit: 20 })).rejects.toThrow(
      new ApiError('body-too-large', { limit: 20 }),
    );
  });

  it('refuses a declared length over the limit without reading a byte', async () => {
    const { body, seen } = stream(1000);
    const request = post(body, { 'content-length': '1000' });
    await expect(readText(request, { limit: 20, framed: true })).rejects.toThrow(ApiError);
    // A stream fills its own queue without a reader.
    expect(seen.asked).toBeLessThanOrEqual(10);
  });

  it.each([
    ['counted', false],
    ['whole', true],
  ])('reports a broken body as incomplete: %s', async (_, framed) => {
    const breaking = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.error(new DOMException('The connection was closed.', 'AbortError'));
        },
      });
    const sent = () => post(breaking(), { 'content-length': '10' });
    await expect(readText(sent(), { framed })).rejects.toThrow(new ApiError('json-malformed'));
    await expect(readBytes(sent(), { framed })).rejects.toThrow(new ApiError('form-malformed'));
  });

  it('stops reading as soon as the limit is exceeded', async () => {
    const { body, seen } = stream(100_000);
    await expect(readText(post(body), { limit: 20 })).rejects.toThrow(ApiError);
    expect(seen.asked).toBeLessThanOrEqual(50);
    expect(seen.cancelled).toBe(true);
  });

  it.each(['5', '', '0x5', '-1', 'five'])(
    'counts the bytes of a request without a server, even if it declares %j',
    async (declared) => {
      const { body, seen } = stream(100_000);
      const request = post(body, { 'content-length': declared });
      await expect(readText(request, { limit: 20 })).rejects.toThrow(ApiError);
      expect(seen.asked).toBeLessThanOrEqual(50);
    },
  );

  it('counts the bytes of a framed request with a transfer coding', async () => {
    const { body, seen } = stream(100_000);
    const request = post(body, { 'content-length': '5', 'transfer-encoding': 'chunked' });
    await expect(readText(request, { limit: 20, framed: true })).rejects.toThrow(ApiError);
    expect(seen.asked).toBeLessThanOrEqual(50);
  });

  it("does not wait for a body that can't be cancelled", async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(100)),
      cancel: () => new Promise(() => {}),
    });
    await expect(readText(post(body), { limit: 20 })).rejects.toThrow(ApiError);
  });
});

describe('requireJson', () => {
  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['Application/JSON;charset=UTF-8'],
    ['application/merge-patch+json'],
    ['text/plain;charset=UTF-8'],
    ['application/x-www-form-urlencoded'],
    [null],
  ])('accepts %s as its type', (contentType) => {
    expect(() => requireJson('{"a":1}', contentType)).not.toThrow();
  });

  it.each(['text/html', 'multipart/form-data', 'application/jsonp', 'text/json', 'json', ''])(
    'refuses %j as its type',
    (contentType) => {
      expect(() => requireJson('{}', contentType)).toThrow(
        new ApiError('content-type-unsupported', { value: contentType }),
      );
    },
  );

  it('accepts an empty body of any type', () => {
    expect(() => requireJson('', 'text/html')).not.toThrow();
  });
});

describe('parseJson', () => {
  it('refuses nesting that is too deep', () => {
    expect(() => parseJson('['.repeat(5_000_000))).toThrow(new ApiError('json-too-deep', { limit: 512 }));
  });
});

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
  it.each([
    ['application/json'],
    [form],
    [`${form}; charset=UTF-8`],
    ['text/plain;charset=UTF-8'],
    [undefined],
  ])('is JSON for a run of type %s', async (type) => {
    const { body, upload } = await send(byPath, ` ${prompt}`, type);
    expect(body).toEqual({ prompt: 'Hello' });
    expect(upload).toBeUndefined();
  });

  it.each([[form], [undefined], ['application/octet-stream']])(
    'is a recording or a picture for a run of type %s, unless it is text',
    async (type) => {
      const bytes = new Uint8Array([0xff, 0xfb, 0x90, 0x00]);
      const { upload } = await send(byPath, bytes, type);
      expect(upload).toEqual({ type: 'bytes', bytes, mediaType: 'application/octet-stream' });
    },
  );

  it('is malformed for a run if it only starts as JSON', async () => {
    await expect(send(byPath, '{"prompt":', form)).rejects.toThrow(new ApiError('json-malformed'));
  });

  it.each([
    ['inference.run-model', 'text/html'],
    ['inference.chat-completions', 'application/xml'],
  ] as const)('is refused for %s if its type is %s', async (id, type) => {
    await expect(send(contract[id], prompt, type)).rejects.toThrow(
      new ApiError('content-type-unsupported', { value: type }),
    );
  });
});

describe('isDeeper', () => {
  it.each([
    ['[[[]]]', 3, false],
    ['[[[]]]', 2, true],
    ['{"a":[{"b":1}]}', 3, false],
    ['{"a":[{"b":1}]}', 2, true],
    ['[],[],[],[]', 1, false],
    [String.raw`["[[[[[[\"[[[[\\"]`, 1, false],
    [String.raw`["\\",[["`, 2, true],
    ['"[[[[[[[[', 1, false],
    ['[[[[[[', 5, true],
    [']]]][[[[', 1, false],
  ])('judges %s by %i: %s', (text, most, deeper) => {
    expect(isDeeper(text, most)).toBe(deeper);
  });

  it('matches the depth of the parsed value', () => {
    const getDepth = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Math.max(0, ...Object.values(value).map(getDepth))
        : 0;
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 0, max: 4 }), (text, most) => {
        expect(isDeeper(text, most)).toBe(getDepth(JSON.parse(text)) > most);
      }),
    );
  });
});
