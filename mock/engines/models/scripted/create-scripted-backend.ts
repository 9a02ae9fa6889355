import type { ModelBackend } from '../backend.ts';
import { classifyText } from './classify-text.ts';
import { eventsOf, generateText } from './generate.ts';
import type { MediaOptions } from './media/index.ts';
import { rankTexts } from './rank-texts.ts';
import { rememberAnswers } from './remember-answers.ts';
import { summariseText } from './summarise-text.ts';
import { countTokens } from './tokens.ts';
import { translateText } from './translate-text.ts';

/**
 * A backend that answers by itself: no model, no network, no delay. The same seed, model and request have the
 * same answer on every runtime, byte for byte; another seed gives other answers.
 *
 * @param options `seed`: a whole number, of which the low 32 bits count
 *
 * @example
 * const backend = createScriptedBackend({ seed: 1 });
 * const request = { messages: [{ role: 'user', parts: [{ type: 'text', text: 'What is 2 + 2?' }] }] };
 * for await (const event of backend.generate({ id: 'openai/gpt-5' }, request, signal)) console.log(event);
 */
export function createScriptedBackend({ seed }: { readonly seed: number }): ModelBackend {
  const options: MediaOptions = { seed, countTokens };
  const answers = rememberAnswers(eventsOf);
  /** What is no text; loaded when it is first asked for, since few ask for it. */
  const made = <Made>(signal: AbortSignal, make: (media: Media) => Made | Promise<Made>): Promise<Made> =>
    unlessAborted(signal, async () => make(await import('./media/index.ts')));
  return {
    generate: (model, request, signal) =>
      generateText({ seed, model, request, reading: 'pieces' }, signal, answers),
    embed: (model, request, signal) => made(signal, (media) => media.embedTexts(options, model, request)),
    draw: (model, request, signal) => made(signal, (media) => media.drawPicture(options, model, request)),
    speak: (model, request, signal) => made(signal, (media) => media.speak(options, model, request)),
    transcribe: (model, request, signal) =>
      made(signal, (media) => media.transcribe(options, model, request)),
    describe: (model, request, signal) =>
      made(signal, (media) => media.describeImage(options, model, request)),
    label: (model, request, signal) => made(signal, (media) => media.labelImage(options, model, request)),
    detect: (model, request, signal) => made(signal, (media) => media.detectObjects(options, model, request)),
    translate: (_model, { text, from, to }, signal) =>
      unlessAborted(signal, () => translateText(text, from, to)),
    summarise: (_model, { text, maxTokens }, signal) =>
      unlessAborted(signal, () => summariseText(text, maxTokens)),
    classify: (_model, { text }, signal) => unlessAborted(signal, () => classifyText(text)),
    rank: (_model, request, signal) => unlessAborted(signal, () => rankTexts(request)),
  };
}

type Media = typeof import('./media/index.ts');

/** What is made, unless it is no longer wanted before or after. */
async function unlessAborted<Made>(signal: AbortSignal, make: () => Made | Promise<Made>): Promise<Made> {
  signal.throwIfAborted();
  const made = await make();
  signal.throwIfAborted();
  return made;
}
