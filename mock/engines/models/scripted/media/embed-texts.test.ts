import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ModelError } from '../../model-error.ts';
import { embedTexts } from './embed-texts.ts';
import { createRandom } from './hash.ts';

const options = { seed: 1 };
const model = { id: '@cf/baai/bge-base-en-v1.5', dimensions: 768 };

const nouns = (
  'river mountain garden engine teacher window bridge market doctor island kitchen village planet soldier forest ' +
  'library hammer blanket station painter castle dragon orchestra festival committee harbour telescope violin ' +
  'carpet tunnel lawyer bicycle volcano pharmacy satellite curtain meadow cathedral parliament algorithm'
).split(' ');
const verbs = (
  'builds crosses watches paints repairs follows visits protects describes measures collects destroys discovers ' +
  'inspects borrows surrounds decorates celebrates remembers questions'
).split(' ');
const adjectives = (
  'ancient bright careful distant electric famous gentle hidden iron jolly known lonely modern narrow open purple ' +
  'quiet rapid silver tall'
).split(' ');

/** A sentence such as "the ancient river builds a hidden garden near the tall bridge". */
function sentence(words: readonly string[]): string {
  const [a, b, c, d, e, f, g] = words;
  return `the ${a} ${b} ${c} a ${d} ${e} near the ${f} ${g}`;
}

/** Words for sentences, no word in two of them. */
function wordSets(seed: number): readonly (readonly string[])[] {
  const random = createRandom(seed);
  const shuffled = (list: readonly string[]): string[] =>
    list
      .map((word) => ({ word, order: random.next() }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ word }) => word);
  const [ns, vs, as] = [shuffled(nouns), shuffled(verbs), shuffled(adjectives)];
  return Array.from({ length: 6 }, () =>
    [as.pop(), ns.pop(), vs.pop(), as.pop(), ns.pop(), as.pop(), ns.pop()].map((word) => word ?? ''),
  );
}

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) throw new Error('a vector is missing');
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

async function embed(texts: readonly string[], dimensions?: number): Promise<readonly Float32Array[]> {
  const request = dimensions === undefined ? { texts } : { texts, dimensions };
  return (await embedTexts(options, model, request)).vectors;
}

describe('embedTexts', () => {
  test.each([undefined, 384, 256])(
    'puts a paraphrase that shares half its words nearer than any unrelated text, in %s dimensions',
    async (dimensions) => {
      for (let round = 0; round < 100; round++) {
        const sets = wordSets(round);
        const [original, other] = sets;
        if (original === undefined || other === undefined) throw new Error('no words');
        // Every other content word is the original's.
        const paraphrase = sentence(original.map((word, i) => (i % 2 === 0 ? word : (other[i] ?? ''))));
        const texts = [sentence(original), paraphrase, ...sets.slice(2).map(sentence)];
        const [first, second, ...unrelated] = await embed(texts, dimensions);
        const near = dot(first, second);
        for (const vector of unrelated) expect(dot(first, vector)).toBeLessThan(near);
      }
    },
  );

  test.each([
    ['今日は天気がいいので公園を散歩します', '天気がいい日は公園を歩きます', '新しい車を銀行の借金で買った'],
    ['我喜欢在早上喝咖啡', '早上我总是喝一杯咖啡', '他的汽车停在车库里'],
    ['Кошка спит на тёплой крыше', 'Кошка лежит на крыше', 'Экономика страны быстро растёт'],
    ['고양이가 지붕 위에서 잔다', '고양이가 지붕 위에 있다', '경제가 빠르게 성장한다'],
    ['แมวนอนบนหลังคา', 'แมวอยู่บนหลังคา', 'เศรษฐกิจเติบโต'],
    ['القطة تنام على السطح', 'القطة فوق السطح', 'ينمو الاقتصاد بسرعة'],
    ['The cats were sleeping', 'a cat sleeps', 'the market crashed'],
    ['🎉🎉 ✨', '✨ 🎉', '🚗 🛑'],
  ])('puts %s nearer to %s than to %s', async (text, near, far) => {
    const [a, b, c] = await embed([text, near, far]);
    expect(dot(a, b)).toBeGreaterThan(dot(a, c) + 0.1);
  });

  test('makes unit vectors without holes of any text in any dimensions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 1, max: 1024 }),
        async (text, dimensions) => {
          const { vectors } = await embedTexts(options, { id: 'm', dimensions }, { texts: [text] });
          expect(vectors[0]).toHaveLength(dimensions);
          expect(dot(vectors[0], vectors[0])).toBeCloseTo(1, 5);
        },
      ),
    );
  });

  test('gives the empty text a unit vector', async () => {
    const [vector] = await embed(['']);
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
  });

  test('starts the long vector with the short one', async () => {
    const [long] = await embed(['a hidden garden near the river']);
    const [short] = await embed(['a hidden garden near the river'], 256);
    const start = long?.subarray(0, 256);
    const length = Math.sqrt(dot(start, start));
    expect(dot(start, short) / length).toBeCloseTo(1, 5);
  });

  test('gives bits that are written down, on every runtime', async () => {
    const [vector] = await embed(['a hidden garden near the river', '']);
    const bits = new Uint32Array(vector?.buffer ?? new ArrayBuffer(0));
    expect(bits.reduce((h, value) => Math.imul(h ^ value, 16777619) >>> 0, 0)).toBe(3158636043);
  });

  test('has another space for another model and another seed', async () => {
    const texts = ['a hidden garden near the river'];
    const [mine] = await embed(texts);
    const [seeded] = (await embedTexts({ seed: 2 }, model, { texts })).vectors;
    const [others] = (await embedTexts(options, { ...model, id: 'other' }, { texts })).vectors;
    expect(Math.abs(dot(mine, seeded))).toBeLessThan(0.3);
    expect(Math.abs(dot(mine, others))).toBeLessThan(0.3);
  });

  test('has 768 dimensions for a model that does not say', async () => {
    const { vectors } = await embedTexts(options, { id: 'm' }, { texts: ['a'] });
    expect(vectors[0]).toHaveLength(768);
  });

  test('counts tokens as the options say', async () => {
    const countTokens = (text: string): number => text.split(' ').length;
    const { usage } = await embedTexts({ seed: 0, countTokens }, model, { texts: ['a b', 'c'] });
    expect(usage).toEqual({ inputTokens: 3, outputTokens: 0 });
  });

  test.each([0, -1, 1.5, 769, Number.NaN])('refuses %s dimensions of 768', async (dimensions) => {
    await expect(embed(['a'], dimensions)).rejects.toThrow(ModelError);
  });
});
