import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  evaluateGuardrails,
  type GuardrailPolicy,
  type Scanner,
  ScannerError,
  type WordList,
  WordListError,
  wordListScanner,
} from './guardrails.ts';

const { signal } = new AbortController();
const lists: readonly WordList[] = [
  { category: 'S1', words: ['bomb', 'build a weapon'] },
  { category: 'P1', words: ['passport number'], phases: ['prompt'] },
  { category: 'S10', words: ['爆弾', "don't"] },
];

async function found(text: string, list = lists, phase: 'prompt' | 'response' = 'prompt') {
  const findings = await wordListScanner(list)({ phase, text, categories: ['S1', 'P1', 'S10'], signal });
  return findings.map(({ category, start, end }) => `${category} ${text.slice(start, end)}`);
}

describe('wordListScanner', () => {
  it.each([
    ['A bomb.', ['S1 bomb']],
    ['BOMB, Bomb', ['S1 BOMB', 'S1 Bomb']],
    ['ＢＯＭＢ', ['S1 ＢＯＭＢ']],
    ['bo\u00admb b\u200bomb', ['S1 bo\u00admb', 'S1 b\u200bomb']],
    ['bombs bombast a-bomb', ['S1 bomb']],
    ['build\n  a… WEAPON', ['S1 build\n  a… WEAPON']],
    ['build a build a weapon', ['S1 build a weapon']],
    ['build a', []],
    ['これは爆弾です', ['S10 爆弾']],
    ['Don’t dont don t', ['S10 Don’t', 'S10 dont']],
    ['bomb with a passport number', ['S1 bomb', 'P1 passport number']],
    ['', []],
    ['!?', []],
  ])('finds in %j exactly %j', async (text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it('searches for a word only in the phases of its list', async () => {
    expect(await found('passport number', lists, 'response')).toEqual([]);
  });

  it('reports no categories that were not requested', async () => {
    expect(
      await wordListScanner(lists)({ phase: 'prompt', text: 'bomb', categories: ['P1'], signal }),
    ).toEqual([]);
  });

  it.each(['', ' ', '…', '\u200b'])('refuses a list with the word %j', (word) => {
    expect(() => wordListScanner([{ category: 'S1', words: [word] }])).toThrow(WordListError);
  });

  it('finds a phrase with any separators but words, in any case', async () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    const words = fc.array(word, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.array(word, { maxLength: 5 }),
        fc.array(word, { maxLength: 5 }),
        async (phrase, before, after) => {
          const text = [...before, ...phrase, ...after].join(' ');
          const list = [{ category: 'S1', words: [phrase.join(' ')] }];
          expect(await found(text.toUpperCase(), list)).toContain(`S1 ${phrase.join(' ').toUpperCase()}`);
        },
      ),
    );
  });

  // Combinations of words, marks, invisible characters, lone surrogates and letters without spaces.
  const anyText = fc.string({
    unit: fc.constantFrom(..."bomB ,.1'’é\u0301\u200b\u00ad\u0000\ud83d\ude00ＢﬃİßΣ爆弾ก"),
  });

  it('finds words in the order of any text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (one, other) => {
        const text = `${one} bomb ${other}`;
        const findings = await wordListScanner(lists)({ phase: 'prompt', text, categories: ['S1'], signal });
        expect(findings.some(({ start }) => start === one.length + 1)).toBe(true);
        expect(findings.map(({ start }) => start)).toEqual(
          findings.map(({ start }) => start).toSorted((a, b) => a - b),
        );
      }),
    );
  });
});

describe('evaluateGuardrails', () => {
  const scanner = wordListScanner(lists);
  const policy: GuardrailPolicy = { prompt: { P1: 'flag', S1: 'block' }, response: { S1: 'flag' } };

  it.each([
    ['prompt', 'good morning', { verdict: 'pass', scanned: true }],
    ['prompt', 'my passport number', { verdict: 'flag', hits: [{ category: 'P1', action: 'flag' }] }],
    ['prompt', 'a bomb', { verdict: 'block', hits: [{ category: 'S1', action: 'block' }] }],
    [
      'prompt',
      'a bomb for a passport number',
      {
        verdict: 'block',
        hits: [
          { category: 'P1', action: 'flag' },
          { category: 'S1', action: 'block' },
        ],
      },
    ],
    ['response', 'a bomb', { verdict: 'flag', hits: [{ category: 'S1', action: 'flag' }] }],
    ['prompt', '爆弾', { verdict: 'pass', scanned: true }],
  ] as const)('judges the %s %j', async (phase, text, expected) => {
    expect(await evaluateGuardrails({ policy, phase, text, scanner })).toMatchObject(expected);
  });

  it('reports the position of each category', async () => {
    const verdict = await evaluateGuardrails({ policy, phase: 'response', text: 'bomb or bomb', scanner });
    expect(verdict).toMatchObject({
      hits: [
        {
          findings: [
            { category: 'S1', start: 0, end: 4 },
            { category: 'S1', start: 8, end: 12 },
          ],
        },
      ],
    });
  });

  it('does not call the scanner when the policy has no rule for the phase', async () => {
    const unused: Scanner = () => Promise.reject(new Error('asked'));
    const none = { prompt: { S1: 'block' }, response: {} } as const;
    expect(
      await evaluateGuardrails({ policy: none, phase: 'response', text: 'bomb', scanner: unused }),
    ).toEqual({
      verdict: 'pass',
      scanned: false,
    });
  });

  it.each([
    [
      'prompt',
      new ScannerError('unavailable', 'down'),
      { reason: 'unavailable', blocks: true, message: 'down' },
    ],
    [
      'prompt',
      new ScannerError('credits', 'no credits'),
      { reason: 'credits', blocks: true, message: 'no credits' },
    ],
    ['response', new TypeError('broken'), { reason: 'unavailable', blocks: false, message: 'broken' }],
  ] as const)(
    'blocks after a scanner failure only if a rule of the %s blocks',
    async (phase, error, expected) => {
      const failing: Scanner = () => Promise.reject(error);
      expect(await evaluateGuardrails({ policy, phase, text: 'bomb', scanner: failing })).toEqual({
        verdict: 'unscanned',
        ...expected,
      });
    },
  );

  it('throws the reason of its signal instead of a verdict', async () => {
    const abort = new AbortController();
    const hanging: Scanner = (request) =>
      new Promise((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(new Error('stopped')));
        abort.abort('client gone');
      });
    const judging = evaluateGuardrails({
      policy,
      phase: 'prompt',
      text: 'x',
      scanner: hanging,
      signal: abort.signal,
    });
    await expect(judging).rejects.toBe('client gone');
  });
});
