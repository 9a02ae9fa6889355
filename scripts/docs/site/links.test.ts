import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isToFile, resolveLink } from './links.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const resolve = (file: string, link: string) => resolveLink(root, file, link);

describe('resolveLink', () => {
  it.each([
    ['docs/serve.md', 'testing.md#faults', { path: 'testing.md', hash: '#faults' }],
    ['docs/serve.md', 'reference/README.md', { path: 'reference/index.md', hash: '' }],
    ['docs/serve.md', 'decisions', { path: 'decisions/index.md', hash: '' }],
    ['docs/serve.md', '../CHANGELOG.md', { path: 'changelog.md', hash: '' }],
    ['docs/decisions/0046-api-reference.md', '../../README.md', { path: 'index.md', hash: '' }],
    ['README.md', 'docs/README.md', { path: 'guides.md', hash: '' }],
  ])('leads from %s with %s to a page', (file, link, target) => {
    expect(resolve(file, link)).toEqual(target);
  });

  it('leads to a built page from a link to the index of the reference that names it', () => {
    const made = mkdtempSync(join(tmpdir(), 'touchstone-built-'));
    try {
      mkdirSync(join(made, 'docs', 'reference'), { recursive: true });
      for (const name of ['README', 'zones'])
        writeFileSync(join(made, 'docs', 'reference', `${name}.md`), '');
      const paths = ['#zones', '#read-an-operation', ''].map((section) =>
        resolveLink(made, 'docs/serve.md', `reference/README.md${section}`),
      );
      expect(paths).toEqual([
        { path: 'reference/zones.md', hash: '' },
        { path: 'reference/index.md', hash: '#read-an-operation' },
        { path: 'reference/index.md', hash: '' },
      ]);
    } finally {
      rmSync(made, { recursive: true });
    }
  });

  it('copies a file that is no page, and names a source as text', () => {
    expect(resolve('docs/seeds.md', 'reference/seed.schema.json')).toEqual({
      path: 'reference/seed.schema.json',
      hash: '',
      copied: 'docs/reference/seed.schema.json',
    });
    expect(resolve('docs/serve.md', '../mock/serve.ts').path).toBe('source/mock/serve.ts.txt');
  });

  it('fails for a link to nothing, and for one that leaves the repository', () => {
    expect(() => resolve('docs/serve.md', 'nothing.md')).toThrow(
      'docs/serve.md links to nothing.md, and there is no file docs/nothing.md.',
    );
    expect(() => resolve('docs/serve.md', '../../etc')).toThrow('there is no file ../etc');
  });

  it('knows which links lead to files', () => {
    const links = ['a.md', '../b', '#here', '/root', 'https://example.com', 'mailto:a@example.com'];
    expect(links.filter(isToFile)).toEqual(['a.md', '../b']);
  });
});
