import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { tenantFor } from './tenant-for.ts';

/** An account of its own that renders pages. */
async function account(t: TestContext) {
  const { account_id, api_token } = await tenantFor(t);
  const params = { account_id };
  return {
    account_id,
    render: (action: string, body: object) =>
      t.as('none').send({
        method: 'POST',
        path: `/accounts/${account_id}/browser-rendering/${action}`,
        headers: { authorization: `Bearer ${api_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    list: async () => (await t.call('touchstone.rendering.list', { params })).body,
    read: (operation: 'touchstone.rendering.get' | 'touchstone.rendering.request', id: number) =>
      t.ask(operation, { params: { account_id, rendering_id: String(id) } }),
  };
}

const html = '<h1>Lamps</h1>';

/** The list of rendered pages. */
export const renderingsSuite = defineSuite({ name: 'touchstone/renderings', features: ['browser'] }, [
  test('TS-RENDER-1', 'lists renderings newest first', async (t) => {
    const { render, list } = await account(t);
    t.expectSuccess(await render('markdown', { html }), 'the Markdown');
    t.expectSuccess(await render('content', { html: `${html}!` }), 'the content');
    const listed = (await list()).map(({ operation, url, html_characters, status, problem }) => [
      operation,
      url,
      html_characters,
      status,
      problem,
    ]);
    const expected = [
      ['browser-rendering.content.create', null, 15, 200, null],
      ['browser-rendering.markdown.create', null, 14, 200, null],
    ];
    equal(listed, expected, 'the renderings');
  }),
  test('TS-RENDER-2', 'keeps accounts apart', async (t) => {
    const [first, second] = [await account(t), await account(t)];
    await first.render('markdown', { html });
    equal([(await first.list()).length, (await second.list()).length], [1, 0], 'the renderings');
  }),
  test('TS-RENDER-3', 'returns pictures and JSON as they were answered', async (t) => {
    const { render, list, read } = await account(t);
    for (const [action, type] of [
      ['screenshot', 'image/png'],
      ['pdf', 'application/pdf'],
      ['markdown', 'application/json'],
    ] as const) {
      const answer = await render(action, { html });
      const [{ id = 0, media_type, bytes } = {}] = await list();
      equal([media_type, bytes], [type, answer.bytes.length], `type and size of ${action}`);
      const kept = await read('touchstone.rendering.get', id);
      equal(kept.headers.get('content-type'), type, 'the content type');
      ok(Buffer.from(kept.bytes).equals(Buffer.from(answer.bytes)), `the bytes of ${action} differ`);
    }
  }),
  test('TS-RENDER-4', 'has the reason of a failure', async (t) => {
    const { render, list, read } = await account(t);
    const failed = await render('markdown', { url: 'http://no-such-host.invalid/' });
    const [{ id = 0, url, status, problem, media_type } = {}] = await list();
    equal([url, status, media_type], ['http://no-such-host.invalid/', failed.status, null], 'the rendering');
    ok(
      problem !== null && failed.text.includes(JSON.stringify(problem).slice(1, -1)),
      `the reason is ${problem}`,
    );
    t.expectFailure(await read('touchstone.rendering.get', id), { status: 404 });
  }),
  test('TS-RENDER-5', 'returns the request as it was sent', async (t) => {
    const { render, list, read } = await account(t);
    const body = { html, viewport: { width: 300, height: 200 }, cookies: [] };
    t.expectSuccess(await render('screenshot', body), 'the screenshot');
    const [{ id = 0 } = {}] = await list();
    equal((await read('touchstone.rendering.request', id)).body, body, 'the request');
  }),
  test('TS-RENDER-6', 'refuses an unknown rendering', async (t) => {
    const { render, list, read } = await account(t);
    t.expectSuccess(await render('markdown', { html }), 'the Markdown');
    const [{ id = 0 } = {}] = await list();
    for (const operation of ['touchstone.rendering.get', 'touchstone.rendering.request'] as const) {
      t.expectSuccess(await read(operation, id), `${operation} of the rendering`);
      t.expectFailure(await read(operation, id + 1), { status: 404 });
    }
  }),
]);
