/**
 * The media half of the scripted backend: vectors, pictures and sound from nothing but the request, the model
 * and a seed. Each function takes the {@link MediaOptions} first, works on Web APIs alone, and rejects with a
 * `ModelError` (`bad-input`) what cannot be made or read. None of them takes an abort signal: they finish in
 * milliseconds, and whoever joins them looks at the signal before and after.
 *
 * | Function | Takes | Gives |
 * |---|---|---|
 * | `embedTexts(options, model, request)` | `Embedding` | `Promise<Vectors>` |
 * | `drawPicture(options, model, request)` | `Picture` | `Promise<Uint8Array>` |
 * | `speak(options, model, request)` | `Speech` | `Promise<Uint8Array>` |
 * | `transcribe(options, model, request)` | `Transcription` | `Promise<Transcript>` |
 * | `describeImage(options, model, request)` | `{ image, prompt?, maxTokens? }` | `Promise<string>` |
 * | `labelImage(options, model, request)` | `{ image }` | `Promise<readonly Label[]>` |
 * | `detectObjects(options, model, request)` | `{ image }` | `Promise<readonly Detection[]>` |
 */
export { drawPicture } from './draw-picture.ts';
export { embedTexts } from './embed-texts.ts';
export { describeImage, detectObjects, labelImage } from './look-at-image.ts';
export type { MediaOptions } from './options.ts';
export { speak } from './speak.ts';
export { transcribe } from './transcribe.ts';
