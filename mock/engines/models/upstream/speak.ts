import type { Speech } from '../backend.ts';
import { checkMediaType } from './media-type.ts';
import { parseAnswer, type Transport } from './transport.ts';

/** The voice that servers of this interface know, if any. */
const DEFAULT_VOICE = 'alloy';

/**
 * Asks `/audio/speech` for sound. The interface has no word for the sample rate: it is the upstream's.
 *
 * @param model as it is called upstream
 * @throws ModelError; the signal's reason
 */
export async function speak(
  model: string,
  { text, voice = DEFAULT_VOICE, mediaType }: Speech,
  transport: Transport,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const answer = await transport.postForBytes(
    '/audio/speech',
    { model, input: text, voice, response_format: mediaType === 'audio/wav' ? 'wav' : 'mp3' },
    mediaType,
    signal,
  );
  // An error with the status of a success.
  if (answer.mediaType === 'application/json') parseAnswer(new TextDecoder().decode(answer.bytes));
  return checkMediaType(answer.bytes, mediaType);
}
