import type { RunResult } from '../results.ts';

/** Colours with a contrast of at least 4.5:1 to white text. */
const colours: Readonly<Record<RunResult['verdict'], string>> = {
  conformant: '#2a7042',
  partial: '#8a5a00',
  'not conformant': '#b3261e',
  'broken run': '#5f5b55',
};

/** The verdict as a badge, with the same text for screen readers; a baseline does not change it. */
export function badge({ verdict, counts }: Pick<RunResult, 'verdict' | 'counts'>): string {
  const failed = counts.failed + counts.errors;
  const label = 'touchstone';
  const numbers = failed > 0 ? `${count(failed)} failed` : `${count(counts.passed)} passed`;
  const text = `${verdict}, ${numbers}`;
  const [left, right] = [getWidth(label) + 20, getWidth(text) + 20];
  const whole = left + right;
  const title = `${label}: ${verdict}; ${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped`;
  const word = (words: string, at: number) =>
    `<text x="${at}" y="14" textLength="${getWidth(words)}" lengthAdjust="spacingAndGlyphs">${words}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="20" viewBox="0 0 ${whole} 20" role="img" aria-labelledby="title">
<title id="title">${title}</title>
<clipPath id="round"><rect width="${whole}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)"><rect width="${left}" height="20" fill="#3b3a38"/><rect x="${left}" width="${right}" height="20" fill="${colours[verdict]}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana, Geneva, 'DejaVu Sans', sans-serif" font-size="11">${word(label, left / 2)}${word(text, left + right / 2)}</g>
</svg>
`;
}

const count = (number: number) => number.toLocaleString('en');

/** The approximate width of a text at 11 pixels; the badge sets exactly this width. */
function getWidth(text: string): number {
  const wide = { narrow: 3.9, usual: 6.6, broad: 9.6 };
  const kind = (letter: string) =>
    /[iljt.,;: ]/.test(letter) ? 'narrow' : /[mwMW]/.test(letter) ? 'broad' : 'usual';
  return Math.round([...text].reduce((sum, letter) => sum + wide[kind(letter)], 0));
}
