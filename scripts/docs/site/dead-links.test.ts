import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findDeadLinks } from './dead-links.ts';

it('finds links to missing files and sections, on pages in folders too', () => {
  const out = mkdtempSync(join(tmpdir(), 'touchstone-dead-links-'));
  try {
    mkdirSync(join(out, 'deep'));
    writeFileSync(join(out, 'index.html'), '<h1 id="a&amp;b">A</h1><a href="./deep/page.html#there">x</a>');
    writeFileSync(
      join(out, 'deep', 'page.html'),
      '<i id="there"></i><a href="../index.html#a&amp;b">x</a><a href="#gone">x</a><img src="gone.png">' +
        '<a href="https://example.com/gone">x</a><a href="../index.html">x</a>',
    );
    expect(findDeadLinks(out)).toEqual(['deep/page.html: #gone', 'deep/page.html: gone.png']);
    writeFileSync(join(out, 'deep', 'page.html'), '<a href="/site/">x</a><a href="/site/gone.html">x</a>');
    writeFileSync(join(out, 'index.html'), '<a href="/site/deep/page.html">x</a>');
    expect(findDeadLinks(out, '/site/')).toEqual(['deep/page.html: /site/gone.html']);
  } finally {
    rmSync(out, { recursive: true });
  }
});
