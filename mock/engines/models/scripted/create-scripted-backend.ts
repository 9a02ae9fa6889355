import type { ModelBackend } from '../backend.ts';
import type { PictureReader } from '../picture-codec.ts';

/**
 * A self-contained backend: no model, no network, no delay. The same seed, model and request yield the same answer on
 * every runtime; another seed yields other answers. The generators are lazy.
 *
 * @param options `seed`: a whole number; only the low 32 bits count
 *
 * @example
 * const backend = createScriptedBackend({ seed: 1 });
 * const request = { messages: [{ role: 'user', parts: [{ type: 'text', text: 'What is 2 + 2?' }] }] };
 * for await (const event of backend.generate({ id: 'openai/gpt-5' }, request, signal)) console.log(event);
 */
export function createScriptedBackend({ seed }: { readonly seed: number }): ModelBackend {
  const tasks = () => import('./text-tasks.ts');
  const pictures = () => import('./pictures.ts');
  const sounds = () => import('./sounds.ts');
  let reader: Promise<PictureReader> | undefined;
  const read: PictureReader = async (image, signal) => {
    reader ??= import('#picture-reader').then(({ createPictureReader }) => createPictureReader());
    return (await reader)(image, signal);
  };
  return {
    async *generate(model, request, signal) {
      signal.throwIfAborted();
      const { answerTo } = await import('./generate.ts');
      for (const event of await answerTo({ seed, model, request })) {
        signal.throwIfAborted();
        yield event;
      }
    },
    embed: (model, request, signal) =>
      unlessAborted(signal, async () => (await import('./embed-texts.ts')).embedTexts(seed, model, request)),
    draw: (model, request, signal) =>
      unlessAborted(signal, async () => (await pictures()).drawPicture(seed, model, request)),
    describe: (_model, request, signal) =>
      unlessAborted(signal, async () =>
        (await pictures()).describePicture(await read(request.image, signal), request),
      ),
    label: (_model, { image }, signal) =>
      unlessAborted(signal, async () => (await pictures()).labelPicture(await read(image, signal))),
    detect: (_model, { image }, signal) =>
      unlessAborted(signal, async () => (await pictures()).detectObjects(await read(image, signal))),
    speak: (model, request, signal) =>
      unlessAborted(signal, async () => (await sounds()).speak(seed, model, request)),
    transcribe: (_model, request, signal) =>
      unlessAborted(signal, async () => (await sounds()).transcribe(request)),
    translate: (_model, request, signal) =>
      unlessAborted(signal, async () => (await tasks()).translateText(request)),
    summarise: (_model, { text, maxTokens }, signal) =>
      unlessAborted(signal, async () => (await tasks()).summariseText(text, maxTokens)),
    classify: (_model, { text }, signal) =>
      unlessAborted(signal, async () => (await tasks()).classifyText(text)),
    rank: (_model, request, signal) => unlessAborted(signal, async () => (await tasks()).rankTexts(request)),
  };
}

/** The result, unless the call is aborted before or during the work. */
async function unlessAborted<Made>(signal: AbortSignal, make: () => Promise<Made>): Promise<Made> {
  signal.throwIfAborted();
  const made = await make();
  signal.throwIfAborted();
  return made;
}
