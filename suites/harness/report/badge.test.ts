import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { expect, test } from 'vitest';
import { verdicts } from '../results.ts';
import { madeResult } from '../testing/made-results.ts';
import { badge } from './badge.ts';

const counts = { passed: 3661, failed: 0, skipped: 2, disabled: 0, warnings: 0, errors: 0 };

/** The relative luminance of a colour: WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(verdicts)('the badge of %s is well-formed, has a title and enough contrast', (verdict) => {
  const svg = badge(madeResult([], { verdict, counts }));
  const { root } = parseXml(svg);
  const [title] = root?.children.filter((child) => child instanceof XmlElement) ?? [];
  expect(root?.attributes).toMatchObject({ role: 'img', 'aria-labelledby': 'title' });
  expect(title?.text).toBe(`touchstone: ${verdict}; 3661 passed, 0 failed, 2 skipped`);
  expect(svg).toContain(`${verdict}, 3,661 passed</text>`);
  for (const [, colour = ''] of svg.matchAll(/fill="(#\w{6})"/g)) {
    expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThan(4.5);
  }
});

test('the badge shows the number of failures', () => {
  const failed = { ...counts, failed: 2, errors: 1 };
  expect(badge(madeResult([], { counts: failed }))).toContain('not conformant, 3 failed</text>');
});
