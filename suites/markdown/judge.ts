import { markdownLimits } from '../../spec/engine-limits.ts';
import { type KnownRequirementId, requirementById } from '../../spec/requirements.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { EdgeReply } from '../harness/edge.ts';
import { ConformanceFailure, HarnessError } from '../harness/errors.ts';
import { differenceOf } from '../harness/text-difference.ts';
import { commonHeaders, headerRules, judgeHeaders } from './answer-headers.ts';
import { type NamedCase, readBody, readGolden, readPage } from './cases.ts';
import { asInGoldens, fieldsOf, type MarkdownDocument, takeApart } from './document.ts';
import { compare, type Part } from './parts.ts';

type Id = KnownRequirementId;

/** One requirement, and what throws a ConformanceFailure unless an answer meets it. */
export interface Judgement {
  readonly id: Id;
  readonly judge: (reply: EdgeReply, host: string) => void;
}

const parts: readonly Part[] = ['frontmatter', 'jsonLd', 'notice', 'tree'];

/** The part that decides about an id; undefined where all of them do. */
function partOf(id: string): Part | 'headers' | undefined {
  const [, group, number] = id.split('-');
  if (group === 'HDR') return 'headers';
  if (group === 'META' || (group === 'BODY' && Number(number) <= 3)) return 'frontmatter';
  if (id === 'MD-LD-4') return undefined; // a script can leave its trace anywhere
  if (group === 'LD') return 'jsonLd';
  if (group === 'NOTE') return 'notice';
  if (group === 'BODY' || group === 'URL') return 'tree';
  if (group === 'DIA' || group === 'TEXT') return 'text';
  return undefined;
}

/** Ids about one field of the frontmatter. */
const fields: Readonly<Partial<Record<Id, 'title' | 'description' | 'image'>>> = {
  'MD-META-1': 'title',
  'MD-META-2': 'title',
  'MD-META-3': 'description',
  'MD-META-4': 'description',
  'MD-META-5': 'image',
};

/** How the parts lie in the text: seed, Conversion response; fact sheet, section 4. */
const layout: Readonly<Partial<Record<Id, RegExp>>> = {
  'MD-BODY-1': /^---\n/,
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

/** What else a converted page is held to, where the case says nothing of it: `fixtures/markdown/README.md`. */
function impliedIds(listed: readonly Id[], golden: MarkdownDocument): Id[] {
  const about = (part: Part) => listed.some((id) => partOf(id) === part);
  return [
    ...commonHeaders,
    ...(about('frontmatter')
      ? []
      : ([golden.frontmatter === undefined ? 'MD-BODY-3' : 'MD-BODY-2'] as const)),
    ...(about('jsonLd') ? [] : ([golden.jsonLd === undefined ? 'MD-LD-2' : 'MD-LD-1'] as const)),
    ...(about('notice') ? [] : ([golden.notice === undefined ? 'MD-NOTE-6' : 'MD-NOTE-1'] as const)),
    ...(about('tree') || about('text') ? [] : (['MD-BODY-4'] as const)),
    'MD-TEXT-1',
  ];
}

/**
 * What an answer to a case has to meet, requirement by requirement.
 *
 * @throws HarnessError when the case names an id that does not exist; a judgement does when its golden is missing.
 */
export function judgementsOf(item: NamedCase): Judgement[] {
  const listed = listedIds(item);
  if (item.expects.body !== 'markdown') {
    return listed.map((id) => ({
      id,
      judge: (reply, host) => {
        if (isAboutCut(id, item)) return judgeCut(item, reply);
        judgeOther(item, reply, host);
        headerRules[id]?.(reply, item);
      },
    }));
  }
  // A case that still has no golden says so when it is run, and keeps no other suite from being loaded.
  // Which parts it has is seen without its fillings, some of which are megabytes.
  const golden = readGolden(item, { filled: false });
  const ids = new Set([...listed, ...(golden === undefined ? [] : impliedIds(listed, takeApart(golden)))]);
  const taken = comparing(item, listed);
  return [...ids].map((id) => ({
    id,
    judge: (reply, host) => judgeMarkdown(id, item, reply, () => taken(reply, host)),
  }));
}

/** A converted page as goldens have it, and both taken apart. */
interface Compared {
  readonly text: string;
  readonly actual: MarkdownDocument;
  readonly golden: MarkdownDocument;
}

/** Takes an answer and its golden apart once for all that is judged of it: some of them are megabytes. */
function comparing(item: NamedCase, listed: readonly Id[]): (reply: EdgeReply, host: string) => Compared {
  const known = new WeakMap<EdgeReply, Compared>();
  // A link without a scheme has that under which the page was asked for, which no golden knows.
  const alike = (whole: string) =>
    listed.includes('MD-URL-8') ? whole.replaceAll('http://', 'https://') : whole;
  return (reply, host) => {
    const before = known.get(reply);
    if (before) return before;
    const text = asInGoldens(reply.text, host);
    const [actual, golden] = [takeApart(alike(text)), takeApart(alike(goldenOf(item)))];
    const compared = { text, actual, golden };
    known.set(reply, compared);
    return compared;
  };
}

function judgeMarkdown(id: Id, item: NamedCase, reply: EdgeReply, compared: () => Compared): void {
  if (isAboutCut(id, item)) {
    judgeCut(item, reply);
    return;
  }
  mustBeMarkdown(reply);
  const rule = headerRules[id];
  const part = partOf(id);
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
  const field = fields[id];
  if (field !== undefined) {
    const [is, expected] = [actual, golden].map(({ frontmatter }) => fieldsOf(frontmatter ?? '{}')[field]);
    equal(is, expected, `the field ${field} of the frontmatter`);
  } else if (part !== undefined) {
    compare[part](actual, golden);
  } else {
    judgeHeaders(reply, item);
    for (const each of parts) compare[each](actual, golden);
  }
}

/** A page that is passed on, may be passed on, or is not given at all. */
function judgeOther(item: NamedCase, reply: EdgeReply, host: string): void {
  const { expects, origin } = item;
  judgeHeaders(reply, item);
  const page = new TextDecoder().decode(readBody(item));
  if (expects.body === 'none') {
    // Whoever refuses may say so at length, in Markdown too.
    const words = /<p>([^<]+)/.exec(page)?.[1];
    if (words === undefined) throw new HarnessError('markdown-case', `${item.name} has no paragraph`);
    ok(!reply.text.includes(words), `the answer is ${kindOf(reply)} with the page, expected none of it`);
    return;
  }
  if (expects.body === 'either' && isMarkdown(reply)) {
    const golden = readGolden(item);
    if (golden === undefined) return; // nobody knows what it would be
    const actual = takeApart(asInGoldens(reply.text, host));
    for (const each of parts) compare[each](actual, takeApart(golden));
    return;
  }
  const type = origin.headers['content-type'] ?? 'text/html; charset=utf-8';
  equal(reply.headers.get('content-type'), [type].flat().join(', '), 'the header content-type');
  if (origin.encoding.length > 0) return; // the reply is text, which coded bytes are not
  const difference = differenceOf(reply.text, page);
  if (difference !== undefined) {
    throw new ConformanceFailure(`the page was changed (- page, + answer):\n${difference}`, {
      evidence: { lines: difference },
    });
  }
}

/** Whatever becomes of a page above the limit, it is not converted in full: seed, Limits. */
function judgeCut(item: NamedCase, reply: EdgeReply): void {
  const [, behind = ''] = new TextDecoder().decode(readPage(item)).split('{{here}}');
  const words = behind.replace(/<[^>]*>/g, ' ').match(/\S+(?: \S+)*/)?.[0];
  if (words === undefined)
    throw new HarnessError('markdown-case', `${item.name} has no words behind {{here}}`);
  ok(
    !isMarkdown(reply) || !reply.text.includes(words),
    `the answer is Markdown and has what stands behind the limit: ${words}`,
  );
}

/** The seed says that a page above the limit is not converted in full; what is given instead is documented only. */
const isAboutCut = (id: Id, item: NamedCase): boolean =>
  id === 'MD-LIM-3' || (id === 'MD-LIM-4' && readBody(item).length > markdownLimits.htmlBytes);

function goldenOf(item: NamedCase): string {
  const golden = readGolden(item);
  if (golden !== undefined) return golden;
  throw new HarnessError(
    'markdown-case',
    `${item.name} has no golden: touchstone record markdown ${item.name}`,
  );
}

/** Whether an answer says that it is Markdown. */
export const isMarkdown = ({ headers }: EdgeReply): boolean =>
  /^text\/markdown\b/i.test(headers.get('content-type') ?? '');

/** Fails unless an answer says that it is Markdown. */
export function mustBeMarkdown(reply: EdgeReply): void {
  ok(isMarkdown(reply), `the page was not converted: the answer is ${kindOf(reply)}`);
}

const kindOf = ({ status, headers }: EdgeReply) =>
  `${status} ${headers.get('content-type') ?? 'without a type'}`;

const edges = (text: string) =>
  JSON.stringify(text.length > 160 ? `${text.slice(0, 80)} ... ${text.slice(-80)}` : text);
