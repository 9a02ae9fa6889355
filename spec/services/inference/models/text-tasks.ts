import {
  classificationInputSchema,
  indicTranslationInputSchema,
  summaryInputSchema,
  translationInputSchema,
} from '../input/text-tasks.ts';
import { type ModelEntry, tokenPrices } from './entry.ts';

/** Hosted models that classify, translate and summarise. */
export const textTaskModels = [
  {
    id: '@cf/huggingface/distilbert-sst-2-int8',
    uuid: 'a55737ce-97b9-5bad-b2bc-196655f3a988',
    task: 'Text Classification',
    description: 'Says whether an English text is friendly or not.',
    formats: ['run'],
    input: classificationInputSchema,
    answer: 'labels',
    prices: tokenPrices(2_394),
  },
  {
    id: '@cf/meta/m2m100-1.2b',
    uuid: '5f7d8079-fa1f-5ec2-9437-5db754fd21b2',
    task: 'Translation',
    description: 'Translates between a hundred languages.',
    formats: ['run'],
    input: translationInputSchema,
    answer: 'translation',
    batch: true,
    prices: tokenPrices(31_050, 31_050),
  },
  {
    id: '@cf/ai4bharat/indictrans2-en-indic-1B',
    uuid: '92d295a8-be7a-5ce5-9faa-076f402161ca',
    task: 'Translation',
    description: 'Translates from English into the languages of India.',
    formats: ['run'],
    input: indicTranslationInputSchema,
    answer: 'translations',
    prices: tokenPrices(31_050, 31_050),
  },
  {
    id: '@cf/facebook/bart-large-cnn',
    uuid: '8f92052d-cca2-58bc-b96b-dbc2e0553a9d',
    task: 'Summarization',
    description: 'Shortens English news.',
    formats: ['run'],
    input: summaryInputSchema,
    answer: 'summary',
    beta: true,
  },
] as const satisfies readonly ModelEntry[];
