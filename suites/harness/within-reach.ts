import type { OperationId } from '../../spec/contract.ts';
import type { Caller } from './caller.ts';
import { HarnessError } from './errors.ts';

/** Operations that change what the whole target has once. */
const ofEverything: ReadonlySet<OperationId> = new Set([
  'touchstone.guardrails.set',
  'touchstone.limits.set',
  'touchstone.model-reply.clear',
  'touchstone.model-reply.replace',
  'touchstone.signals.set',
  'touchstone.snapshot.restore',
  'touchstone.webhook.clear',
  'touchstone.world.reset',
]);

/**
 * Keeps a test that runs beside others from changing what they have too.
 *
 * @param isAlone whether no other test runs at the same time
 * @throws HarnessError from `call` and `ask` for such an operation
 */
export function withinReach(caller: Caller, isAlone: boolean): Caller {
  if (isAlone) return caller;
  const check = (id: OperationId) => {
    if (!ofEverything.has(id)) return;
    throw new HarnessError('target-shared', `A test that calls ${id} runs alone: it is exclusive`);
  };
  return {
    ...caller,
    async ask(id, input) {
      check(id);
      return caller.ask(id, input);
    },
    async call(id, input) {
      check(id);
      return caller.call(id, input);
    },
  };
}
