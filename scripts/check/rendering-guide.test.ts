import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserLimits } from '../../spec/engine-limits.ts';
import { endpoints } from '../../spec/services/browser-rendering/endpoints.ts';
import { browserRenderingLimits as limits } from '../../spec/services/browser-rendering/limits.ts';
import { commonFields } from '../../spec/services/browser-rendering/schemas/page.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'rendering.md');
const guide = readFileSync(file, 'utf8');

/** The second column of the last table, by the first. */
const table = new Map(
  [...guide.slice(guide.indexOf('\n## Limits')).matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  ),
);

const count = (number: number) => number.toLocaleString('en-US');
const seconds = (milliseconds: number) => `${count(milliseconds / 1000)} s`;
const megabytes = (bytes: number) => `${count(bytes / 1_048_576)} MB`;

describe('the guide to rendering', () => {
  it.each([
    ['pixels of a viewport or a clip', count(browserLimits.pixels)],
    ['pixels of a picture, after the scale factor', count(browserLimits.drawnPixels)],
    ['height of a full page', `${count(browserLimits.pageHeight)} pixels`],
    ['device scale factor', count(browserLimits.deviceScaleFactor)],
    [
      'concurrent pages; waiting requests',
      `${browserLimits.pagesAtOnce}; ${browserLimits.waitingPages}, and 503 for more`,
    ],
    [
      'time for a page to load',
      `${seconds(limits.navigationMs.default)}, at most ${seconds(limits.navigationMs.max)} (\`gotoOptions.timeout\`)`,
    ],
    [
      'time for an action on it',
      `${seconds(browserLimits.actionMs)}, at most ${seconds(limits.actionMs)} (\`actionTimeout\`)`,
    ],
    [
      'wait for a selector',
      `${seconds(browserLimits.selectorMs)}, at most ${seconds(limits.selectorMs)} (\`waitForSelector.timeout\`)`,
    ],
    ['`waitForTimeout`', `at most ${seconds(limits.waitMs)}`],
    ['whole request', seconds(browserLimits.visitMs)],
    [
      'memory of a page, on Linux',
      `${megabytes(browserLimits.rendererBytes)}, then its page counts as crashed`,
    ],
    ['out-of-process frames', count(browserLimits.isolatedFrames)],
    ['body of a request', megabytes(limits.bodyBytes)],
    ['returned document, picture or PDF', megabytes(browserLimits.resultBytes)],
    ['`cacheTTL`', `at most ${count(limits.cacheTtl.max)} s`],
  ])('names the actual limit: %s', (name, value) => {
    expect(table.get(name)).toBe(value);
  });

  it('names no other limits', () => {
    const rows = [...table.keys()].filter((name) => !/^[ -]*$/.test(name));
    expect(rows).toHaveLength(15);
  });

  it('names every action', () => {
    const actions = Object.values(endpoints).map(({ path }) => path.split('/').at(-1) ?? '');
    expect(new Set(actions).size).toBe(9);
    for (const action of actions) expect(guide).toContain(`\`${action}\``);
  });

  it('names every member that all requests can have, except the one without effect', () => {
    const silent = Object.keys(commonFields).filter((name) => !guide.includes(`\`${name}`));
    expect(silent.filter((name) => name !== 'browser')).toEqual([]);
  });

  it('says when an idle browser stops', () => {
    expect(guide).toContain(`after ${browserLimits.idleMs / 1000} seconds without a request`);
  });
});
