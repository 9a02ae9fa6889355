import { afterAll, beforeAll, expect, it } from 'vitest';
import { press, waitForText } from '../../testing/drive.ts';
import {
  findBarriers,
  isTooWide,
  looks,
  type OpenedConsole,
  openConsole,
} from '../../testing/open-console.ts';

let opened: OpenedConsole;

beforeAll(async () => {
  opened = await openConsole();
  const { api_token, zone_id } = opened.mock.info();
  const response = await fetch(
    `${opened.planes.api}/zones/${zone_id}/rulesets/phases/http_request_firewall_custom/entrypoint`,
    {
      method: 'PUT',
      headers: { authorization: `Bearer ${api_token}` },
      body: JSON.stringify({
        rules: [
          { expression: 'http.request.method eq "PUT"', action: 'block', description: '<b>Writes</b>' },
        ],
      }),
    },
  );
  expect(response.status).toBe(200);
}, 120_000);
afterAll(() => opened?.close(), 60_000);

/** Sends a request that a rule blocks. */
const violate = (path: string) =>
  opened.mock.edge(new Request(`http://example.localhost${path}`, { method: 'PUT' }));

it('shows events as they happen, with the rule and a way to the request', async () => {
  const { page, complaints } = await opened.open('/#/events');
  await waitForText(page, 'No events yet.');
  await waitForText(page, 'live');
  await violate('/first');
  await waitForText(page, '/first');
  await violate('/second');
  await waitForText(page, '/second');
  await waitForText(page, '<b>Writes</b>');
  const rows = () => page.$$eval('.event', (events) => events.map((event) => event.textContent ?? ''));
  expect((await rows()).map((row) => /\/(?:first|second)/.exec(row)?.[0])).toEqual(['/second', '/first']);
  await page.type('input[type="search"]', 'first');
  await page.waitForFunction(() => document.querySelectorAll('.event').length === 1);
  await page.click('.event');
  await waitForText(page, 'got no request');
  expect(await findBarriers(page)).toEqual([]);
  await press(page, 'Show the request');
  await waitForText(page, 'Send again');
  expect(await page.$eval('.detail', (detail) => detail.textContent)).toContain('/first');
  await waitForText(page, 'Custom rule "<b>Writes</b>" (block)');
  expect(complaints).toEqual([]);
  await page.close();
}, 60_000);

it('is for phones, for the night, and for the keyboard', async () => {
  await violate('/third');
  const found: string[] = [];
  for (const look of looks) {
    const { page, complaints } = await opened.open('/#/events', look);
    await waitForText(page, '/third');
    await page.focus('.virtual');
    await page.keyboard.press('Home');
    await waitForText(page, 'Show the request');
    found.push(...complaints, ...(await findBarriers(page)));
    if (await isTooWide(page)) found.push(`${look.width}: too wide`);
    await page.close();
  }
  expect(found).toEqual([]);
}, 60_000);
