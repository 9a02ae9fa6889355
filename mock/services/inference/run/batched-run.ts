import type { AskProvider, ProviderAnswer } from '../../gateway-request.ts';
import type { BatchRun, RunOne } from '../batches/batches.ts';
import { prepareRun } from './prepare-run.ts';
import { toOutcome } from './run-outcome.ts';
import type { RunHandlerParts, Runnable, RunRequest } from './run-parts.ts';
import { bare, type RunSubject } from './run-parts.ts';
import { refusalInFormat, throughGateway } from './through-gateway.ts';

/** Runs one request of a batch: through the gateway, like any other; a failure is a result too. */
export function batchedRun(
  run: RunRequest,
  runnable: Runnable,
  subject: Omit<RunSubject, 'input'>,
  parts: RunHandlerParts,
): RunOne {
  return async ({ stream: _, ...input }, signal): Promise<BatchRun> => {
    try {
      const prepared = prepareRun(runnable, { input, ...subject }, bare, parts);
      const request = { ...run, signal, body: JSON.stringify(input) };
      let answer: ProviderAnswer | undefined;
      const ask: AskProvider = async (attempt) => {
        answer = await prepared.ask(attempt);
        return answer;
      };
      const passed = await throughGateway(parts.gateway, request, runnable, { ...prepared, ask });
      const outcome = toOutcome(passed);
      if ('error' in outcome) return { success: false, result: outcome.error };
      return { success: true, result: outcome.result, usage: answer?.outcome().usage };
    } catch (error) {
      const { code, message } = refusalInFormat(error, run.format, runnable.model.id);
      return { success: false, result: { code: String(code), message } };
    }
  };
}
