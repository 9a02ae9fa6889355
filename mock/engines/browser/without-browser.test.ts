import { expect, it } from 'vitest';
import { createLocalBrowser, withoutBrowser } from './without-browser.ts';

it.each([
  ['a page', createLocalBrowser(), /not from within a page$/],
  ['a user without the package', withoutBrowser('npm install it'), /^npm install it$/],
])('tells %s why there is no browser', async (_, browser, reason) => {
  expect(await browser.status()).toMatchObject({ found: false, tried: [expect.stringMatching(reason)] });
  await expect(browser.visit({ source: { html: '' } }, async () => '')).rejects.toMatchObject({
    code: 'browser-no-browser',
    message: expect.stringMatching(reason),
  });
  await browser.close();
});
