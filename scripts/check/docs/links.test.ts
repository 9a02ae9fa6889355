import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
    expect(brokenLinks(root, 'a.md')).toEqual(['b.md#there', 'c.md']);
  } finally {
    rmSync(root, { recursive: true });
  }
});
