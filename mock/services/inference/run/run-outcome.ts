import { isObject } from '../../../../spec/value-kinds.ts';
import type { StreamAnswer, WrittenAnswer } from '../../../api/call.ts';
import { toBase64 } from '../../../engines/models/base64.ts';
import type { RunOutcome } from '../background/background-runs.ts';

/**
 * The outcome of a background or batch run: its result as an object, with bytes as Base64, or its failure.
 *
 * @param answer the gateway's answer, not streamed
 */
export function toOutcome(answer: StreamAnswer | WrittenAnswer): RunOutcome {
  if (answer.stream) throw new TypeError('A background run is not streamed.');
  const { written, mediaType, status = 200 } = answer;
  const value = getResult(written, mediaType);
  if (status >= 400) return { error: getError(value, status) };
  const usage = value['usage'];
  return { result: value, usage: isObject(usage) ? usage : {} };
}

/** Keeps JSON objects; gives other values a name, since a result is an object. */
function getResult(written: WrittenAnswer['written'], mediaType: string): Record<string, unknown> {
  if (typeof written !== 'string') return { content_type: mediaType, data: toBase64(written) };
  const value: unknown = JSON.parse(written);
  return isObject(value) ? value : { output: value };
}

/** The first entry of a refusal. */
function getError(body: Record<string, unknown>, status: number): { code: string; message: string } {
  const [first] = [body['errors'] ?? body['error']].flat();
  if (!isObject(first)) return { code: String(status), message: 'The run failed.' };
  return { code: String(first['code']), message: String(first['message']) };
}
