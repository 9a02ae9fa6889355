import { describe, expect, it } from 'vitest';
import { getLines, isLeftOut, parseBlocks, promisedLines } from './code-blocks.ts';

const page = [
  '# Title',
  '```text',
  'above',
  '```',
  '## First',
  '```sh',
  'echo 1',
  '```',
  '',
  '```',
  '1',
  '```',
  'Words.',
  '```json schema=target',
  '{}',
  '```',
  '## Second',
  '```sh no-run reason="it takes an hour"',
  'sleep 3600',
  '```',
].join('\n');

describe('the blocks of a page', () => {
  const [above, commands, output, data, left] = parseBlocks('a.md', page);

  it('have a place, a section and a language', () => {
    expect([above?.line, above?.section, above?.language]).toEqual([2, '', 'text']);
    expect([commands?.line, commands?.section, commands?.language]).toEqual([6, 'First', 'sh']);
    expect(commands?.text).toBe('echo 1\n');
  });

  it('are an output only directly after commands', () => {
    expect([commands, output, data].map((block) => block?.isOutput)).toEqual([false, true, false]);
  });

  it('have the words of their info string', () => {
    expect(data?.marks.get('schema')).toBe('target');
    expect(left && isLeftOut(left)).toBe(true);
    expect(left?.marks.get('reason')).toBe('it takes an hour');
  });

  it('have to end', () => {
    expect(() => parseBlocks('a.md', 'text\n```sh\necho')).toThrow('a.md:2');
  });
});

it.each([
  ['console.log(a); // 200', ['200']],
  ['  console.log(statuses); // [200, 200, 500]', ['200 200 500']],
  ['console.log(basis); // documented\nconsole.log(a, b); // 503 503 200', ['documented', '503 503 200']],
  ['console.log(body); // what came of it', []],
  ['console.log(events); // [{ ..., reason: 1 }]', []],
  ['const a = 1; // 200', []],
])('finds the output that %j promises', (code, lines) => {
  expect(promisedLines(code)).toEqual(lines);
});

it('reads a list printed by any runtime', () => {
  expect(getLines('[ 200, 200, 500 ]\n[200,200,500]\n')).toEqual(['200 200 500', '200 200 500', '']);
});
