import { describe, expect, it } from 'vitest';
import { negotiate } from './negotiate.ts';

describe('negotiate', () => {
  it.each([
    // Listed: seed inference-and-conversion, What the service does.
    ['text/markdown', true, 'seed'],
    ['text/markdown, text/html;q=0.9', true, 'seed'],
    ['text/html;q=0.9, text/markdown', true, 'seed'],
    ['text/markdown, text/html', true, 'seed'],
    ['text/html, text/markdown', true, 'seed'],
    ['text/markdown, text/html, */*', true, 'seed'],
    ['text/markdown, */*;q=0.1', true, 'seed'],
    ['application/json, text/markdown;q=0.2', true, 'seed'],
    ['TEXT/Markdown', true, 'seed'],
    ['text/markdown;q=0.001', true, 'seed'],
    // With other parameters, which no source speaks of.
    ['text/markdown;charset=utf-8', true, 'inferred'],
    ['text/markdown;variant=GFM;q=0.9', true, 'inferred'],
    // Weighed less than HTML, refused, or with a weight that is none.
    ['text/html, text/markdown;q=0.9', false, 'inferred'],
    ['*/*, text/markdown;q=0.9', false, 'inferred'],
    ['text/*, text/markdown;q=0.9', false, 'inferred'],
    ['text/markdown;q=0', false, 'inferred'],
    ['text/markdown;q=0.000, text/html', false, 'inferred'],
    ['text/markdown;q=high', false, 'inferred'],
    ['text/markdown-x', false, 'inferred'],
    // Not listed.
    [null, false, 'seed'],
    ['', false, 'seed'],
    ['*/*', false, 'seed'],
    ['text/*', false, 'seed'],
    ['text/html', false, 'seed'],
    ['text/x-markdown', false, 'seed'],
    ['text / markdown', false, 'seed'],
  ])('of %j finds that Markdown is wanted: %s (%s)', (accept, markdown, basis) => {
    expect(negotiate(accept)).toMatchObject({ markdown, basis });
  });

  it.each([
    ['text/markdown', false],
    ['text/markdown, text/html;q=0.1', true],
    ['text/markdown, text/html;q=0', false],
    ['text/markdown, text/*;q=0.1', true],
    ['text/markdown, */*;q=0.1', true],
    ['text/markdown, */*;q=0', false],
    ['text/markdown, */*, text/html;q=0', false],
    ['text/html', true],
    [null, true],
  ])('of %j finds that HTML is allowed: %s', (accept, allowed) => {
    expect(negotiate(accept).allows('text/html')).toBe(allowed);
  });
});
