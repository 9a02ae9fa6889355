import { isObject } from '../harness/assertions.ts';
import { type Caller, succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { models, throughGateway } from '../inference/asking.ts';
import {
  codeOfRefusal,
  getMember,
  getResult,
  isRefused,
  OtherBehaviour,
  type Probes,
  statusOfRefusal,
  unlessRefused,
} from './probe.ts';

/** An id in the platform's format that no resource has. */
const unknownId = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';

const nowhere = { method: 'GET', path: '/touchstone-nowhere' };
const configs = (t: TestContext) => `/zones/${t.zoneId}/token_validation/config`;

/** Sends the creation of a configuration with one deviation. */
const create = (t: TestContext, { zone_id = t.zoneId, headers = {} }: Sent = {}, caller: Caller = t) =>
  caller.ask('token-validation.config.create', { params: { zone_id }, headers, body: t.configBody() });

interface Sent {
  readonly zone_id?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const createAs = (t: TestContext, type: string) => create(t, { headers: { 'content-type': type } });
const createAnonymously = (t: TestContext) => create(t, {}, t.as('none'));

/** A list of at least one configuration. */
async function askPage(t: TestContext, query: Readonly<Record<string, string>>) {
  await t.config();
  return t.ask('token-validation.config.list', { params: { zone_id: t.zoneId }, query });
}

export const v4Probes: Probes<'v4'> = {
  'v4.unknown-path.status': async (t) => statusOfRefusal(await t.send(nowhere)),
  'v4.unknown-path.code': async (t) => codeOfRefusal(await t.send(nowhere)),
  async 'v4.unknown-path.first'(t) {
    const known = await t.send(nowhere);
    const anonymous = await t.as('none').send(nowhere);
    return anonymous.status === known.status ? 'path' : 'credentials';
  },
  'v4.no-credentials.status': async (t) => statusOfRefusal(await createAnonymously(t)),
  'v4.no-credentials.code': async (t) => codeOfRefusal(await createAnonymously(t)),
  async 'v4.bad-token.code'(t) {
    const headers = { authorization: `Bearer ${'touchstone'.repeat(4)}` };
    return codeOfRefusal(await create(t, { headers }, t.as('none')));
  },
  'v4.malformed-json.code': async (t) =>
    codeOfRefusal(
      await t.send({
        method: 'POST',
        path: configs(t),
        headers: { 'content-type': 'application/json' },
        body: '{"title":',
      }),
    ),
  'v4.malformed-id.status': async (t) => statusOfRefusal(await create(t, { zone_id: 'not-an-id' })),
  'v4.unknown-zone.status': async (t) => statusOfRefusal(await create(t, { zone_id: unknownId })),
  'v4.unknown-zone.code': async (t) => codeOfRefusal(await create(t, { zone_id: unknownId })),
  'v4.unknown-account.status': async (t) =>
    statusOfRefusal(
      await t.ask('inference.run-model', {
        params: { account_id: unknownId, model: models.classic },
        headers: throughGateway,
        body: { prompt: 'Say hello.', max_tokens: 16 },
      }),
    ),
  'v4.wrong-method.status': async (t) => statusOfRefusal(await t.send({ method: 'PATCH', path: configs(t) })),
  'v4.content-type.status': async (t) => statusOfRefusal(await createAs(t, 'application/xml')),
  async 'v4.content-type.form'(t) {
    const reply = await createAs(t, 'application/x-www-form-urlencoded');
    if (succeeded(reply)) return true;
    return reply.status < 500 ? false : new OtherBehaviour(`status ${reply.status}`);
  },
  async 'v4.page-size'(t) {
    const { body } = await askPage(t, {});
    const size = getMember(getMember(body, 'result_info'), 'per_page');
    return typeof size === 'number' ? size : t.skip('the list has no result_info.per_page');
  },
  async 'v4.per-page-above'(t) {
    const ask = (query: Readonly<Record<string, string>>) => () => askPage(t, query);
    return (await isRefused(t, ask({}), ask({ per_page: '100000' }))) ? 'refused' : 'cut';
  },
  async 'v4.page-past-end'(t) {
    unlessRefused(t, await askPage(t, {}), 'a list of configurations');
    const reply = await askPage(t, { page: '100000' });
    if (!succeeded(reply)) return 'refused';
    const result = getResult(reply);
    return Array.isArray(result) && result.length > 0 ? new OtherBehaviour('shows a page') : 'empty';
  },
  async 'v4.refusal.result'(t) {
    const { body } = await create(t, { zone_id: unknownId });
    if (!isObject(body)) return new OtherBehaviour('the body is not an object');
    if (!('result' in body)) return 'absent';
    return body['result'] === null ? 'null' : new OtherBehaviour(JSON.stringify(body['result']));
  },
};
