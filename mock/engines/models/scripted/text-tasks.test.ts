import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../model-error.ts';
import { classifyText } from './classify-text.ts';
import { rankTexts } from './rank-texts.ts';
import { summariseText } from './summarise-text.ts';
import { countTokens } from './tokens.ts';
import { translateText } from './translate-text.ts';

describe('a summary', () => {
  const article =
    'The harbour of Lindal opened in 1902. Ships from the whole coast came to the harbour. The weather was mild. ' +
    'In 1950 the harbour closed, since ships had grown too large. A baker lived nearby. Today the harbour is a park.';

  it('is made of sentences of the text, in their order', () => {
    const summary = summariseText(article, 100);
    const places = summary.split(/(?<=\.) /).map((sentence) => article.indexOf(sentence));
    expect(places.length).toBeGreaterThan(1);
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(summary.length).toBeLessThan(article.length);
  });

  it('takes what the text is about, not what stands beside it', () => {
    expect(summariseText(article, 100)).toContain('harbour');
    expect(summariseText(article, 100)).not.toContain('baker');
  });

  it('has no more tokens than are allowed', () => {
    fc.assert(
      fc.property(fc.lorem({ mode: 'sentences', maxCount: 8 }), fc.nat(60), (text, most) => {
        expect(countTokens(summariseText(text, most))).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('is refused for a text without words', () => {
    expect(() => summariseText(' \n…', 10)).toThrow(ModelError);
  });

  it('of a megabyte ends before anybody gives up', () => {
    const started = performance.now();
    expect(summariseText(article.repeat(4500), 200)).toContain('harbour');
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('a translation', () => {
  it.each([
    ['Hello world', 'en', 'fr', 'Bonjour monde'],
    ['Hello, world!', 'english', 'german', 'Hallo, welt!'],
    ['Good morning, my name is Ada', 'en', 'es', '[es] Buenos días, me llamo Ada'],
    ['guten  Abend', 'de', 'en', 'good evening'],
    ['I love you', 'en', 'it', 'Ti amo'],
    ['Hello', 'en', 'ja', '[ja] Hello'],
    ['Hello', 'en', 'en-GB', 'Hello'],
    ['42', 'en', 'fr', '[fr] 42'],
    ['no', 'en', 'es', '[es] no'],
    ['', 'en', 'fr', '[fr] '],
  ])('of %j from %s to %s is %j', (text, from, to, expected) => {
    expect(translateText(text, from, to)).toBe(expected);
  });

  it('never is its text, nor that of another language', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const made = ['de', 'fr', 'ja', 'pt'].map((to) => translateText(text, 'en', to));
        expect(new Set([text, ...made]).size).toBe(5);
      }),
    );
  });

  it('is refused without a language', () => {
    expect(() => translateText('Hello', 'en', ' ')).toThrow(ModelError);
  });
});

describe('the feeling of a text', () => {
  it.each([
    ['I love this product!', 'POSITIVE'],
    ['This pizza is great, but the service was terrible and the room awful', 'NEGATIVE'],
    ['Not good at all', 'NEGATIVE'],
    ["It isn't bad", 'POSITIVE'],
    ['Das Essen war schlecht', 'NEGATIVE'],
    ['I am very happy but a little tired', 'POSITIVE'],
  ])('in %j is %s', (text, label) => {
    expect(classifyText(text)[0]?.label).toBe(label);
  });

  it('is stronger the more words tell it', () => {
    const score = (text: string): number => classifyText(text)[0]?.score ?? 0;
    expect(score('good')).toBeGreaterThan(score('a table'));
    expect(score('good, great and lovely')).toBeGreaterThan(score('good'));
    expect(score('very good')).toBeGreaterThan(score('good'));
  });

  it('has two scores that add up to 1, best first', () => {
    fc.assert(
      fc.property(fc.lorem(), (text) => {
        const [first, second] = classifyText(text);
        expect((first?.score ?? 0) + (second?.score ?? 0)).toBeCloseTo(1, 12);
        expect(first?.score).toBeGreaterThanOrEqual(second?.score ?? 2);
        expect(first?.score).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('a ranking', () => {
  it('puts what answers the query before what does not', () => {
    const documents = [
      'Bananas are yellow.',
      'Paris is the capital of France.',
      'France has many cities.',
      '',
    ];
    const scores = rankTexts({ query: 'What is the capital of France?', documents });
    expect(scores).toHaveLength(4);
    expect(scores[1]).toBeGreaterThan(0.7);
    expect(scores[1]).toBeGreaterThan(scores[2] ?? 1);
    expect(scores[2]).toBeGreaterThan(scores[0] ?? 1);
    expect(scores[3]).toBe(0);
  });

  it('takes inflected words for one another', () => {
    const [same, other] = rankTexts({
      query: 'searching cities',
      documents: ['search a city', 'paint a wall'],
    });
    expect(same).toBeGreaterThan(other ?? 1);
  });

  it('scores from 0 to 1, equal documents alike', () => {
    fc.assert(
      fc.property(fc.lorem(), fc.array(fc.lorem(), { maxLength: 5 }), (query, documents) => {
        const scores = rankTexts({ query, documents: [...documents, ...documents] });
        for (const score of scores) expect(score >= 0 && score <= 1).toBe(true);
        expect(scores.slice(0, documents.length)).toEqual(scores.slice(documents.length));
      }),
    );
  });

  it('is refused without a query', () => {
    expect(() => rankTexts({ query: ' ', documents: ['a'] })).toThrow(ModelError);
  });
});
