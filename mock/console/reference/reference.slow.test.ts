import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../spec/contract.ts';
import {
  findBarriers,
  findBrokenWords,
  findHiddenChoices,
  isTooWide,
  type Look,
  looks,
  type OpenedConsole,
  openConsole,
  tabTo,
} from '../testing/open-console.ts';

let opened: OpenedConsole;

beforeAll(async () => {
  opened = await openConsole();
}, 120_000);
afterAll(() => opened?.close(), 60_000);

/** Opens a place of the reference, once its document is there. */
async function open(hash: string, look?: Look) {
  const found = await opened.open(`/docs${hash}`, look);
  await found.page.waitForSelector('.side-head');
  return found;
}

const click = 'button.primary';
/** The status and the text of the last answer. */
const answerOf = '.received';

describe('the API reference', () => {
  it.each([
    '',
    '#/token-validation',
    '#/token-validation.rule.create',
    '#/inference.run',
    '#/inference.to-markdown',
    '#/touchstone.zone-request.send',
    '#/nothing.of.this.name',
  ])(
    'opens %s without complaints and barriers, on a desktop and on a phone, by day and by night',
    async (hash) => {
      const found: string[] = [];
      for (const look of looks) {
        const { page, complaints } = await open(hash, look);
        await page.$$eval('details', (all) => {
          for (const one of all) one.open = true;
        });
        const where = `${look.width} ${look.scheme}`;
        found.push(...(await findBarriers(page)).map((barrier) => `${where}: ${barrier}`));
        found.push(...(await findBrokenWords(page)).map((word) => `${where}: broken: ${word}`));
        if (await isTooWide(page)) found.push(`${where}: too wide`);
        if (look.width < 760) {
          await page.click('.side-toggle');
          found.push(...(await findBarriers(page)).map((barrier) => `${where}, operations: ${barrier}`));
        }
        found.push(...(await findHiddenChoices(page)).map((name) => `${where}: out of view: ${name}`));
        found.push(...complaints.map((complaint) => `${where}: ${complaint}`));
        await page.close();
      }
      expect(found).toEqual([]);
    },
    120_000,
  );

  it('has a page for every operation', async () => {
    const { page, complaints } = await open('');
    const ids = Object.keys(contract);
    const titles = await page.evaluate(async (all) => {
      const shown: string[] = [];
      for (const id of all) {
        location.hash = `#/${id}`;
        await new Promise((done) => setTimeout(done, 10));
        while (!document.title.startsWith(`${id} `)) await new Promise((done) => setTimeout(done, 5));
        const form = document.querySelector('.operation .operation-try');
        if (form && document.querySelector('.operation-head p')?.textContent === id) shown.push(id);
      }
      return shown;
    }, ids);
    expect(titles).toEqual(ids);
    expect(complaints).toEqual([]);
    await page.close();
  }, 120_000);

  it('sends an operation to the server, with the token filled in', async () => {
    const { page } = await open('#/token-validation.config.list');
    await page.click(click);
    await page.waitForSelector(answerOf);
    const text = await page.$eval(answerOf, (element) => element.textContent ?? '');
    expect(text).toMatch(/^200/);
    expect(text).toContain('"result_info"');
    await page.close();
  });

  it('copies a curl command that does the same', async () => {
    const { page } = await open('#/api-gateway.operation.create-item');
    await page.$eval('textarea', (area) => area.select());
    await page.type('textarea', `{"method":"GET","host":"api.example.localhost","endpoint":"/it's/{id}"}`);
    await page.$$eval('button', (all) =>
      all.find(({ textContent }) => textContent === 'Copy as curl')?.click(),
    );
    await page.waitForFunction(() => document.body.textContent?.includes('Copied'));
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, result: { endpoint: "/it's/{var1}" } });
    await page.close();
  });

  it('shows a refusal with its reason, and a picture as one', async () => {
    const { page } = await open('#/browser-rendering.screenshot.create');
    await page.click(click);
    await page.waitForSelector(`${answerOf} img`, { timeout: 60_000 });
    expect(await page.$eval(`${answerOf} img`, (image) => image.naturalWidth)).toBe(640);
    await page.$eval('textarea', (area) => area.select());
    await page.type('textarea', '{"url": 1}');
    await page.click(click);
    await page.waitForFunction(
      (place) => document.querySelector(place)?.textContent?.startsWith('4'),
      {},
      answerOf,
    );
    await page.close();
  }, 90_000);

  it('is where the console explains the operation of a request', async () => {
    await opened.mock.fetch(new Request(`${opened.planes.api}/user/tokens/verify`));
    const { page } = await opened.open('/#/requests');
    await (await page.waitForSelector('.request'))?.click();
    await (await page.waitForSelector('.detail a[href^="/docs"]'))?.click();
    await page.waitForSelector('.operation');
    expect(page.url()).toBe(`${opened.origin}/docs#/user.token.verify`);
    await page.close();
  });

  it('is used by keyboard alone', async () => {
    const { page } = await open('');
    await page.keyboard.press('/');
    await page.keyboard.type('user.token.verify');
    await page.waitForFunction(() => document.querySelectorAll('.side-links a').length === 1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.operation');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await tabTo(page, 'Send GET');
    await page.keyboard.press('Enter');
    await page.waitForSelector(answerOf);
    expect(await page.$eval(answerOf, (element) => element.textContent)).toMatch(/^200/);
    await page.close();
  });

  it('shows hostile text as text, in answers and in addresses', async () => {
    const hostile = '<img src=x onerror=alert(1)><script>alert(2)';
    const { page, complaints } = await open('#/token-validation.config.list');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const { zoneId } = opened.mock.defaults;
    const { example } = contract['token-validation.config.create'];
    const made = await opened.mock.fetch(
      new Request(`${opened.planes.api}/zones/${zoneId}/token_validation/config`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${opened.mock.defaults.apiToken}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ ...example, title: hostile, description: `\u202e\u0000${hostile}` }),
      }),
    );
    expect(made.status).toBe(200);
    await page.click(click);
    await page.waitForSelector(`${answerOf} pre`);
    const shown = await page.$eval(answerOf, (element) => element.textContent ?? '');
    expect(shown).toContain(`"title": "${hostile}"`);
    expect(shown).toContain('\\u202e');
    await page.evaluate((text) => {
      location.hash = `#/${encodeURIComponent(text)}`;
    }, hostile);
    await page.waitForSelector('.empty');
    expect(dialogs).toEqual([]);
    expect(await page.$$('img[src=x], script:not([src])')).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
