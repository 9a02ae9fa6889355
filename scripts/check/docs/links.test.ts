import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { brokenLinks, getAnchors } from './links.ts';

it('derives anchors from headings, but not within code', () => {
  const page = '# One: two `three`\n```text\n# no heading\n```\n## Same\n## Same\n';
  expect(getAnchors(page)).toEqual(['one-two-three', 'same', 'same-1']);
});

it('finds links to missing files and sections', () => {
  const root = mkdtempSync(join(tmpdir(), 'touchstone-links-'));
  try {
    writeFileSync(join(root, 'b.md'), '# Here\n');
    const links = ['b.md', 'b.md#here', '#top', 'b.md#there', 'c.md', 'https://example.com/d.md'];
    writeFileSync(join(root, 'a.md'), `# Top\n${links.map((link) => `[x](${link})`).join(' ')}\n`);
    expect(brokenLinks(root, 'a.md', new Set())).toEqual(['b.md#there', 'c.md']);
  } finally {
    rmSync(root, { recursive: true });
  }
});

it('lets a link name a built page through the index of the reference, and not by its file', () => {
  const root = mkdtempSync(join(tmpdir(), 'touchstone-links-'));
  try {
    const reference = join(root, 'docs', 'reference');
    mkdirSync(reference, { recursive: true });
    for (const name of ['README', 'zones']) writeFileSync(join(reference, `${name}.md`), '# Here\n');
    const links = ['zones.md', 'README.md#zones', 'README.md#here', 'README.md#gone'];
    writeFileSync(join(root, 'docs', 'a.md'), links.map((link) => `[x](reference/${link})`).join(' '));
    expect(brokenLinks(root, 'docs/a.md', new Set(['zones']))).toEqual([
      'reference/zones.md',
      'reference/README.md#gone',
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
