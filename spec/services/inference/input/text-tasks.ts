import { z } from 'zod';
import { inferenceLimits as limits } from '../limits.ts';

const texts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(limits.embeddingTexts)]);

/** Input of plain embedding models; vectors of `pooling` `cls` and `mean` are not comparable. */
export const embeddingsInputSchema = z.looseObject({
  text: texts,
  pooling: z.enum(['mean', 'cls']).optional().meta({ default: 'mean' }),
});

export type EmbeddingsInput = z.infer<typeof embeddingsInputSchema>;

/** Input of models that distinguish queries from documents: at least one of the three is required. */
export const queryEmbeddingsInputSchema = z
  .looseObject({
    text: texts.optional(),
    queries: texts.optional(),
    documents: texts.optional(),
    instruction: z.string().optional(),
  })
  .refine(({ text, queries, documents }) => text ?? queries ?? documents, {
    error: 'needs text, queries or documents',
  });

export type QueryEmbeddingsInput = z.infer<typeof queryEmbeddingsInputSchema>;

const contexts = z.array(z.looseObject({ text: z.string().min(1) })).min(1);
const truncate_inputs = z.boolean().optional().meta({ default: false });

/** Input of rerankers. */
export const rankingInputSchema = z.looseObject({
  query: z.string().min(1),
  contexts,
  top_k: z.int().min(1).optional(),
});

export type RankingInput = z.infer<typeof rankingInputSchema>;

/** Input of models that embed and rank: which of the three forms it has decides the output. */
export const embedOrRankInputSchema = z.union([
  z.looseObject({ text: texts, truncate_inputs }),
  z.looseObject({ query: z.string().min(1), contexts, truncate_inputs }),
  z.looseObject({ contexts, truncate_inputs }),
]);

export type EmbedOrRankInput = z.infer<typeof embedOrRankInputSchema>;

const text = z.string().min(1);

/** Input of text classification. */
export const classificationInputSchema = z.looseObject({ text });

export type ClassificationInput = z.infer<typeof classificationInputSchema>;

/** Input of translation between any two languages, by code or English name. */
export const translationInputSchema = z.looseObject({
  text,
  target_lang: z.string().min(1),
  source_lang: z.string().min(1).optional().meta({ default: 'en' }),
});

export type TranslationInput = z.infer<typeof translationInputSchema>;

/** Target languages of the Indic translator (inferred: the codes of its training set). */
export const indicLanguages = [
  'asm_Beng',
  'awa_Deva',
  'ben_Beng',
  'bho_Deva',
  'brx_Deva',
  'doi_Deva',
  'eng_Latn',
  'gom_Deva',
  'guj_Gujr',
  'hin_Deva',
  'hne_Deva',
  'kan_Knda',
  'kas_Arab',
  'kas_Deva',
  'mai_Deva',
  'mal_Mlym',
  'mar_Deva',
  'mni_Beng',
  'mni_Mtei',
  'npi_Deva',
  'ory_Orya',
  'pan_Guru',
  'san_Deva',
  'sat_Olck',
  'snd_Arab',
  'snd_Deva',
  'tam_Taml',
  'tel_Telu',
  'urd_Arab',
] as const;

/** Input of translation from English into the languages of India. */
export const indicTranslationInputSchema = z.looseObject({
  text: z.union([text, z.array(text).min(1)]),
  target_language: z.enum(indicLanguages).optional().meta({ default: 'hin_Deva' }),
});

export type IndicTranslationInput = z.infer<typeof indicTranslationInputSchema>;

/** Input of summarisation. */
export const summaryInputSchema = z.looseObject({
  input_text: text,
  max_length: z.int().min(1).optional().meta({ default: limits.summaryMaxLength }),
});

export type SummaryInput = z.infer<typeof summaryInputSchema>;
