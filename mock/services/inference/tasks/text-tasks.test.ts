import { describe, expect, test } from 'vitest';
import { indicLanguages } from '../../../../spec/services/inference/input/text-tasks.ts';
import type { ModelBackend } from '../../../engines/models/backend.ts';
import { indicLanguageTag } from './indic-language.ts';
import { perform, scripted } from './testing/perform.ts';

describe('translation', () => {
  test('into the languages of India returns one text for each, by default in Hindi', async () => {
    const asked: unknown[] = [];
    const translate: ModelBackend['translate'] = async (_, request) => {
      asked.push(request);
      return `${request.to}: ${request.text}`;
    };
    const backend = { ...scripted, translate };
    const id = '@cf/ai4bharat/indictrans2-en-indic-1B';
    expect(await perform(id, { text: ['one', 'two'] }, { backend })).toMatchObject({
      result: { translations: ['hi: one', 'hi: two'] },
      text: 'hi: one\nhi: two',
    });
    await perform(id, { text: 'one', target_language: 'kas_Arab' }, { backend });
    expect(asked.at(-1)).toEqual({ text: 'one', from: 'en', to: 'ks-Arab' });
  });

  test('gives each language of India its own tag', () => {
    const tags = indicLanguages.map(indicLanguageTag);
    expect(new Set(tags).size).toBe(indicLanguages.length);
    for (const tag of tags) expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
  });
});

describe('summarisation', () => {
  const input_text = 'Cats sleep a lot. Cats also hunt at night. The weather was fine. Cats purr.';

  test('passes max_length on, and 1024 by default', async () => {
    const asked: number[] = [];
    const summarise: ModelBackend['summarise'] = async (_, { maxTokens }) => {
      asked.push(maxTokens);
      return '';
    };
    const backend = { ...scripted, summarise };
    await perform('@cf/facebook/bart-large-cnn', { input_text }, { backend });
    await perform('@cf/facebook/bart-large-cnn', { input_text, max_length: 8 }, { backend });
    expect(asked).toEqual([1024, 8]);
  });

  test('counts the tokens read and written', async () => {
    const { usage } = await perform('@cf/facebook/bart-large-cnn', { input_text });
    expect(usage?.inputTokens).toBe(Math.ceil(input_text.length / 4));
    expect(usage?.outputTokens).toBeGreaterThan(0);
  });
});
