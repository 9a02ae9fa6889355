import type { TestContext } from '../harness/context.ts';
import { authorization, bearer, isJwtValid } from '../token-validation/guard.ts';
import { newKey } from '../token-validation/signing-key.ts';
import {
  codeOfRefusal,
  getMember,
  getOrder,
  getResult,
  isRefused,
  OtherBehaviour,
  type Probes,
  statusOfRefusal,
  statusOfSuccess,
  succeeds,
} from './probe.ts';
import { guarded } from './zone-traffic.ts';

const inZone = (t: TestContext) => ({ zone_id: t.zoneId });

/** An unsupported key. */
const unsupported = { kty: 'OKP', kid: 'unsupported', crv: 'Ed25519', alg: 'EdDSA' };

export const tokenValidationProbes: Probes<'token-validation'> = {
  'token-validation.config.create.status': (t) =>
    statusOfSuccess(t, 'token-validation.config.create', { params: inZone(t), body: t.configBody() }),
  async 'token-validation.config.in-use.status'(t) {
    const params = async () => ({ ...inZone(t), config_id: (await t.config()).id });
    await succeeds(t, 'token-validation.config.delete', { params: await params() });
    const used = await params();
    await t.rule({ enabled: false, expression: isJwtValid(used.config_id) });
    return statusOfRefusal(await t.ask('token-validation.config.delete', { params: used }));
  },
  'token-validation.config.unknown.code': async (t) =>
    codeOfRefusal(
      await t.ask('token-validation.config.get', {
        params: { ...inZone(t), config_id: crypto.randomUUID() },
      }),
    ),
  async 'token-validation.config.order'(t) {
    const ids = [(await t.config()).id, (await t.config()).id];
    const query = { per_page: '50' };
    return getOrder(await succeeds(t, 'token-validation.config.list', { params: inZone(t), query }), ids);
  },
  async 'token-validation.credentials.place'(t) {
    const params = { ...inZone(t), config_id: (await t.config()).id };
    const body = t.configBody().credentials;
    const reply = await succeeds(t, 'token-validation.credentials.replace', { params, body });
    if (Array.isArray(getMember(getResult(reply), 'keys'))) return 'result.keys';
    return Array.isArray(getMember(reply.body, 'keys')) ? 'keys' : new OtherBehaviour('in neither place');
  },
  async 'token-validation.keys.none-left'(t) {
    const create = (more: object) => () =>
      t.ask('token-validation.config.create', { params: inZone(t), body: { ...t.configBody(), ...more } });
    const refuses = await isRefused(t, create({}), create({ credentials: { keys: [unsupported] } }));
    return refuses ? 'refused' : 'accepted';
  },
  'token-validation.rule.create.status': async (t) =>
    statusOfSuccess(t, 'token-validation.rule.create', {
      params: inZone(t),
      body: await t.ruleBody({ enabled: false }),
    }),
  async 'token-validation.rule.place'(t) {
    const ids = [(await t.rule({ enabled: false })).id, (await t.rule({ enabled: false })).id];
    const query = { per_page: '50' };
    const order = getOrder(
      await succeeds(t, 'token-validation.rule.list', { params: inZone(t), query }),
      ids,
    );
    if (order instanceof OtherBehaviour) return order;
    return order === 'oldest first' ? 'last' : 'first';
  },
  'token-validation.leeway': {
    needs: ['edge'],
    async ask(t) {
      const key = await newKey();
      const { passes } = await guarded(t, { keys: [key], sources: [authorization] });
      const now = Math.floor((await t.now()) / 1000);
      const expiredFor = async (seconds: number) =>
        passes(bearer(await key.sign({ sub: 'user-1', exp: now - seconds })));
      if (!(await expiredFor(-600))) return new OtherBehaviour('refuses a token that has not expired');
      if (await expiredFor(600)) return new OtherBehaviour('accepts a token that expired ten minutes ago');
      return (await expiredFor(30)) ? 60 : 0;
    },
  },
};
