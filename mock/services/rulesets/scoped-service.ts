import type { BodyOf, ParamsOf, QueryOf } from '../../../spec/contract.ts';
import type { Endpoint, Endpoints } from '../../../spec/endpoint.ts';
import type { zoneRulesetEndpoints } from '../../../spec/services/rulesets/endpoints.ts';
import type { Answer, Call, Service } from '../../call.ts';
import type { Scene } from './scene.ts';

/** The last part of an operation id, which both scopes have. */
export type ScopedName = keyof typeof zoneRulesetEndpoints;

type Declared<N extends ScopedName> = (typeof zoneRulesetEndpoints)[N];

/** A validated call, whatever the scope it came in by. */
export interface ScopedCall<N extends ScopedName> {
  readonly scene: Scene;
  readonly params: Omit<ParamsOf<Declared<N>>, 'zone_id'>;
  readonly query: QueryOf<Declared<N>>;
  readonly body: BodyOf<Declared<N>>;
}

/** The implementation of rulesets for both scopes. */
export type ScopedHandlers = {
  readonly [N in ScopedName]: (call: ScopedCall<N>) => Answer<Declared<N>>;
};

/** The same implementation as the service of one scope. */
export function bindScope<E extends Endpoint, S extends Endpoints>(
  handlers: ScopedHandlers,
  sceneOf: (call: Call<E>) => Scene,
): Service<S> {
  const bound = Object.entries(handlers).map(([name, handler]) => [
    name,
    // Each handler gets the call of its own endpoint, which the pairs of Object.entries can't say.
    (call: Call<E>) => handler({ ...call, scene: sceneOf(call) } as never),
  ]);
  // The scopes have the same endpoints, as far as handlers look at them.
  return Object.fromEntries(bound) as Service<S>;
}
