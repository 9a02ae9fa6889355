import type { JsonValue } from '../../../mock/engines/openapi/json.ts';
import { succeeded } from '../../../suites/harness/caller.ts';
import { ask, getContent, send, toName, type Variables } from './ask-operation.ts';
import type { ResourcePlan } from './resource-plan.ts';
import { jsonMedia } from './sample-request.ts';
import type { Trial } from './trial.ts';

/**
 * Reads a record that is there once. What a request can have of it is put back when the test ends.
 *
 * @returns the record; an empty one where the target has none
 */
export async function keepOriginal(
  trial: Trial,
  { read, replace, update }: ResourcePlan,
  variables: Variables,
): Promise<JsonValue> {
  const reply = read && (await ask(trial, read, variables));
  const original = read && reply && succeeded(reply) ? getContent(trial, read, reply) : undefined;
  const writer = replace ?? update;
  const media = writer && jsonMedia(writer);
  if (!writer || !media?.schema || original === undefined) return original ?? {};
  const value = trial.schemas.fill(media.schema, original, 'request', { seed: toName(writer) });
  const body = { mediaType: media.type, content: JSON.stringify(value) };
  trial.t.after(() => send(trial, writer, variables, { body }));
  return original;
}
