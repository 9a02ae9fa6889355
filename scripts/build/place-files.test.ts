import { describe, expect, it } from 'vitest';
import { placeFiles } from './place-files.ts';

const place = (text: string, leftOut: readonly string[] = []) =>
  placeFiles('/clone', '/clone/mock/python/host.ts', text, leftOut);

describe('placeFiles', () => {
  it.each([
    [
      "new Worker(new URL('./worker/main.ts', import.meta.url))",
      "new Worker(new URL('./mock-python-worker-main.js', import.meta.url))",
      { programs: ['mock/python/worker/main.ts'], data: [] },
    ],
    [
      "join(import.meta.dirname, 'host', 'main.ts')",
      "join(import.meta.dirname, './mock-python-host-main.js')",
      { programs: ['mock/python/host/main.ts'], data: [] },
    ],
    [
      "new URL('../../fixtures/site/', import.meta.url)",
      "new URL('../fixtures/site/', import.meta.url)",
      { programs: [], data: ['fixtures/site'] },
    ],
    [
      "join(import.meta.dirname, 'worker', 'runner.py')",
      "join(import.meta.dirname, '../mock/python/worker/runner.py')",
      { programs: [], data: ['mock/python/worker/runner.py'] },
    ],
  ])('rewrites %s to name the packed file', (source, text, named) => {
    expect(place(source)).toEqual({ text, named });
  });

  it.each(["import './a.ts'", "join(folder, 'main.ts')", 'join(import.meta.dirname, name)'])(
    'leaves %s',
    (text) => {
      expect(place(text)).toEqual({ text, named: { programs: [], data: [] } });
    },
  );

  it('leaves the name of a source that the package lacks', () => {
    const text = "new URL('../extra.ts', import.meta.url)";
    expect(place(text, ['mock/extra.ts'])).toEqual({ text, named: { programs: [], data: [] } });
  });
});
