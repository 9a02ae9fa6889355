import { checkFixedMembers, rulesOfBody } from './body-rules.ts';
import { entrypointOf, findEntrypoint } from './find-ruleset.ts';
import { enterPhase, entryKind } from './scene.ts';
import type { ScopedHandlers } from './scoped-service.ts';
import { firstVersion, nextVersion, settle, stampOf } from './write-ruleset.ts';

type Handlers = Pick<ScopedHandlers, 'entrypoint.get' | 'entrypoint.update'>;

/** Name of an entry point that was made without one: fact sheet token-validation, section 9.1. */
const defaultName = 'default';

/** The one ruleset of a phase that runs by itself. */
export function createEntrypointHandlers(): Handlers {
  return {
    'entrypoint.get': ({ scene, params }) => {
      const messages = enterPhase(scene, params.ruleset_phase, 'read');
      return { messages, result: findEntrypoint(scene, params.ruleset_phase).current };
    },

    'entrypoint.update': ({ scene, params, body, query }) => {
      const phase = params.ruleset_phase;
      const messages = enterPhase(scene, phase, 'edit');
      // The seed names this call for configuration rules alone.
      if (phase !== 'http_config_settings') scene.restsOn('documented');
      const stored = entrypointOf(scene, phase);
      const kind = entryKind(scene);
      const { name = defaultName, description } = body;
      const home = stored?.current ?? { name, kind, phase };
      checkFixedMembers(home, body);
      const stamp = stampOf(scene, query);
      const rules = rulesOfBody(scene, home, body.rules, stored?.current.rules ?? [], stamp);
      const changed = stored
        ? nextVersion(stored, stamp, { description, rules })
        : firstVersion(scene, stamp, { name, kind, phase, description, rules });
      return { result: settle(scene, changed, query), messages };
    },
  };
}
