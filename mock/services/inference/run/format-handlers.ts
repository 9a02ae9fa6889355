import type { endpoints } from '../../../../spec/services/inference/endpoints.ts';
import type { ModelFormat } from '../../../../spec/services/inference/models/entry.ts';
import type { Call, Service, StreamAnswer, WrittenAnswer } from '../../../api/call.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import { unsupportedThread } from '../formats/messages/to-generation.ts';
import { askForVectors } from '../tasks/ask-for-vectors.ts';
import { chatRun } from './chat-run.ts';
import { refuseByName } from './check-input.ts';
import { identifyRun } from './identify-run.ts';
import { messagesRun } from './messages-run.ts';
import { queueResponse } from './queue-response.ts';
import { responsesRun } from './responses-run.ts';
import type { RunHandlerParts, Runnable, RunRequest } from './run-parts.ts';
import { bare, type PreparedRun, partsFor } from './run-parts.ts';
import { refusingUnreadable, throughGateway } from './through-gateway.ts';

type Operations = Pick<
  typeof endpoints,
  | 'inference.chat-completions'
  | 'inference.responses'
  | 'inference.messages'
  | 'inference.messages-sdk'
  | 'inference.embeddings'
>;

/** The common parts of the formats' operations. */
type FormatCall = Pick<
  Call<Operations[keyof Operations]>,
  'params' | 'request' | 'bodyText' | 'restsOn' | 'actor'
> & {
  readonly body: { readonly model: string };
};

/** Runs in the formats of other APIs. */
export function createFormatHandlers(parts: RunHandlerParts): Service<Operations> {
  const { gateway } = parts;

  /** Answers a call in a format; `prepare` creates the run of its model. */
  const answer = (
    { params, request, bodyText, restsOn, actor, body: { model } }: FormatCall,
    { format, path }: { readonly format: ModelFormat; readonly path: string },
    prepare: (runnable: Runnable, account: AccountTenant) => PreparedRun,
    later?: (run: RunRequest, runnable: Runnable) => Promise<WrittenAnswer>,
  ): Promise<StreamAnswer | WrittenAnswer> =>
    refusingUnreadable({ format, model }, async () => {
      const { run, runnable } = identifyRun(
        {
          model,
          accountId: params.account_id,
          format,
          endpoint: path,
          ownKey: actor.bringsKey,
          request,
          body: bodyText,
          restsOn,
        },
        parts,
      );
      if (later) return later(run, runnable);
      return throughGateway(gateway, run, runnable, prepare(runnable, run.account));
    });

  const message: Service<Operations>['inference.messages'] = (call) => {
    const unsupported = unsupportedThread(call.body);
    if (unsupported) {
      const { status, body } = unsupported;
      return { written: JSON.stringify(body), mediaType: 'application/json', status };
    }
    return answer(call, { format: 'messages', path: 'ai/v1/messages' }, (runnable, account) => {
      refuseByName(runnable.model, call.body);
      return messagesRun(runnable, call.body, bare, partsFor(account, parts));
    });
  };

  return {
    'inference.chat-completions': (call) =>
      answer(call, { format: 'chat-completions', path: 'ai/v1/chat/completions' }, (runnable, account) =>
        chatRun(runnable, call.body, bare, partsFor(account, parts)),
      ),

    'inference.responses': (call) =>
      answer(
        call,
        { format: 'responses', path: 'ai/v1/responses' },
        (runnable, account) =>
          responsesRun(runnable, { input: call.body, account: account.id }, bare, partsFor(account, parts)),
        // The reader of a stream waits for the response.
        call.body.background === true && call.body.stream !== true
          ? (run, runnable) => queueResponse(run, runnable, call.body, parts)
          : undefined,
      ),

    'inference.messages': message,
    'inference.messages-sdk': message,

    'inference.embeddings': (call) =>
      answer(call, { format: 'embeddings', path: 'ai/v1/embeddings' }, ({ model }) => ({
        streams: false,
        prompt: () => [call.body.input].flat().join('\n'),
        ask: askForVectors(model, call.body, parts.backend),
      })),
  };
}
