import { askFor, getContent, getLinks, html } from '../browser-rendering/rendering.ts';
import { isObject } from '../harness/assertions.ts';
import { skipWhereLacking } from '../harness/caller.ts';
import {
  codeOfRefusal,
  isRefused,
  OtherBehaviour,
  type Probes,
  statusOfRefusal,
  unlessRefused,
} from './probe.ts';

const needs = ['browser'] as const;
const needsPages = ['browser', 'pages'] as const;
const content = 'browser-rendering.content.create';
const screenshot = 'browser-rendering.screenshot.create';

const both = { url: 'https://example.com/', html: html('Hello') };

/** Writes the size of its window into the page. */
const measuring = html(
  '<p id="size"></p><script>document.all.size.textContent = innerWidth + "x" + innerHeight</script>',
);
const sizes = ['1920x1080', '1280x720', '800x600'] as const;

export const browserRenderingProbes: Probes<'browser-rendering'> = {
  'browser-rendering.url-and-html.status': async (t) => statusOfRefusal(await askFor(t, content, both)),
  'browser-rendering.url-and-html.code': async (t) => codeOfRefusal(await askFor(t, content, both)),
  async 'browser-rendering.refusal.members'(t) {
    const reply = await askFor(t, content, both);
    skipWhereLacking(reply);
    if (!isObject(reply.body) || !('errors' in reply.body)) return new OtherBehaviour('there are no errors');
    return 'result' in reply.body || 'messages' in reply.body ? 'envelope' : 'success and errors';
  },
  'browser-rendering.unknown-member.refused': {
    needs,
    async ask(t) {
      const page = { html: html('Hello') };
      const send = (more: object) => () => askFor(t, content, { ...page, ...more });
      return isRefused(t, send({}), send({ touchstone: true }));
    },
  },
  'browser-rendering.viewport': {
    needs,
    async ask(t) {
      const size = /\d+x\d+/.exec(
        (await getContent(t, { html: measuring })).replace(/<script.*<\/script>/s, ''),
      );
      return sizes.find((one) => one === size?.[0]) ?? new OtherBehaviour(size?.[0] ?? 'no size');
    },
  },
  'browser-rendering.base64.body': {
    needs,
    async ask(t) {
      const body = {
        html: html('Hello'),
        viewport: { width: 16, height: 16 },
        screenshotOptions: { encoding: 'base64' },
      };
      const { headers } = unlessRefused(t, await askFor(t, screenshot, body), 'a picture as Base64');
      return /json/i.test(headers.get('content-type') ?? '') ? 'JSON' : 'text';
    },
  },
  'browser-rendering.links.repeated': {
    needs: needsPages,
    async ask(t) {
      const { url } = await t.site({ '/': html('<a href="/twice">1</a> <a href="/twice">2</a>') });
      const { length } = await getLinks(t, { url });
      return length === 2 || (length === 1 ? false : new OtherBehaviour(`${length} links`));
    },
  },
  'browser-rendering.links.other-port': {
    needs: needsPages,
    async ask(t) {
      const { url } = await t.site((base) => {
        const other = new URL(base);
        other.port = other.port === '8443' ? '9443' : '8443';
        return { '/': html(`<a href="${other.origin}/">Elsewhere</a>`) };
      });
      return (await getLinks(t, { url, excludeExternalLinks: true })).length === 1 ? 'internal' : 'external';
    },
  },
};
