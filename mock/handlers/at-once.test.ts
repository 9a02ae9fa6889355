import { describe, expect, it } from 'vitest';
import { joinBytes } from '../join-bytes.ts';
import { goOn, readAtOnce } from './at-once.ts';

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

const bodyOf = (init: BodyInit): Body => new Response(init).body as Body; // There is one where it is made of something.
const encode = (text: string) => new TextEncoder().encode(text);
const textOf = (body: BodyInit) => new Response(body).text();

/** A body of pieces, before each of which something is waited for. */
function written(before: (index: number) => unknown, texts: readonly string[]): Body {
  let index = 0;
  return new ReadableStream({
    async pull(controller) {
      await before(index);
      const text = texts[index++];
      if (text === undefined) controller.close();
      else controller.enqueue(encode(text));
    },
  });
}

describe('a body that is read at once', () => {
  it.each([
    ['a text', 'text Ł', 'text Ł'],
    ['no text', '', ''],
    ['bytes', encode('bytes'), 'bytes'],
    ['the body of another', bodyOf('other'), 'other'],
    ['a body that is piped', bodyOf('piped').pipeThrough(new TransformStream()), 'piped'],
    ['pieces that are written without waiting', written(() => undefined, ['a', 'b', 'c']), 'abc'],
  ])('is whole where it is %s', async (_, init, text) => {
    const begun = await readAtOnce(bodyOf(init));
    expect(begun.isWhole).toBe(true);
    expect(await textOf(joinBytes(begun.pieces))).toBe(text);
  });

  it('is not where somebody has to be waited for, and loses nothing', async () => {
    const gate = Promise.withResolvers<void>();
    const body = written((index) => (index === 2 ? gate.promise : undefined), ['a', 'b', 'c', 'd']);
    const begun = await readAtOnce(body);
    expect(begun.isWhole).toBe(false);
    const text = textOf(goOn(begun));
    gate.resolve();
    expect(await text).toBe('abcd');
  });

  it('is not where it has no end', async () => {
    let cancelled: unknown;
    const endless: Body = new ReadableStream({
      pull: (controller) => controller.enqueue(encode('.')),
      cancel: (reason) => {
        cancelled = reason;
      },
    });
    const begun = await readAtOnce(endless);
    expect(begun.isWhole).toBe(false);
    const reader = goOn(begun).getReader();
    for (let count = 0; count < 100; count++) expect((await reader.read()).done).toBe(false);
    await reader.cancel('enough');
    expect(cancelled).toBe('enough');
  });

  it('fails where it does', async () => {
    const body = written((index) => index === 1 && Promise.reject(new Error('broken')), ['a', 'b']);
    const begun = await readAtOnce(body);
    expect(begun.isWhole).toBe(false);
    const reader = goOn(begun).getReader();
    expect((await reader.read()).value).toEqual(encode('a'));
    await expect(reader.read()).rejects.toThrow('broken');
  });
});
