import { ApiError } from '../../../spec/errors.ts';
import { phasePermissions } from '../../../spec/services/rulesets/phases.ts';
import type { Ruleset } from '../../../spec/services/rulesets/schemas.ts';
import { checkFixedMembers, rulesOfBody } from './body-rules.ts';
import { executingRule } from './executing-rule.ts';
import { entrypointOf, findRuleset, summaryOf } from './find-ruleset.ts';
import { cursorPage } from './list-page.ts';
import { enterPhase, entryKind, type Scene } from './scene.ts';
import type { ScopedHandlers } from './scoped-service.ts';
import { firstVersion, nextVersion, settle, stampOf } from './write-ruleset.ts';

type Handlers = Pick<ScopedHandlers, 'list' | 'create' | 'get' | 'update' | 'delete'>;

/** Whole rulesets: fact sheet token-validation, section 9.1. */
export function createRulesetHandlers(): Handlers {
  return {
    list: ({ scene, query }) => {
      const readable = scene.rulesets.list().filter(({ current }) => mayRead(scene, current));
      const { items, info } = cursorPage(readable, query);
      return { result: items.map(({ current }) => summaryOf(current)), page: info };
    },

    create: ({ scene, body, query }) => {
      const { name, kind, phase, description, rules } = body;
      const messages = enterPhase(scene, phase, 'edit');
      checkKind(scene, body);
      const stamp = stampOf(scene, query);
      const made = firstVersion(scene, stamp, {
        name,
        kind,
        phase,
        description,
        rules: rulesOfBody(scene, body, rules, [], stamp),
      });
      return { result: settle(scene, made, query), messages };
    },

    get: ({ scene, params }) => {
      const { current } = findRuleset(scene, params.ruleset_id);
      return { messages: enterPhase(scene, current.phase, 'read'), result: current };
    },

    update: ({ scene, params, body, query }) => {
      const stored = findRuleset(scene, params.ruleset_id);
      const { current } = stored;
      const messages = enterPhase(scene, current.phase, 'edit');
      checkFixedMembers(current, body);
      const stamp = stampOf(scene, query);
      const rules = rulesOfBody(scene, current, body.rules, current.rules, stamp);
      const changed = nextVersion(stored, stamp, { description: body.description, rules });
      return { result: settle(scene, changed, query), messages };
    },

    delete: ({ scene, params, query }) => {
      const { id, current } = findRuleset(scene, params.ruleset_id);
      enterPhase(scene, current.phase, 'edit');
      const user = executingRule(scene, id);
      if (user) throw new ApiError('ruleset-in-use', { id, rule: user.id });
      if (!query.dry_run) scene.rulesets.remove(id);
      return { result: null };
    },
  };
}

/** A list shows what its reader could also read one by one (inferred). */
function mayRead({ actor, scope }: Scene, { phase }: Readonly<Ruleset>): boolean {
  return phasePermissions(scope, phase, 'read').some((name) => actor.permissions.has(name));
}

/** Zones have entry points; accounts have entry points (`root`) and the custom rulesets these execute. */
function checkKind(scene: Scene, { kind, phase }: Pick<Ruleset, 'kind' | 'phase'>): void {
  const entry = entryKind(scene);
  const allowed = scene.scope === 'zone' ? [entry] : [entry, 'custom'];
  if (!allowed.includes(kind)) {
    const reason =
      kind === 'managed'
        ? 'managed rulesets come from the platform alone'
        : `rulesets of ${scene.scope === 'zone' ? 'a zone' : 'an account'} are of the kind ${allowed.join(' or ')}`;
    throw new ApiError('ruleset-kind-invalid', { kind, reason }, '/kind');
  }
  if (kind === entry && entrypointOf(scene, phase)) {
    throw new ApiError('ruleset-kind-taken', { kind, phase }, '/kind');
  }
}
