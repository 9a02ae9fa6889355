import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browserPlaces, systemBrowsers } from './find-browser.ts';

describe('browserPlaces', () => {
  it.each([
    ['linux', {}, '/opt/google/chrome/chrome'],
    ['linux', {}, '/usr/lib/chromium/chromium'],
    ['linux', { PATH: '/somewhere/bin' }, '/somewhere/bin/chromium-headless-shell'],
    ['darwin', {}, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    ['darwin', {}, '/home/me/Applications/Chromium.app/Contents/MacOS/Chromium'],
    ['win32', { PROGRAMFILES: '/p' }, join('/p', 'Google/Chrome/Application/chrome.exe')],
    ['win32', { LOCALAPPDATA: '/l' }, join('/l', 'Microsoft/Edge/Application/msedge.exe')],
  ])('on %s with %j has %s', (platform, env, place) => {
    expect(browserPlaces({ platform, env, home: '/home/me' })).toContain(place);
  });

  it('has the leanest browser first, anywhere in the search path', () => {
    const places = browserPlaces({ platform: 'linux', env: { PATH: `/a${delimiter}/b` }, home: '/' });
    expect(places.indexOf('/b/chromium-headless-shell')).toBeLessThan(places.indexOf('/a/google-chrome'));
  });

  it('names no path twice', () => {
    const places = browserPlaces({ platform: 'linux', env: { PATH: '/usr/bin:/usr/bin:' }, home: '/' });
    expect(new Set(places).size).toBe(places.length);
  });
});

describe('systemBrowsers', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-test-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  // macOS paths exist on no other system, and there is no browser below this home.
  const machine = () => ({ platform: 'darwin', env: { PATH: join(folder, 'bin') }, home: folder });

  it('finds executable files, in order, and nothing else', async () => {
    await mkdir(join(folder, 'bin'));
    for (const name of ['msedge', 'chromium', 'google-chrome']) {
      await writeFile(join(folder, 'bin', name), '');
      await chmod(join(folder, 'bin', name), name === 'google-chrome' ? 0o644 : 0o755);
    }
    const found = await systemBrowsers(machine());
    const ours = found.map((browser) => (typeof browser === 'string' ? browser : browser.path));
    expect(ours.filter((path) => path.startsWith(folder))).toEqual([
      join(folder, 'bin', 'chromium'),
      join(folder, 'bin', 'msedge'),
    ]);
  });

  it('lists where it looked if there is none', async () => {
    const found = await systemBrowsers({ platform: 'win32', env: {}, home: folder });
    expect(found).toEqual([expect.stringMatching(/^system: neither Chromium nor Chrome nor Edge/)]);
  });
});
