import { afterEach, expect, it } from 'vitest';
import { browserLimits } from '../../spec/engine-limits.ts';
import { createMock } from '../index.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

it.each(['loopback', 'allowed'] as const)(
  "a rendered page can't reach the admin interface of its mock, with %s",
  { timeout: browserLimits.startMs + 60_000 },
  async (privateNetwork) => {
    const mock = createMock({ browser: { privateNetwork } });
    closers.push(() => mock.close());
    const { api, openObjects: objects } = await mock.listen({ port: 0, objectsAuth: 'off' });
    const { apiToken, accountId } = mock.defaults;
    const render = async (body: object) => {
      const answer = await fetch(`${api}/accounts/${accountId}/browser-rendering/content`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const admin = new URL('/_touchstone/', api).href;
    const { zoneId } = mock.tenant();

    const shown = await render({ url: `${admin}seed` });
    expect(shown.status).toBe(422);
    expect(shown.text).toContain(
      '/_touchstone/seed is the admin interface of a mock that pages may not reach',
    );

    const attack = `<body><iframe src="${admin}info"></iframe><form method=post action="${admin}reset" target=f></form>
      <iframe name=f></iframe><script type=module>
      document.forms[0].submit();
      const said = [];
      for (const path of ['info', 'seed', 'reset'])
        await fetch('${admin}' + path, { method: path === 'reset' ? 'POST' : 'GET', mode: 'no-cors' }).then(
          () => said.push('reached ' + path), () => said.push('refused'));
      document.body.append(said.join(), Object.assign(document.createElement('i'), { id: 'done' }));
      </script>`;
    await fetch(`${objects}/page.html`, {
      method: 'PUT',
      headers: { 'content-type': 'text/html' },
      body: attack,
    });
    for (const source of [{ url: `${objects}/page.html` }, { html: attack }]) {
      const { status, text } = await render({ ...source, waitForSelector: { selector: '#done' } });
      expect(status, text).toBe(200);
      expect(text).toContain('refused,refused,refused');
    }
    expect(mock.world.zone(zoneId)).toBeDefined();
    expect(mock.journal.find(({ url }) => url.includes('/_touchstone/'))).toBeUndefined();
  },
);
