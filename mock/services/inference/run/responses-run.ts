import type { ResponseObject } from '../../../../spec/services/inference/formats/responses/answer.ts';
import type { ResponsesInput } from '../../../../spec/services/inference/formats/responses/request.ts';
import { responsesFormat } from '../formats/responses/responses-format.ts';
import type { Runnable } from './find-runnable.ts';
import { fitWindow } from './fit-window.ts';
import { answerContext, type PreparedRun, type TimedRunParts, type Write } from './run-parts.ts';
import { textRun } from './text-run.ts';

/**
 * A run in the format of responses; what it answers is kept, so that the next may go on with it.
 *
 * @param subject `account`: id of the one that alone may go on with it; `id`: of a response that is kept already
 * @throws ApiError for what the model does not take, ModelError `bad-input` for what nobody has kept
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
