import { contract, type OperationId } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import aiGateway from '../../spec/v4/operations/ai-gateway.json' with { type: 'json' };
import type { RegisteredArea } from '../../spec/v4/register/area.ts';
import { type RegisteredOperationKey, toEndpoints } from '../../spec/v4/register/endpoint.ts';

/** An operation of the contract by its id, or one of the register by method and path. */
export type OperationName = OperationId | RegisteredOperationKey;

/** Operations of the register that suites call. */
const registered = toEndpoints(
  aiGateway as unknown as RegisteredArea, // The recorder writes it.
  { certainty: 'documented', source: 'cloudflare-typescript, AI Gateway' },
);

export const getEndpoint = (name: OperationName): Endpoint =>
  registered.get(name as RegisteredOperationKey) ?? contract[name as OperationId];
