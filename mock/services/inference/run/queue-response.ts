import type { ResponsesInput } from '../../../../spec/services/inference/formats/responses/request.ts';
import type { WrittenAnswer } from '../../../api/call.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import { begunResponse } from '../formats/responses/response.ts';
import { responsesRun } from './responses-run.ts';
import { toOutcome } from './run-outcome.ts';
import type { RunHandlerParts, Runnable, RunRequest } from './run-parts.ts';
import { answerContext, bare, partsFor } from './run-parts.ts';
import { throughGateway } from './through-gateway.ts';

/**
 * Accepts a background response: returns it as queued, and stores it under its id.
 *
 * @throws ApiError, ModelError for input that the model does not support, and for a response that is not to be stored
 */
export async function queueResponse(
  run: RunRequest,
  runnable: Runnable,
  input: ResponsesInput,
  parts: RunHandlerParts,
): Promise<WrittenAnswer> {
  const { gateway, background, kept, world } = parts;
  const { account } = run;
  if (input.store === false) {
    throw new ModelError('bad-input', 'A response in the background has to be stored: leave store out.');
  }
  gateway.require({ ...run, ...runnable });
  const runParts = partsFor(account, parts);
  const id = `resp_${world.rays.hex32()}`;
  const prepared = responsesRun(runnable, { input, account: account.id, id }, bare, runParts);
  const begun = begunResponse({ ...answerContext(runnable.model.id, runParts), request: input, id });
  const queued = { ...begun, status: 'queued' as const };
  kept.keep(account.id, input, queued);
  await background.start(account, {
    model: runnable.model.id,
    provider: runnable.provider,
    options: {},
    execute: async (signal) => {
      kept.change(account.id, begun);
      const outcome = toOutcome(await throughGateway(gateway, { ...run, signal }, runnable, prepared));
      if ('error' in outcome && !signal.aborted) {
        kept.change(account.id, { ...begun, status: 'failed', error: outcome.error });
      }
      return outcome;
    },
  });
  return { written: JSON.stringify(queued), mediaType: 'application/json' };
}
