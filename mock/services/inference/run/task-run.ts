import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { AskProvider } from '../../gateway-request.ts';
import { publisherFor } from '../tasks/publish-picture.ts';
import { runTask } from '../tasks/run-task.ts';
import type { RunSubject, TimedRunParts, Write } from './run-parts.ts';

/** A run of a model that returns no text: JSON that `write` serializes, or raw bytes. */
export function askForTask(
  model: ModelEntry,
  { input, account, origin }: RunSubject & { readonly input: Record<string, unknown> },
  write: Write,
  { backend, world, clock }: TimedRunParts,
): AskProvider {
  return async (signal) => {
    const now = () => clock.now();
    const newId = () => world.rays.hex32();
    const publish = publisherFor(account, origin, () => world.ids.uuid());
    const answer = await runTask({ model, input, backend, now, newId, publish }, signal);
    const { usage } = answer;
    if (answer.kind === 'bytes') {
      return { mediaType: answer.mediaType, body: answer.bytes, outcome: () => ({ usage }) };
    }
    const { text } = answer;
    return {
      mediaType: 'application/json',
      body: write(answer.result),
      outcome: () => ({ usage, text }),
    };
  };
}
