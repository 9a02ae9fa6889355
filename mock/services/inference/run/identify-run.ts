import type { Certainty } from '../../../../spec/certainty.ts';
import type { RunOptions } from '../../../../spec/services/inference/run.ts';
import { publisherFor } from '../tasks/publish-picture.ts';
import { findRunnable, type Runnable } from './find-runnable.ts';
import { readGatewayHeaders } from './gateway-headers.ts';
import { type RunParts, type RunSubject, requireAccount } from './run-parts.ts';
import type { RunRequest } from './through-gateway.ts';

/** A request for a run, as an operation or a binding receives it. */
export interface RunCall extends Pick<RunRequest, 'format' | 'endpoint' | 'request' | 'body' | 'ownKey'> {
  readonly model: string;
  readonly accountId: string;
  /** Options with the same meaning as headers of the gateway. */
  readonly options?: RunOptions | undefined;
  /** The gateway's headers; by default those of the request. */
  readonly headers?: Headers;
  readonly byPath?: boolean;
  readonly direct?: boolean;
  /** A URL of the API, which links to pictures start with; by default the request's. */
  readonly origin?: string;
  /** @throws ApiError `basis-refused` */
  readonly restsOn: (certainty: Certainty) => void;
}

/** A run whose model, gateway headers and account are known. */
export interface IdentifiedRun {
  readonly run: RunRequest;
  readonly runnable: Runnable;
  readonly subject: Omit<RunSubject, 'input'>;
}

/**
 * Reads the gateway's headers, and finds the model and the account.
 *
 * @throws ApiError for invalid headers, a model that is unknown or does not support the format, an unknown account
 */
export function identifyRun(call: RunCall, { world, catalogue }: RunParts): IdentifiedRun {
  const { model, accountId, format, endpoint, request, body, restsOn } = call;
  const headers = readGatewayHeaders(call.headers ?? request.headers, call.options);
  const runnable = findRunnable(model, format, { catalogue, requestId: () => world.rays.uuid(), restsOn });
  const account = requireAccount(world, accountId);
  const { byPath = false, direct, ownKey, origin = request.url } = call;
  return {
    run: { account, format, endpoint, headers, byPath, direct, ownKey, request, body },
    runnable,
    subject: { account, publish: publisherFor(account, origin, () => world.ids.uuid()) },
  };
}
