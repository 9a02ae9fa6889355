import { describe, expect, it } from 'vitest';
import { markdownLimits } from '../../spec/engine-limits.ts';
import { hostileNames, hostilePage } from './markdown-hostile.ts';
import { getChunks, markdownPage, pageKinds, pageSizes } from './markdown-pages.ts';

const text = (page: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(page);

describe('the pages of the benchmark', () => {
  it.each(pageKinds)('are deterministic, whole, and of the requested size: %s', (kind) => {
    for (const size of [pageSizes['20 KB'], pageSizes['200 KB']]) {
      const page = markdownPage(kind, size);
      expect(text(page)).toBe(text(markdownPage(kind, size)));
      expect(text(page)).toMatch(/^<!DOCTYPE html>.*<\/html>\n$/s);
      expect(page.length).toBeLessThanOrEqual(size);
      expect(page.length).toBeGreaterThan(size * 0.7);
    }
  });

  it('differ by kind', () => {
    expect(new Set(pageKinds.map((kind) => text(markdownPage(kind, 20_000)))).size).toBe(pageKinds.length);
  });

  it('are cut into pieces that make up the page', () => {
    const page = markdownPage('docs', 200_000);
    const chunks = getChunks(page);
    expect(chunks.map(({ length }) => length)).toEqual([65_536, 65_536, page.length - 131_072]);
    expect(Buffer.concat(chunks).equals(page)).toBe(true);
  });

  it('are read to their end, pathological ones too, since none exceeds the limit of the conversion', () => {
    expect(pageSizes['6 MiB']).toBe(markdownLimits.htmlBytes);
    for (const name of hostileNames) {
      const { page } = hostilePage(name);
      expect(page.length, name).toBeLessThanOrEqual(markdownLimits.htmlBytes);
      expect(page.length, name).toBeGreaterThan(150_000);
    }
  });

  it('are refused for an unknown kind', () => {
    expect(() => hostilePage('a friendly page')).toThrow(RangeError);
  });
});
