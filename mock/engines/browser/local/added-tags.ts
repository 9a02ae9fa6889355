import type { Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { BrowserError } from '../browser-error.ts';
import type { ScriptTag, StyleTag, Visit } from '../visit.ts';
import { isolatedWorld } from './driver-internals.ts';
import { presentMembers } from './present-members.ts';
import { failureOf } from './puppeteer-failure.ts';
import { withinTime } from './within-time.ts';

/**
 * Adds scripts, then style sheets, one after the other, each once the one before it has been loaded.
 *
 * @throws BrowserError `network` where one can't be loaded, `bad-request` where it has neither URL nor content
 */
export async function addTags(page: Page, visit: Visit): Promise<void> {
  const { scriptTags = [], styleTags = [], actionMs = browserLimits.actionMs } = visit;
  const tags: { tag: ScriptTag | StyleTag; add: () => Promise<unknown> }[] = [
    ...scriptTags.map((tag) => ({
      tag,
      add: () =>
        visit.javaScript === false && tag.url !== undefined
          ? insertScript(page, tag)
          : page.addScriptTag(presentMembers(tag)),
    })),
    ...styleTags.map((tag) => ({ tag, add: () => page.addStyleTag(presentMembers(tag)) })),
  ];
  const late = () => new BrowserError('timeout', 'Request timed out', { stage: 'action' });
  for (const { tag, add } of tags) {
    try {
      await withinTime(actionMs, add(), late);
    } catch (thrown) {
      const failure = failureOf(thrown, 'bad-request', 'action');
      const unloaded = /^Could not load (?:script|style)/.test(failure.detail);
      if (visit.bestAttempt === true && (unloaded || failure.failure === 'timeout')) continue;
      throw unloaded
        ? new BrowserError('network', `${failure.detail} ${tag.url ?? ''}`.trim(), { cause: thrown })
        : failure;
    }
  }
}

/** Adds a script that is neither loaded nor run, since scripts are turned off: nothing would ever tell that it is there. */
function insertScript(page: Page, { url, type, id }: ScriptTag): Promise<void> {
  return isolatedWorld(page).evaluate(
    (src, given) => document.head.append(Object.assign(document.createElement('script'), { src, ...given })),
    url ?? '',
    presentMembers({ type, id }),
  );
}
