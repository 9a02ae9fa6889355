import type {
  ClassificationInput,
  IndicTranslationInput,
  SummaryInput,
  TranslationInput,
} from '../../../../spec/services/inference/input/text-tasks.ts';
import { inferenceLimits } from '../../../../spec/services/inference/limits.ts';
import { indicLanguageTag } from './indic-language.ts';
import { engineModel, getInput, type TaskAnswer, type TaskCall } from './task.ts';
import { estimatedUsage, listOf } from './texts.ts';

/** Every label of the model with its score, best first. */
export async function classify(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { text } = getInput<ClassificationInput>(call);
  const labels = await call.backend.classify(engineModel(call.model), { text }, signal);
  return {
    kind: 'json',
    result: labels.map(({ label, score }) => ({ label, score })),
    usage: estimatedUsage([text]),
  };
}

/** A text in another language, by default from English. */
export async function translate(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { text, target_lang, source_lang = 'en' } = getInput<TranslationInput>(call);
  const request = { text, from: source_lang, to: target_lang };
  const translated = await call.backend.translate(engineModel(call.model), request, signal);
  return {
    kind: 'json',
    result: { translated_text: translated },
    usage: estimatedUsage([text], translated),
    text: translated,
  };
}

/** English texts in a language of India, by default Hindi. */
export async function translateToIndic(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { text, target_language = 'hin_Deva' } = getInput<IndicTranslationInput>(call);
  const to = indicLanguageTag(target_language);
  const texts = listOf(text);
  const model = engineModel(call.model);
  const translations = await Promise.all(
    texts.map((one) => call.backend.translate(model, { text: one, from: 'en', to }, signal)),
  );
  const written = translations.join('\n');
  return {
    kind: 'json',
    result: { translations },
    usage: estimatedUsage(texts, written),
    text: written,
  };
}

/** A summary of a text. */
export async function summarise(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { input_text, max_length = inferenceLimits.summaryMaxLength } = getInput<SummaryInput>(call);
  const request = { text: input_text, maxTokens: max_length };
  const summary = await call.backend.summarise(engineModel(call.model), request, signal);
  return { kind: 'json', result: { summary }, usage: estimatedUsage([input_text], summary), text: summary };
}
