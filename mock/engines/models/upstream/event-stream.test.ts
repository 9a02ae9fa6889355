import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../model-error.ts';
import { SseDecoder, type SseEvent } from './generate.ts';

/** The events of bytes that arrive in pieces. */
function decode(pieces: readonly Uint8Array[]): readonly SseEvent[] {
  const decoder = new SseDecoder();
  return [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()];
}

const bytes = (text: string) => new TextEncoder().encode(text);
const data = (text: string, event?: string): SseEvent => ({ event, data: text });

describe('SseDecoder', () => {
  it.each<[string, string, readonly SseEvent[]]>([
    ['events', 'data: a\n\ndata: b\n\n', [data('a'), data('b')]],
    ['names', 'event: x\ndata: a\n\ndata: b\n\n', [data('a', 'x'), data('b')]],
    ['CRLF and CR', 'data: a\r\n\r\ndata: b\r\rdata: c\n\n', [data('a'), data('b'), data('c')]],
    ['several lines', 'data: a\ndata:\ndata:  b\n\n', [data('a\n\n b')]],
    ['comments', ': alive\n\n:\ndata: a\n: alive\n\n', [data('a')]],
    ['a byte order mark', '\ufeffdata: a\n\n', [data('a')]],
    ['an end without blank line', 'data: a\n\ndata: b', [data('a'), data('b')]],
    ['an end without line', 'data: a\n\ndata: b\n', [data('a'), data('b')]],
    ['an error field', 'error: {"code":500}\n\n', [data('{"code":500}', 'error')]],
    ['other fields', 'id: 7\nretry: 9\ncolour: red\nnonsense\ndata\n\n', [data('')]],
    ['events without data', 'event: ping\n\n', []],
    ['more than ASCII', 'data: Grüße 👋 ﷽\n\n', [data('Grüße 👋 ﷽')]],
    ['nothing', '', []],
  ])('reads %s, with any chunk boundaries', (_, text, events) => {
    const all = bytes(text);
    expect(decode([all])).toEqual(events);
    expect(decode(Array.from(all, (byte) => new Uint8Array([byte])))).toEqual(events);
    fc.assert(
      fc.property(fc.array(fc.nat(all.length)), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), all.length];
        const pieces = places.slice(1).map((end, index) => all.subarray(places[index], end));
        expect(decode(pieces)).toEqual(events);
      }),
    );
  });

  it.each<[string, string, string]>([
    ['a line', 'data: ', 'x'.repeat(1_000_000)],
    ['a list of lines', '', `data: ${'x'.repeat(1_000_000)}\n`],
  ])('fails for an event of %s without an end', (_, start, piece) => {
    const decoder = new SseDecoder();
    decoder.push(bytes(start));
    const many = bytes(piece);
    expect(() => {
      for (let round = 0; round < 20; round++) decoder.push(many);
    }).toThrow(ModelError);
  });
});
