import { ApiError } from '../../../spec/errors.ts';
import type { StoredRuleset } from '../../world/records.ts';
import { findEntrypoint, findRuleset, findVersion, summaryOf } from './find-ruleset.ts';
import { enterPhase } from './scene.ts';
import type { ScopedHandlers, ScopedName } from './scoped-service.ts';

type Handlers = Pick<ScopedHandlers, Extract<ScopedName, `${string}versions.${string}`>>;

/** The versions that writes leave behind: fact sheet token-validation, section 9.1. */
export function createVersionHandlers(): Handlers {
  return {
    'versions.list': ({ scene, params }) => {
      const stored = findRuleset(scene, params.ruleset_id);
      return { messages: enterPhase(scene, stored.current.phase, 'read'), result: versionsOf(stored) };
    },

    'versions.get': ({ scene, params }) => {
      const stored = findRuleset(scene, params.ruleset_id);
      const messages = enterPhase(scene, stored.current.phase, 'read');
      return { messages, result: findVersion(stored, params.ruleset_version) };
    },

    'versions.delete': ({ scene, params, query }) => {
      const stored = findRuleset(scene, params.ruleset_id);
      const { current, older } = stored;
      enterPhase(scene, current.phase, 'edit');
      const { version } = findVersion(stored, params.ruleset_version);
      if (version === current.version) throw new ApiError('ruleset-version-current', { version });
      if (!query.dry_run) {
        scene.rulesets.put({ ...stored, older: older.filter((one) => one.version !== version) });
      }
      return { result: null };
    },

    'entrypoint.versions.list': ({ scene, params }) => {
      const messages = enterPhase(scene, params.ruleset_phase, 'read');
      return { messages, result: versionsOf(findEntrypoint(scene, params.ruleset_phase)) };
    },

    'entrypoint.versions.get': ({ scene, params }) => {
      const messages = enterPhase(scene, params.ruleset_phase, 'read');
      const stored = findEntrypoint(scene, params.ruleset_phase);
      return { messages, result: findVersion(stored, params.ruleset_version) };
    },
  };
}

/** Every version without its rules, oldest first. */
function versionsOf({ current, older }: StoredRuleset) {
  return [current, ...older].reverse().map(summaryOf);
}
