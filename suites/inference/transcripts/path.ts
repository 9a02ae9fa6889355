import { contract } from '../../../spec/contract.ts';
import { fillPath } from '../../../spec/endpoint.ts';
import type { InferenceCase } from '../../../spec/vectors/inference.ts';

/**
 * The path below the base URL to which the request of a case goes.
 *
 * @example
 * pathOfCase(readCase('chat-stream'), 'a7…') // '/accounts/a7…/ai/v1/chat/completions'
 */
export const pathOfCase = ({ operation, model = '' }: InferenceCase, account_id: string): string =>
  fillPath(contract[operation].path, { account_id, model });
