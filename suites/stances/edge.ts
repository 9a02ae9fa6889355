import type { TestContext } from '../harness/context.ts';
import { isJwtPresent, isJwtValid } from '../token-validation/guard.ts';
import { newKey } from '../token-validation/signing-key.ts';
import { OtherBehaviour, type Probes } from './probe.ts';
import { guarded } from './zone-traffic.ts';

const needs = ['edge'] as const;
const source = 'http.request.headers["x-token"][0]';

/** A guarded path with its token in `x-token`, and the key that signs for it. */
async function behindHeader(t: TestContext) {
  const key = await newKey();
  return { key, ...(await guarded(t, { keys: [key], sources: [source] })) };
}

/** The answer to a request that a rule blocks. */
const blocked = async (t: TestContext) => (await behindHeader(t)).send({});

export const edgeProbes: Probes<'edge'> = {
  'edge.blocked.status': { needs, ask: async (t) => (await blocked(t)).status },
  'edge.blocked.body': {
    needs,
    async ask(t) {
      const { text, headers } = await blocked(t);
      const type = headers.get('content-type') ?? '';
      if (text === '') return 'empty';
      if (type.startsWith('text/html')) return 'HTML';
      if (/json/.test(type)) return 'JSON';
      return type.startsWith('text/plain') ? 'text' : new OtherBehaviour(type || 'no content-type');
    },
  },
  'edge.unknown-host.status': {
    needs,
    ask: async (t) => (await t.edge({ host: 'touchstone-nowhere.invalid', path: '/' })).status,
  },
  'edge.header-lines': {
    needs,
    async ask(t) {
      const { key, passes } = await behindHeader(t);
      const token = await key.sign();
      if (!(await passes({ 'x-token': token }))) return new OtherBehaviour('refuses the token alone');
      const twice = [
        ['x-token', token],
        ['x-token', 'another'],
      ] as const;
      return (await passes(twice)) ? 'apart' : 'joined';
    },
  },
  'edge.bearer.any-case': {
    needs,
    async ask(t) {
      const { key, passes } = await behindHeader(t);
      const token = await key.sign();
      if (!(await passes({ 'x-token': `Bearer ${token}` }))) return new OtherBehaviour('refuses Bearer too');
      return passes({ 'x-token': `bearer ${token}` });
    },
  },
  'edge.token.any-text': {
    needs,
    async ask(t) {
      const expression = (id: string) => `${isJwtValid(id)} or not ${isJwtPresent(id)}`;
      const { passes } = await guarded(t, { keys: [await newKey()], sources: [source], expression });
      if (!(await passes({}))) return new OtherBehaviour('refuses a request without a token');
      return !(await passes({ 'x-token': 'hello' }));
    },
  },
};
