import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseXml } from '@rgrove/parse-xml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCacheFolder } from '../find/cache-folder.ts';
import { findBrowser } from '../find/find-browser.ts';
import type { OpenedBrowser } from '../running-browser.ts';
import { fontConfig, fontFolder } from './font-config.ts';

describe('fontConfig', () => {
  it('is well-formed for any path', () => {
    const document = parseXml(fontConfig('/tmp/<&">/cache'));
    expect(document.root?.text).toContain('/tmp/<&">/cache');
  });

  it('names the folder of one font with its licence', () => {
    expect(fontConfig('/c')).toContain(`<dir>${fontFolder}</dir>`);
    expect(readdirSync(fontFolder).filter((file) => file.endsWith('.ttf'))).toHaveLength(1);
    expect(readFileSync(join(fontFolder, 'OFL.txt'), 'utf8')).toContain('SIL OPEN FONT LICENSE Version 1.1');
  });
});

// Browsers of other systems choose fonts without fontconfig.
describe.runIf(process.platform === 'linux')('text of a page', () => {
  let browser: OpenedBrowser | undefined;
  beforeAll(async () => {
    const search = await findBrowser({}, () => openCacheFolder(undefined), new AbortController().signal);
    browser = search.opened;
  }, 60_000);
  afterAll(() => browser?.close());

  it.each([
    ['in Latin', 'sans-serif', 'Text'],
    ['in Greek', 'serif', 'Ελλάδα'],
    ['in Cyrillic', 'monospace', 'Москва'],
    ['of a common family', 'Arial', 'Text'],
    ['of another common family', 'Times New Roman', 'Text'],
    ['of an unknown family', 'No Such Family', 'Text'],
  ])('%s (%s) is drawn in the bundled font', async (_, family, text) => {
    const page = await browser?.browser.newPage();
    if (page === undefined) throw new Error('there is no browser');
    await page.setContent(`<p style="font-family: '${family}'">${text}</p>`);
    const session = await page.createCDPSession();
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    await page.close();
    expect(fonts.map((font) => font.familyName)).toEqual(['Arimo']);
  });
});
