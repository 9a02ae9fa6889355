import { edit, read, shared } from '../../../spec/services/ai-gateway/gateways.ts';
import type { Declare, RegisteredHandlers } from '../../api/registered.ts';
import { evaluationHandlers } from './evaluations/evaluation-handlers.ts';
import { fundsHandlers } from './funds/funds-handlers.ts';

/** Operations of the register that are about gateways. */
export const handlers: RegisteredHandlers = { ...evaluationHandlers, ...fundsHandlers };

const { errorShape, certainty, source } = shared;
const refusals = [
  ...shared.refusals,
  { of: 'document-record-unknown', as: 'gateway-config-unknown' },
] as const;

export const declare: Declare = ({ method, path }) => ({
  access: method === 'GET' || path.endsWith('/topup/status') ? read : edit,
  ...(handlers[`${method} ${path}`] && { errorShape, refusals, certainty, source }),
});
