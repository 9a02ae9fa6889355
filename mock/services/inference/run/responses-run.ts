import type { ResponseObject } from '../../../../spec/services/inference/formats/responses/answer.ts';
import type { ResponsesInput } from '../../../../spec/services/inference/formats/responses/request.ts';
import { responsesFormat } from '../formats/responses/responses-format.ts';
import type { Runnable } from './run-parts.ts';
import { answerContext, type PreparedRun, type TimedRunParts, type Write } from './run-parts.ts';
import { fitWindow, textRun } from './text-run.ts';

/**
 * A run in the format of responses; its answer is stored, so that later requests can continue it.
 *
 * @param subject `account`: id of the only account that can continue it; `id`: of a response that is already stored
 * @throws ApiError for input that the model does not support, ModelError `bad-input` for items that are not stored
 */
export function responsesRun(
  runnable: Runnable,
  subject: { readonly input: ResponsesInput; readonly account: string; readonly id?: string },
  write: Write,
  parts: TimedRunParts,
): PreparedRun {
  const { model } = runnable;
  const { input, account, id } = subject;
  const { kept, countTokens, backend } = parts;
  const asked = responsesFormat.toGeneration(input, kept.before(account, input));
  const generation = fitWindow(runnable, asked, countTokens);
  const answered = (response: ResponseObject) =>
    id === undefined ? kept.keep(account, input, response) : kept.change(account, response);
  return textRun({
    backend,
    model,
    generation,
    streams: input.stream ?? false,
    context: { ...answerContext(model.id, parts), request: input, id, answered },
    format: responsesFormat,
    write,
  });
}
