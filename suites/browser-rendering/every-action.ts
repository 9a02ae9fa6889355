import type { Reply } from '../../spec/client.ts';
import type { TestContext } from '../harness/context.ts';
import type { Site, SiteAnswer } from '../harness/page-sites.ts';

import { html } from './link-case.ts';
import { type ActionId, askFor, type Members } from './rendering.ts';

const viewport = { width: 80, height: 60 };

/** What each action needs beside its page. */
export const needs: Readonly<Record<ActionId, Members>> = {
  'browser-rendering.screenshot.create': { viewport },
  'browser-rendering.links.create': { viewport },
  'browser-rendering.content.create': { viewport },
  'browser-rendering.markdown.create': { viewport },
  'browser-rendering.pdf.create': { viewport },
  'browser-rendering.snapshot.create': { viewport, formats: ['content', 'markdown'] },
  'browser-rendering.scrape.create': { viewport, elements: [{ selector: 'h1' }] },
  'browser-rendering.json.create': { viewport, prompt: 'What is sold here?' },
  'browser-rendering.accessibility-tree.create': { viewport },
};

export const actionIds = Object.keys(needs) as ActionId[]; // Object.keys forgets the names

export const nameOf = (id: ActionId) => id.split('.')[1] ?? id;

/** A page with a status that few have, and a title that a script gave it. */
export const goods: SiteAnswer = {
  status: 203,
  body: html(
    '<h1>Goods</h1><a href="https://example.com/">x</a><script>document.title = "Pens & inks"</script>',
  ),
};

/** An action on the page, which the tests that want no more of it ask for together. */
export async function askShared(
  t: TestContext,
  id: ActionId,
): Promise<{
  readonly site: Site;
  readonly reply: Reply;
  readonly body: Members & { readonly url: string };
}> {
  const site = await t.sharedSite('goods', { '/goods': goods });
  const body = { url: `${site.url}/goods?page=2`, ...needs[id] };
  return { site, reply: await t.sharing(() => askFor(t, id, body)), body };
}
