import assert from 'node:assert/strict';
import { createMock, type Origin } from 'touchstone';
import { setupNetwork } from 'touchstone/setup';
import { OutlineError, outline } from '../src/outline.ts';

/** The site behind the zone. */
const site: Origin = async (request) => {
  if (new URL(request.url).pathname !== '/lamps') return new Response('Not here', { status: 404 });
  const page = '<h1>Lamps</h1><h2>Of brass</h2><p>See <a href="/lamps/1">the first</a>.</p>';
  return new Response(`<!doctype html><title>Lamps</title><main>${page}</main>`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
};

/** Runs a test with its own zone, in front of the site above. */
async function withZone(
  run: (shop: string, converter: (value: 'on' | 'off') => Promise<unknown>) => Promise<void>,
) {
  const mock = createMock({ origin: site });
  const network = await setupNetwork(mock.handlers());
  const tenant = mock.tenant();
  try {
    await run(`http://shop.${tenant.zoneName}`, (value) =>
      tenant.client.call('settings.setting.edit', {
        params: { zone_id: tenant.zoneId, setting_id: 'content_converter' },
        body: { value },
      }),
    );
  } finally {
    network.close();
  }
}

Deno.test('outlines a page', () =>
  withZone(async (shop, converter) => {
    await converter('on');
    assert.deepEqual(await outline(`${shop}/lamps`), {
      title: 'Lamps',
      headings: [
        { level: 1, text: 'Lamps' },
        { level: 2, text: 'Of brass' },
      ],
      links: [{ text: 'the first', url: `${shop}/lamps/1` }],
    });
  }));

Deno.test('explains that a zone does not convert its pages', () =>
  withZone(async (shop) => {
    await assert.rejects(outline(`${shop}/lamps`), /is the content converter of its zone on/);
  }));

Deno.test('reports a missing page', () =>
  withZone(async (shop, converter) => {
    await converter('on');
    await assert.rejects(outline(`${shop}/prices`), OutlineError);
  }));
