import puppeteer from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { launchCommand } from './launch-command.ts';

describe('launchCommand', () => {
  it('names a browser that starts with what it says', async () => {
    const browser = await puppeteer.launch({ ...(await launchCommand()), timeout: 60_000 });
    try {
      const page = await browser.newPage();
      expect(await page.evaluate('6 * 7')).toBe(42);
    } finally {
      await browser.close();
    }
  }, 90_000);

  it('says what was tried where there is none', async () => {
    await expect(launchCommand({ browser: '/nowhere/chromium' })).rejects.toThrow(
      '/nowhere/chromium: there is no such file',
    );
  });
});
