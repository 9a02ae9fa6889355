import { describe, expect, it } from 'vitest';
import { Output } from './output.ts';
import { bytesOf, textOf } from './testing/bytes-of.ts';

function written(write: (output: Output) => void): string {
  const output = new Output();
  write(output);
  return textOf(output.bytes, 0, output.length);
}

describe('Output', () => {
  it.each<{ readonly what: string; readonly write: (output: Output) => void; readonly text: string }>([
    { what: 'bytes', write: (output) => output.byte(0x61), text: 'a' },
    { what: 'ASCII', write: (output) => output.ascii('a*b'), text: 'a*b' },
    { what: 'short text', write: (output) => output.text('aé日😀'), text: 'aé日😀' },
    { what: 'long text', write: (output) => output.text('é'.repeat(40_000)), text: 'é'.repeat(40_000) },
    {
      what: 'code points beyond ASCII',
      write: (output) => [0xe9, 0x65e5, 0x1f600].map((c) => output.codePoint(c)),
      text: 'é日😀',
    },
    { what: 'pieces of bytes', write: (output) => output.raw(bytesOf('abcd'), 1, 3), text: 'bc' },
    {
      what: 'long pieces',
      write: (output) => output.raw(bytesOf('ab'.repeat(40_000))),
      text: 'ab'.repeat(40_000),
    },
  ])('writes $what as UTF-8', ({ write, text }) => {
    expect(written(write)).toBe(text);
  });

  it('inserts before what is written behind a position, also when what stands before was taken', () => {
    const output = new Output();
    output.ascii('abc');
    output.take(1);
    const at = output.position;
    output.ascii('def');
    output.insert(at, 0x2a, 2);
    expect(textOf(output.take(0))).toBe('c**def');
  });

  it('gives away all but the last bytes, and goes on behind them', () => {
    const output = new Output();
    output.ascii('abcdef');
    expect(textOf(output.take(2))).toBe('abcd');
    output.ascii('g');
    expect([output.position, output.last]).toEqual([7, 0x67]);
    expect(textOf(output.take(0))).toBe('efg');
  });

  it('gives nothing away while less is there than is kept', () => {
    const output = new Output();
    output.ascii('ab');
    expect(output.take(3)).toHaveLength(0);
    expect(output.length).toBe(2);
  });

  it('gives bytes away that later writing does not change', () => {
    const output = new Output();
    output.ascii('ab');
    const taken = output.take(0);
    output.ascii('cd');
    expect(textOf(taken)).toBe('ab');
  });

  it('has no last byte before the first', () => {
    expect(new Output().last).toBe(0);
  });
});
