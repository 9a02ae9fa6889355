import { describe, expect, it } from 'vitest';
import { filesNamedIn, translate } from './sources.ts';

describe('translate', () => {
  it.each([
    ["import { a } from './a.ts';", "import { a } from './a.js';"],
    ['type A = import("../b/a.ts").A;', 'type A = import("../b/a.js").A;'],
    [
      "new Worker(new URL('./worker/main.ts', import.meta.url))",
      "new Worker(new URL('./worker/main.js', import.meta.url))",
    ],
    ["join(import.meta.dirname, 'host', 'main.ts')", "join(import.meta.dirname, 'host', 'main.js')"],
    [
      "new URL('../../fixtures/site/', import.meta.url)",
      "new URL('../../../fixtures/site/', import.meta.url)",
    ],
    ['new URL(`../fixtures/git/`, import.meta.url)', 'new URL(`../../fixtures/git/`, import.meta.url)'],
  ])('rewrites %s to name the built file', (source, built) => {
    expect(translate(source)).toBe(built);
  });

  it.each(["'touchstone.target.ts'", "'./page.css'", "'video.ts'", "join(folder, 'main.ts')"])(
    'leaves %s',
    (text) => {
      expect(translate(text)).toBe(text);
    },
  );
});

describe('filesNamedIn', () => {
  it('finds files named relative to a source', () => {
    const text = `
      new URL('./page.css', import.meta.url);
      new Worker(new URL('./main.ts', import.meta.url), {});
      join(import.meta.dirname, 'worker', 'runner.py');
      join(import.meta.dirname, name);`;
    expect(filesNamedIn(text)).toEqual(['./page.css', './main.ts', 'worker/runner.py']);
  });
});
