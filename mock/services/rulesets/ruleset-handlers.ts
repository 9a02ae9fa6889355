import type { CursorInfo } from '../../../spec/envelope.ts';
import { ApiError } from '../../../spec/errors.ts';
import { phasePermissions } from '../../../spec/services/rulesets/phases.ts';
import type {
  RulePosition,
  Ruleset,
  RulesetRule,
  RulesetRuleInput,
} from '../../../spec/services/rulesets/schemas.ts';
import type { StoredRuleset } from '../../world/records.ts';
import {
  buildRule,
  checkFixedMembers,
  checkRefs,
  checkRuleCount,
  placeRule,
  rulesOfBody,
} from './build-rules.ts';
import { checkRule } from './check-rule.ts';
import {
  enterPhase,
  entryKind,
  executingRule,
  findEntrypoint,
  findRule,
  findRuleset,
  findVersion,
  getEntrypoint,
  getSummary,
  type Scene,
  type ScopedHandlers,
  type ScopedName,
} from './scene.ts';
import { firstVersion, getStamp, nextVersion, settle } from './write-ruleset.ts';

type RulesetHandlers = Pick<ScopedHandlers, 'list' | 'create' | 'get' | 'update' | 'delete'>;

/** Whole rulesets: cloudflare-typescript, Rulesets. */
export function createRulesetHandlers(): RulesetHandlers {
  return {
    list: ({ scene, query }) => {
      const readable = scene.rulesets.list().filter(({ current }) => mayRead(scene, current));
      const { items, info } = cursorPage(readable, query);
      return { result: items.map(({ current }) => getSummary(current)), page: info };
    },

    create: ({ scene, body, query }) => {
      const { name, kind, phase, description, rules } = body;
      const messages = enterPhase(scene, phase, 'edit');
      checkKind(scene, body);
      const stamp = getStamp(scene, query);
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
      const stamp = getStamp(scene, query);
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

/** A list contains only rulesets that the caller may read (inferred). */
function mayRead({ actor, scope }: Scene, { phase }: Readonly<Ruleset>): boolean {
  return phasePermissions(scope, phase, 'read').some((name) => actor.permissions.has(name));
}

/** Zones have entry points; accounts have entry points (`root`) and the custom rulesets that these execute. */
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
  if (kind === entry && getEntrypoint(scene, phase)) {
    throw new ApiError('ruleset-kind-taken', { kind, phase }, '/kind');
  }
}

type EntrypointHandlers = Pick<ScopedHandlers, 'entrypoint.get' | 'entrypoint.update'>;

/** Name of an entry point created without one: cloudflare-typescript, Rulesets. */
const defaultName = 'default';

/** The ruleset of a phase that runs by itself. */
export function createEntrypointHandlers(): EntrypointHandlers {
  return {
    'entrypoint.get': ({ scene, params }) => {
      const messages = enterPhase(scene, params.ruleset_phase, 'read');
      return { messages, result: findEntrypoint(scene, params.ruleset_phase).current };
    },

    'entrypoint.update': ({ scene, params, body, query }) => {
      const phase = params.ruleset_phase;
      const messages = enterPhase(scene, phase, 'edit');
      // The seed mentions this call for configuration rules only.
      if (phase !== 'http_config_settings') scene.restsOn('documented');
      const stored = getEntrypoint(scene, phase);
      const kind = entryKind(scene);
      const { name = defaultName, description } = body;
      const home = stored?.current ?? { name, kind, phase };
      checkFixedMembers(home, body);
      const stamp = getStamp(scene, query);
      const rules = rulesOfBody(scene, home, body.rules, stored?.current.rules ?? [], stamp);
      const changed = stored
        ? nextVersion(stored, stamp, { description, rules })
        : firstVersion(scene, stamp, { name, kind, phase, description, rules });
      return { result: settle(scene, changed, query), messages };
    },
  };
}

type RuleHandlers = Pick<ScopedHandlers, Extract<ScopedName, `rule.${string}`>>;

/** Single rules; each call returns the whole ruleset: cloudflare-typescript, Rulesets. */
export function createRuleHandlers(): RuleHandlers {
  return {
    'rule.create': ({ scene, params, body: { position, ...input }, query }) => {
      const stored = findRuleset(scene, params.ruleset_id);
      const { current } = stored;
      const messages = enterPhase(scene, current.phase, 'edit');
      checkRuleCount(current.rules.length + 1, '');
      const stamp = getStamp(scene, query);
      const rule = buildRule(checkRule(scene, current, input, ''), undefined, stamp);
      const rules = arrange([...current.rules, rule], rule, position);
      return { result: settle(scene, nextVersion(stored, stamp, { rules }), query), messages };
    },

    'rule.edit': ({ scene, params, body: { position, ...input }, query }) => {
      const stored = findRuleset(scene, params.ruleset_id);
      const { current } = stored;
      const messages = enterPhase(scene, current.phase, 'edit');
      const known = findRule(stored, params.rule_id);
      const stamp = getStamp(scene, query);
      const rule =
        position && isEmpty(input) ? known : buildRule(checkRule(scene, current, input, ''), known, stamp);
      const replaced = current.rules.map((one) => (one === known ? rule : one));
      const rules = arrange(replaced, rule, position);
      return { result: settle(scene, nextVersion(stored, stamp, { rules }), query), messages };
    },

    'rule.delete': ({ scene, params, query }) => {
      const stored = findRuleset(scene, params.ruleset_id);
      const { current } = stored;
      const messages = enterPhase(scene, current.phase, 'edit');
      const gone = findRule(stored, params.rule_id);
      const rules = current.rules.filter((rule) => rule !== gone);
      const stamp = getStamp(scene, query);
      return { result: settle(scene, nextVersion(stored, stamp, { rules }), query), messages };
    },
  };
}

/** Whether a change only moves the rule. */
function isEmpty({ id: _, ...definition }: RulesetRuleInput): boolean {
  return Object.keys(definition).length === 0;
}

function arrange(
  rules: readonly RulesetRule[],
  rule: RulesetRule,
  position: RulePosition | undefined,
): readonly RulesetRule[] {
  checkRefs(rules, () => '');
  return position ? placeRule(rules, rule, position, '/position') : rules;
}

type VersionHandlers = Pick<ScopedHandlers, Extract<ScopedName, `${string}versions.${string}`>>;

/** Earlier versions of rulesets: cloudflare-typescript, Rulesets. */
export function createVersionHandlers(): VersionHandlers {
  return {
    'versions.list': ({ scene, params }) => {
      const stored = findRuleset(scene, params.ruleset_id);
      return {
        messages: enterPhase(scene, stored.current.phase, 'read'),
        result: getVersions(scene, stored),
      };
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
      return { messages, result: getVersions(scene, findEntrypoint(scene, params.ruleset_phase)) };
    },

    'entrypoint.versions.get': ({ scene, params }) => {
      const messages = enterPhase(scene, params.ruleset_phase, 'read');
      const stored = findEntrypoint(scene, params.ruleset_phase);
      return { messages, result: findVersion(stored, params.ruleset_version) };
    },
  };
}

/** Every version without its rules. */
function getVersions({ world }: Scene, { current, older }: StoredRuleset) {
  const versions = [current, ...older].map(getSummary);
  return world.stances.get('rulesets.versions.order') === 'oldest first' ? versions.reverse() : versions;
}

/**
 * One page of a list with cursors. The cursor contains the first record of the next page and its position, so records
 * of earlier pages can be deleted in between.
 *
 * @throws ApiError `query-invalid` for a cursor that no page returned.
 *
 * @example
 * cursorPage([a, b, c], { per_page: 2 }) // { items: [a, b], info: { cursor: '...', cursors: { after: '...' } } }
 */
export function cursorPage<T extends { readonly id: string }>(
  all: readonly T[],
  { cursor, per_page }: { readonly cursor?: string | undefined; readonly per_page: number },
): { items: T[]; info: CursorInfo } {
  const start = cursor === undefined ? 0 : getStart(all, cursor);
  const items = all.slice(start, start + per_page);
  const next = all[start + per_page];
  if (!next) return { items, info: { cursors: {} } };
  const after = btoa(`${start + per_page} ${next.id}`);
  return { items, info: { cursor: after, cursors: { after } } };
}

function getStart(all: readonly { readonly id: string }[], cursor: string): number {
  const [place, id] = decode(cursor);
  const index = all.findIndex((record) => record.id === id);
  return index === -1 ? place : index;
}

function decode(cursor: string): [place: number, id: string] {
  const match = /^(\d{1,6}) ([0-9a-f]{32})$/.exec(plain(cursor));
  if (!match?.[1] || !match[2]) {
    throw new ApiError('query-invalid', { field: 'cursor', problem: 'is not the cursor of a page' });
  }
  return [Number(match[1]), match[2]];
}

function plain(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return '';
  }
}
