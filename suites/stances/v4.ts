import { type LooseInput, succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { codeOfRefusal, memberOf, Otherwise, type Probes, resultOf, statusOfRefusal } from './probe.ts';

/** An id of the platform's form that nothing has. */
const nobody = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';

const nowhere = { method: 'GET', path: '/touchstone-nowhere' };
const listIn = (zone_id: string): LooseInput => ({ params: { zone_id } });

/** Sends a new configuration, which is JSON, under another name. */
const createAs = (t: TestContext, type: string) =>
  t.ask('token-validation.config.create', {
    ...listIn(t.zoneId),
    headers: { 'content-type': type },
    body: t.configBody(),
  });

/** A list of configurations, of which there is one at least. */
async function askPage(t: TestContext, query: Readonly<Record<string, string>>) {
  await t.config();
  return t.ask('token-validation.config.list', { ...listIn(t.zoneId), query });
}

export const v4Probes: Probes<'v4'> = {
  'v4.unknown-path.status': async (t) => statusOfRefusal(await t.send(nowhere)),
  'v4.unknown-path.code': async (t) => codeOfRefusal(await t.send(nowhere)),
  async 'v4.unknown-path.first'(t) {
    const known = await t.send(nowhere);
    const anonymous = await t.as('none').send(nowhere);
    return anonymous.status === known.status ? 'path' : 'credentials';
  },
  'v4.no-credentials.status': async (t) =>
    statusOfRefusal(await t.as('none').ask('token-validation.config.list', listIn(t.zoneId))),
  'v4.no-credentials.code': async (t) =>
    codeOfRefusal(await t.as('none').ask('token-validation.config.list', listIn(t.zoneId))),
  'v4.bad-token.code': async (t) =>
    codeOfRefusal(
      await t.as('none').ask('token-validation.config.list', {
        ...listIn(t.zoneId),
        headers: { authorization: `Bearer ${'touchstone'.repeat(4)}` },
      }),
    ),
  'v4.malformed-json.code': async (t) =>
    codeOfRefusal(
      await t.send({
        method: 'POST',
        path: `/zones/${t.zoneId}/token_validation/config`,
        headers: { 'content-type': 'application/json' },
        body: '{"title":',
      }),
    ),
  'v4.malformed-id.status': async (t) =>
    statusOfRefusal(await t.ask('token-validation.config.list', listIn('not-an-id'))),
  'v4.unknown-zone.status': async (t) =>
    statusOfRefusal(await t.ask('token-validation.config.list', listIn(nobody))),
  'v4.unknown-zone.code': async (t) =>
    codeOfRefusal(await t.ask('token-validation.config.list', listIn(nobody))),
  'v4.unknown-account.status': async (t) =>
    statusOfRefusal(await t.ask('ai-gateway.gateway.list', { params: { account_id: nobody } })),
  'v4.wrong-method.status': async (t) =>
    statusOfRefusal(await t.send({ method: 'DELETE', path: '/user/tokens/verify' })),
  'v4.content-type.status': async (t) => statusOfRefusal(await createAs(t, 'application/xml')),
  async 'v4.content-type.form'(t) {
    const reply = await createAs(t, 'application/x-www-form-urlencoded');
    if (succeeded(reply)) return true;
    return reply.status < 500 ? false : new Otherwise(`status ${reply.status}`);
  },
  async 'v4.page-size'(t) {
    const { body } = await askPage(t, {});
    const size = memberOf(memberOf(body, 'result_info'), 'per_page');
    return typeof size === 'number' ? size : t.skip('the list has no result_info.per_page that says it');
  },
  'v4.per-page-above': async (t) => (succeeded(await askPage(t, { per_page: '100000' })) ? 'cut' : 'refused'),
  async 'v4.page-past-end'(t) {
    const reply = await askPage(t, { page: '100000' });
    if (!succeeded(reply)) return 'refused';
    const result = resultOf(reply);
    return Array.isArray(result) && result.length > 0 ? new Otherwise('shows a page') : 'empty';
  },
};
