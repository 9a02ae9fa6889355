import type { endpoints } from '../../../../spec/services/inference/endpoints.ts';
import type { Answer, Service } from '../../../api/call.ts';
import { checkRunOptions } from '../background/check-run-options.ts';
import { inputOfUpload } from '../tasks/upload-input.ts';
import { batchedRun } from './batched-run.ts';
import { identifyRun } from './identify-run.ts';
import { prepareRun } from './prepare-run.ts';
import { toOutcome } from './run-outcome.ts';
import type { RunHandlerParts } from './run-parts.ts';
import { bare, inEnvelope, type Write } from './run-parts.ts';
import { refusingUnreadable, throughGateway } from './through-gateway.ts';

type Operations = Pick<typeof endpoints, 'inference.run' | 'inference.run-model'>;

const format = 'run';

/** Runs in the input of the model. */
export function createRunHandlers(parts: RunHandlerParts): Service<Operations> {
  const { gateway, background, batches, world } = parts;
  return {
    'inference.run': ({ body: { model: id, input, options }, params, request, bodyText, restsOn }) =>
      refusingUnreadable({ format, model: id }, async (): Promise<Answer<Operations['inference.run']>> => {
        checkRunOptions(options);
        const { run, runnable, subject } = identifyRun(
          {
            model: id,
            accountId: params.account_id,
            format,
            endpoint: 'ai/run',
            options,
            request,
            body: bodyText,
            restsOn,
          },
          parts,
        );
        if (options?.background === true) {
          gateway.require({ ...run, ...runnable });
          const { stream: _, ...whole } = input;
          const prepared = prepareRun(runnable, { input: whole, ...subject }, bare, parts);
          const execute = async (signal: AbortSignal) =>
            toOutcome(await throughGateway(gateway, { ...run, signal }, runnable, prepared));
          const accepted = { model: id, provider: runnable.provider, options, execute };
          return background.start(run.account, accepted).then((result) => ({
            result,
            status: world.stances.get('inference.background.status'),
          }));
        }
        const isAlone = runnable.hosted || world.stances.get('inference.third-party-result') === 'alone';
        const write = isAlone ? inEnvelope : completed(id, runnable.provider);
        const prepared = prepareRun(runnable, { input, ...subject }, write, parts);
        return throughGateway(gateway, run, runnable, prepared);
      }),

    'inference.run-model': ({ params, query, body, upload, request, bodyText, restsOn }) =>
      refusingUnreadable(
        { format, model: params.model },
        async (): Promise<Answer<Operations['inference.run-model']>> => {
          const { run, runnable, subject } = identifyRun(
            {
              model: params.model,
              accountId: params.account_id,
              format,
              endpoint: `ai/run/${params.model}`,
              byPath: true,
              request,
              body: upload?.bytes ?? bodyText,
              restsOn,
            },
            parts,
          );
          if (query.queueRequest === true) {
            gateway.require({ ...run, ...runnable });
            const runOne = batchedRun(run, runnable, subject, parts);
            return { result: batches.answer(run.account, runnable.model, body, runOne) };
          }
          const input = upload ? inputOfUpload(runnable.model, upload, query) : body;
          const prepared = prepareRun(runnable, { input, ...subject }, inEnvelope, parts);
          return throughGateway(gateway, run, runnable, prepared);
        },
      ),
  };
}

/** The members around the output of a third-party model: Cloudflare OpenAPI document. */
function completed(model: string, provider: string): Write {
  const gatewayMetadata = { keySource: 'Unified' };
  return (result) => inEnvelope({ state: 'Completed', result, model, provider, gatewayMetadata });
}
