import { defineMutants, mutant } from '../mutant.ts';

/** Headers of converted answers, and conditional requests for them. */
export const headerMutants = defineMutants([
  mutant('MD-HDR-1', 'drops-the-content-security-policy', {
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: "  'last-modified',\n",
    by: "  'last-modified',\n  'content-security-policy',\n",
  }),
  mutant('MD-HDR-1', 'drops-security-headers-it-does-not-know', {
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: "  'last-modified',\n",
    by: "  'last-modified',\n  'x-content-type-options',\n",
  }),
  mutant('MD-HDR-2', 'drops-the-allowed-origin', {
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: "  'last-modified',\n",
    by: "  'last-modified',\n  'access-control-allow-origin',\n",
  }),
  mutant('MD-HDR-3', 'drops-cache-control', {
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: "  'last-modified',\n",
    by: "  'last-modified',\n  'cache-control',\n",
  }),
  mutant('MD-HDR-4', 'keeps-one-cookie-of-the-page', {
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: 'const headers = new Headers(page);',
    by: 'const headers = new Headers(); page.forEach((value, name) => headers.set(name, value));',
  }),
  mutant('MD-HDR-5', 'names-no-charset-of-markdown', {
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: 'text/markdown; charset=utf-8',
    by: 'text/markdown',
  }),
  mutant('MD-HDR-6', 'varies-only-where-the-page-does', {
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: 'varyByAccept(headers);',
    by: "if (headers.has('vary')) varyByAccept(headers);",
  }),
  mutant('MD-HDR-7', 'overwrites-the-vary-of-the-page', {
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: ', accept`)',
    by: ", accept`.split(', ').at(-1))",
  }),
  mutant('MD-HDR-9', 'names-a-coding-of-markdown', {
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: "headers.set('content-type'",
    by: "if (page.has('content-encoding')) headers.set('content-encoding', 'identity'); headers.set('content-type'",
  }),
  mutant('MD-HDR-10', 'keeps-the-range-of-the-page', {
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: "  'content-range',\n",
    by: '',
  }),
  mutant('MD-HDR-13', 'keeps-the-date-of-the-page', {
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: "  'last-modified',\n",
    by: '',
  }),
  mutant('MD-HDR-14', 'asks-the-origin-by-tag', {
    file: 'mock/edge/markdown/negotiate.ts',
    replace: "  'if-none-match',\n",
    by: '',
  }),
  mutant('MD-HDR-15', 'asks-the-origin-by-date', {
    file: 'mock/edge/markdown/negotiate.ts',
    replace: "  'if-modified-since',\n",
    by: '',
  }),
  mutant('MD-HDR-16', 'overwrites-the-content-signal', {
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: "if (!headers.has('content-signal'))",
    by: 'if (true)',
  }),
  mutant('MD-HDR-17', 'signals-no-training', {
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: 'ai-train=yes',
    by: 'ai-train=no',
  }),
  mutant('MD-HDR-8', 'keeps-the-length-of-the-page', {
    setting: 'unframed',
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: "  'content-length',\n",
    by: '',
  }),
  mutant('MD-HDR-11', 'keeps-the-framing-of-the-page', {
    setting: 'unframed',
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: "  'transfer-encoding',\n",
    by: '',
    and: [
      { file: 'mock/edge/origin/forwarded-headers.ts', replace: "  'transfer-encoding',\n", by: '' },
      {
        file: 'mock/edge/markdown/converted-headers.ts',
        replace: 'varyByAccept(headers);\n',
        by: "varyByAccept(headers); if (headers.has('transfer-encoding')) headers.append('transfer-encoding', 'chunked');\n",
      },
    ],
  }),
]);
