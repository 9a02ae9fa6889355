import { type KnownRequirementId, requirementById } from '../../spec/requirements.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { EdgeReply } from '../harness/edge.ts';
import { ConformanceFailure, HarnessError } from '../harness/errors.ts';
import { getDifference } from '../harness/text-difference.ts';
import { headerRules, judgeHeaders } from './answer-headers.ts';
import { type NamedCase, readBody, readGolden } from './cases.ts';
import { type MarkdownDocument, splitDocument, toGoldenForm } from './document.ts';
import { getKind, isMarkdown, mustBeMarkdown } from './kind.ts';
import { compare, type Part } from './parts.ts';
import { seedRules } from './seed-rules.ts';

type Id = KnownRequirementId;

/** One requirement, and a function that throws a ConformanceFailure unless an answer meets it. */
export interface Judgement {
  readonly id: Id;
  readonly judge: (reply: EdgeReply, host: string) => void;
}

const parts: readonly Part[] = ['frontmatter', 'jsonLd', 'notice', 'tree'];

/** The part that decides about an id outside of the seeds; undefined if all ids are from seeds. */
function toPart(id: string): Part | 'headers' | undefined {
  const [, group] = id.split('-');
  if (group === 'HDR') return 'headers';
  if (group === 'META') return 'frontmatter';
  if (group === 'LD') return 'jsonLd';
  if (group === 'NOTE') return 'notice';
  if (group === 'BODY' || group === 'URL') return 'tree';
  if (group === 'DIA') return 'text';
  return undefined;
}

/** The order of the parts in the text: seed, Conversion response; Cloudflare docs, Markdown for Agents. */
const layout: Readonly<Partial<Record<Id, RegExp>>> = {
  'MD-META-15': /^---\n(?:.*\n)+?---\n(?:\n(?!\n)|$)/,
  'MD-LD-9': /(?:^|[^\n]\n\n)(`{3,})json\n(?:.*\n)+\1\n$/,
};

/** The ids that a case names, as ids. */
function listedIds({ name, requirements }: NamedCase): Id[] {
  return requirements.map((id) => {
    if (!requirementById(id)) throw new HarnessError('markdown-case', `${name}: there is no ${id}`);
    return id as Id; // just looked up
  });
}

/** Further requirements for an answer, where the case does not mention them: `fixtures/markdown/README.md`. */
function impliedIds({ expects }: NamedCase, listed: readonly Id[], golden: MarkdownDocument): Id[] {
  const isSeed = listed.some((id) => seedRules[id]);
  if (listed.includes('MD-NEG-3')) return ['MD-NEG-20'];
  if (expects.body !== 'markdown') return [];
  // No seed says whether and how far a page above the limit is converted.
  const isWhole = isSeed && !listed.some((id) => id === 'MD-LIM-3' || id === 'MD-LIM-4');
  const about = (group: string) => listed.some((id) => id.startsWith(`MD-${group}-`));
  return [
    ...(isWhole ? (['MD-HDR-5', 'MD-HDR-6', 'MD-HDR-17'] as const) : []),
    ...(isWhole && golden.frontmatter === undefined && !about('META') ? (['MD-BODY-3'] as const) : []),
    ...(isWhole && golden.jsonLd === undefined && !about('LD') ? (['MD-LD-2'] as const) : []),
    ...(about('NOTE') ? [] : ([golden.notice === undefined ? 'MD-NOTE-6' : 'MD-NOTE-1'] as const)),
    'MD-HDR-36',
    'MD-BODY-13',
    'MD-TEXT-1',
  ];
}

/**
 * The requirements for an answer to a case, one by one.
 *
 * @throws HarnessError when the case names an id that does not exist; a judgement throws one when its golden is
 * missing.
 */
export function getJudgements(item: NamedCase): Judgement[] {
  const listed = listedIds(item);
  // A case without a golden fails when it runs, but does not keep other suites from loading. The parts are detected
  // without the fillings, some of which are megabytes.
  const golden = splitDocument(readGolden(item, { filled: false }) ?? '');
  const taken = comparing(item, listed);
  return [...new Set([...listed, ...impliedIds(item, listed, golden)])].map((id) => ({
    id,
    judge: (reply, host) => {
      const rule = seedRules[id];
      if (rule) rule(reply, item);
      else if (item.expects.body === 'markdown') judgeMarkdown(id, item, reply, () => taken(reply, host));
      else {
        judgeOther(item, reply, host);
        headerRules[id]?.(reply, item);
      }
    },
  }));
}

/** A converted page in the form of goldens, and both split into parts. */
interface Compared {
  readonly text: string;
  readonly actual: MarkdownDocument;
  readonly golden: MarkdownDocument;
}

/** Splits an answer and its golden once for all requirements: some of them are megabytes. */
function comparing(item: NamedCase, listed: readonly Id[]): (reply: EdgeReply, host: string) => Compared {
  const known = new WeakMap<EdgeReply, Compared>();
  // A link without a scheme gets the scheme of the request, which no golden knows.
  const alike = (whole: string) =>
    listed.includes('MD-URL-8') ? whole.replaceAll('http://', 'https://') : whole;
  return (reply, host) => {
    const before = known.get(reply);
    if (before) return before;
    const text = toGoldenForm(reply.text, host);
    const [actual, golden] = [splitDocument(alike(text)), splitDocument(alike(getGolden(item)))];
    const compared = { text, actual, golden };
    known.set(reply, compared);
    return compared;
  };
}

function judgeMarkdown(id: Id, item: NamedCase, reply: EdgeReply, compared: () => Compared): void {
  mustBeMarkdown(reply);
  const rule = headerRules[id];
  const part = toPart(id);
  if (part === 'headers') {
    if (rule) rule(reply, item);
    else judgeHeaders(reply, item);
    return;
  }
  const { text, actual, golden } = compared();
  const form = layout[id];
  if (form) {
    ok(form.test(text), `the answer is not laid out as ${form}: ${edges(text)}`);
    return;
  }
  if (id === 'MD-TEXT-1') {
    for (const each of ['frontmatter', 'text', 'jsonLd'] as const) compare[each](actual, golden);
  } else if (part !== undefined) {
    compare[part](actual, golden);
  } else {
    judgeHeaders(reply, item);
    for (const each of parts) compare[each](actual, golden);
  }
}

/** A page that must be passed on, may be passed on, or must be withheld. */
function judgeOther(item: NamedCase, reply: EdgeReply, host: string): void {
  const { expects, origin } = item;
  judgeHeaders(reply, item);
  const page = new TextDecoder().decode(readBody(item));
  if (expects.body === 'none') {
    // A refusal may have a long text, in Markdown too.
    const words = /<p>([^<]+)/.exec(page)?.[1];
    if (words === undefined) throw new HarnessError('markdown-case', `${item.name} has no paragraph`);
    ok(!reply.text.includes(words), `the answer is ${getKind(reply)} with the page, expected none of it`);
    return;
  }
  if (expects.body === 'either' && isMarkdown(reply)) {
    const golden = readGolden(item);
    if (golden === undefined) return; // no golden to compare with
    const actual = splitDocument(toGoldenForm(reply.text, host));
    for (const each of parts) compare[each](actual, splitDocument(golden));
    return;
  }
  const type = origin.headers['content-type'] ?? 'text/html; charset=utf-8';
  equal(reply.headers.get('content-type'), [type].flat().join(', '), 'the header content-type');
  if (origin.encoding.length > 0) return; // the reply is text, which coded bytes are not
  const difference = getDifference(reply.text, page);
  if (difference !== undefined) {
    throw new ConformanceFailure(`the page was changed (- page, + answer):\n${difference}`, {
      evidence: { lines: difference },
    });
  }
}

function getGolden(item: NamedCase): string {
  const golden = readGolden(item);
  if (golden !== undefined) return golden;
  throw new HarnessError(
    'markdown-case',
    `${item.name} has no golden: touchstone record markdown ${item.name}`,
  );
}

const edges = (text: string) =>
  JSON.stringify(text.length > 160 ? `${text.slice(0, 80)} ... ${text.slice(-80)}` : text);
