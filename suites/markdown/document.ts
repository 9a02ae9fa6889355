import { parseDocument } from 'yaml';
import { pageOrigin } from '../../spec/vectors/markdown.ts';
import { isObject } from '../harness/assertions.ts';
import { ConformanceFailure } from '../harness/errors.ts';

/**
 * A converted page, taken apart: seed inference-and-conversion, Conversion response; Cloudflare docs,
 * Markdown for Agents.
 */
export interface MarkdownDocument {
  /** Text between the two lines of hyphens, with its last newline; undefined when there is none. */
  readonly frontmatter: string | undefined;
  /** Markdown between frontmatter, notice and JSON-LD, without the blank lines around it. */
  readonly body: string;
  /** The comment about an incomplete conversion. */
  readonly notice: string | undefined;
  /** The fenced block at the end with its fences, without the newline behind it. */
  readonly jsonLd: string | undefined;
}

const opening = /^---\n([\s\S]*?\n)??---(?:\n|$)/;

/** A comment on its own line, the last of the body. */
const comment = /(?:^|\n)(<!-- Cloudflare Markdown for Agents: [^\n]*-->)\s*$/;

/**
 * Takes a converted page apart. Both sides of a comparison go through it, so what it takes for JSON-LD in a
 * page that has none (a code block in `json` at the end) is taken for it on both sides.
 *
 * @example
 * takeApart('---\ntitle: A\n---\n\n# B\n').frontmatter // 'title: A\n'
 */
export function takeApart(text: string): MarkdownDocument {
  const front = opening.exec(text);
  let rest = front ? text.slice(front[0].length) : text;
  const jsonLd = lastBlock(rest);
  if (jsonLd !== undefined) rest = rest.slice(0, rest.lastIndexOf(jsonLd));
  const notice = comment.exec(rest);
  if (notice) rest = rest.slice(0, notice.index);
  return {
    frontmatter: front ? (front[1] ?? '') : undefined,
    body: rest.replace(/^\n+/, '').trimEnd(),
    notice: notice?.[1],
    jsonLd,
  };
}

/** The fenced `json` block with which a text ends; its fence is no longer than it opened. */
function lastBlock(text: string): string | undefined {
  const end = text.trimEnd();
  const fence = /(?:^|\n)(`{3,}|~{3,})$/.exec(end)?.[1];
  if (fence === undefined) return undefined;
  const before = end.slice(0, -fence.length);
  const start = before.lastIndexOf(`${fence}json\n`);
  const alone = start === 0 || before[start - 1] === '\n';
  if (start < 0 || !alone) return undefined;
  return before.slice(start).includes(`\n${fence}\n`) ? undefined : end.slice(start);
}

/**
 * The fields of a frontmatter, as YAML 1.2 has them.
 *
 * @throws ConformanceFailure when it is no YAML, or not a mapping of strings.
 */
export function getFields(frontmatter: string): Readonly<Record<string, string>> {
  const parsed = parseDocument(frontmatter, { version: '1.2', strict: true, uniqueKeys: true });
  const [fault] = parsed.errors;
  if (fault) throw new ConformanceFailure(`the frontmatter is no YAML: ${fault.message.split('\n')[0]}`);
  const value: unknown = parsed.toJS();
  if (!isObject(value)) throw new ConformanceFailure('the frontmatter is no mapping');
  const entries = Object.entries(value).map(([name, field]): [string, string] => {
    if (typeof field === 'string') return [name, field];
    throw new ConformanceFailure(
      `the field ${name} of the frontmatter is ${JSON.stringify(field)}, expected a string`,
    );
  });
  return Object.fromEntries(entries);
}

/**
 * Writes the URLs of a page as goldens do, with {@link pageOrigin} in place of the scheme and the host under
 * which it was asked for.
 *
 * @param host that the request named, without a port
 */
export function asInGoldens(text: string, host: string): string {
  const literal = host.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`https?://${literal}(?::\\d+)?(?![\\w.-])`, 'g'), pageOrigin);
}
