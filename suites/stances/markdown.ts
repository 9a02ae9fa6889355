import type { TestContext } from '../harness/context.ts';
import { addConversion } from '../markdown/converting.ts';
import { OtherBehaviour, type Probes } from './probe.ts';

const needs = ['edge'] as const;
const markdown = 'text/markdown';
const nowhere = '/touchstone-nowhere';

const getType = ({ headers }: { readonly headers: Headers }) =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** Requests a page of the origin in a zone that converts. */
async function converting(t: TestContext, path = '/') {
  const host = t.host();
  const ask = (accept: string, method = 'GET') => t.edge({ host, path, method, headers: { accept } });
  if (getType(await ask('text/html')) !== 'text/html') t.skip(`the origin has no HTML at ${path}`);
  await addConversion(t, `http.host eq "${host}"`);
  return ask;
}

/** Like {@link converting}, but skips where the page is not converted for `text/markdown`. */
async function convertingIndeed(t: TestContext) {
  const ask = await converting(t);
  const seen = getType(await ask(markdown));
  return seen === markdown ? ask : t.skip(`the zone does not convert: the answer to ${markdown} is ${seen}`);
}

/** Whether an answer is Markdown. */
function isMarkdown(reply: { readonly headers: Headers }): boolean | OtherBehaviour {
  const type = getType(reply);
  if (type === markdown) return true;
  return type === 'text/html' ? false : new OtherBehaviour(type || 'no content-type');
}

export const markdownProbes: Probes<'markdown'> = {
  'markdown.accept-weights': {
    needs,
    async ask(t) {
      const ask = await convertingIndeed(t);
      const found = isMarkdown(await ask(`text/html, ${markdown};q=0.5`));
      if (found instanceof OtherBehaviour) return found;
      return found ? 'ignored' : 'minded';
    },
  },
  'markdown.accept-range': {
    needs,
    ask: async (t) => isMarkdown(await (await convertingIndeed(t))('text/*')),
  },
  'markdown.head': {
    needs,
    async ask(t) {
      const found = isMarkdown(await (await convertingIndeed(t))(markdown, 'HEAD'));
      if (found instanceof OtherBehaviour) return found;
      return found ? 'Markdown' : 'HTML';
    },
  },
  'markdown.error-pages': {
    needs,
    async ask(t) {
      const reply = await (await converting(t, nowhere))(markdown);
      if (reply.status !== 404) t.skip(`the origin answers ${nowhere} with ${reply.status}, not with 404`);
      return isMarkdown(reply);
    },
  },
  'markdown.vary-of-html': {
    needs,
    async ask(t) {
      const { headers } = await (await convertingIndeed(t))('text/html');
      return /(?:^|,)\s*accept\s*(?:,|$)/i.test(headers.get('vary') ?? '');
    },
  },
};
