import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkBrowser } from './browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-browser-option-'));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});
const program = join(folder, 'a-browser');
const text = join(folder, 'text');
const inner = join(folder, 'folder');
writeFileSync(program, '');
chmodSync(program, 0o755);
writeFileSync(text, '', { mode: 0o644 });
mkdirSync(inner);

describe('a given browser', () => {
  it.each([
    program,
    'ws://127.0.0.1:9222/devtools/browser/1',
    'wss://grid.test/?token=x',
    'http://[::1]:9222',
  ])('is accepted: %s', async (browser) => {
    await expect(checkBrowser(browser)).resolves.toBeUndefined();
  });

  it('is looked up on the search path if it has no folder', async () => {
    await expect(checkBrowser('a-browser')).rejects.toThrow('browser a-browser does not exist');
    vi.stubEnv('PATH', [inner, folder].join(delimiter));
    await expect(checkBrowser('a-browser')).resolves.toBeUndefined();
  });

  it.each([
    [join(folder, 'nothing'), 'does not exist'],
    [inner, 'is a folder, not a program'],
    ['ws://', 'must be a URL with a host'],
    ['ws:127.0.0.1', 'must be a URL with a host'],
    ['ws://127.0.0.1:99999/', 'must be a URL with a host'],
    ['ftp://127.0.0.1/', 'does not exist'],
  ])('is refused: %s %s', async (browser, problem) => {
    await expect(checkBrowser(browser)).rejects.toThrow(`browser ${browser} ${problem}`);
  });

  // Windows goes by the file name, not by permissions.
  it.runIf(process.platform !== 'win32')('is refused when it is not executable', async () => {
    await expect(checkBrowser(text)).rejects.toThrow(`browser ${text} is not executable`);
  });
});
