import { afterAll, beforeAll, it } from 'vitest';
import { fill, press, waitForText } from './testing/drive.ts';
import { type OpenedConsole, openConsole } from './testing/open-console.ts';

const secret = 'an-admin-token-of-a-test';
let opened: OpenedConsole;

beforeAll(async () => {
  opened = await openConsole({ adminToken: secret });
}, 120_000);
afterAll(() => opened?.close(), 60_000);

it('asks for the admin token where the server refuses the console, and says when it is wrong', async () => {
  const { page } = await opened.open('/');
  // A page of this machine needs no token, so the refusal that another machine gets is made here.
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isAllowed =
      !request.url().includes('/_touchstone/') || request.headers()['authorization'] === `Bearer ${secret}`;
    if (isAllowed) request.continue();
    else request.respond({ status: 403, contentType: 'application/json', body: '{"errors":[]}' });
  });
  await page.reload();
  await waitForText(page, 'serve --admin-token');
  await fill(page, 'Admin token', 'wrong');
  await press(page, 'Open the console');
  await waitForText(page, 'The server refused this token.');
  await fill(page, 'Admin token', secret);
  await press(page, 'Open the console');
  await waitForText(page, 'No requests yet.');
  await page.waitForSelector('.live.on');
  await page.close();
}, 60_000);
