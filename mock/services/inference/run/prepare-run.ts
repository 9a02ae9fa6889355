import type { ChatInput } from '../../../../spec/services/inference/formats/chat-completions/request.ts';
import type { MessagesInput } from '../../../../spec/services/inference/formats/messages/request.ts';
import type { ResponsesInput } from '../../../../spec/services/inference/formats/responses/request.ts';
import type { SafetyInput } from '../../../../spec/services/inference/input/text-generation.ts';
import { requireAdapter } from '../finetunes/require-adapter.ts';
import type { NativeInput } from '../formats/native/to-generation.ts';
import { getPrompt } from '../tasks/get-prompt.ts';
import { chatRun } from './chat-run.ts';
import { checkInput } from './check-input.ts';
import { messagesRun } from './messages-run.ts';
import { nativeRun, safetyRun } from './native-run.ts';
import { responsesRun } from './responses-run.ts';
import type { Runnable } from './run-parts.ts';
import { type PreparedRun, partsFor, type RunParts, type RunSubject, type Write } from './run-parts.ts';
import { askForTask } from './task-run.ts';

/**
 * Prepares a run of any model in its own input, which it checks against the schema of the model.
 *
 * @throws ApiError for input that the model does not support, ModelError for unreadable input
 */
export function prepareRun(
  runnable: Runnable,
  { input, account, origin }: RunSubject,
  write: Write,
  runParts: RunParts,
): PreparedRun {
  const { model, hosted } = runnable;
  const parts = partsFor(account, runParts);
  const checked = checkInput(runnable, input);
  const { lora } = checked;
  if (typeof lora === 'string') requireAdapter(parts.world, account, model, lora);
  // The schema of the model has checked the input, and the type of answer determines that schema.
  switch (model.answer) {
    case 'message':
      return messagesRun(runnable, checked as MessagesInput, write, parts);
    case 'safety':
      return safetyRun(runnable, checked as SafetyInput, write, parts);
    case 'response-or-completion':
      return checked['input'] === undefined
        ? nativeRun(runnable, checked as NativeInput, write, parts)
        : responsesRun(runnable, { input: checked as ResponsesInput, account: account.id }, write, parts);
    case 'classic-text':
      return nativeRun(runnable, checked as NativeInput, write, parts);
    case 'chat-completion':
      return hosted
        ? nativeRun(runnable, checked as NativeInput, write, parts)
        : chatRun(runnable, checked as ChatInput, write, parts);
    default:
      return {
        streams: false,
        prompt: () => getPrompt(model, checked),
        ask: askForTask(model, { input: checked, account, origin }, write, parts),
      };
  }
}
