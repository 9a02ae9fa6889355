import { parseDocument } from 'yaml';
import { pageOrigin } from '../../spec/vectors/markdown.ts';
import { isObject } from '../harness/assertions.ts';
import { ConformanceFailure } from '../harness/errors.ts';

/**
 * The parts of a converted page: seed inference-and-conversion, Conversion response; Cloudflare docs, Markdown for
 * Agents.
 */
export interface MarkdownDocument {
  /** Text between the two lines of hyphens, with its last newline; undefined when there is none. */
  readonly frontmatter: string | undefined;
  /** Markdown between frontmatter, notice and JSON-LD, without the blank lines around it. */
  readonly body: string;
  /** The comment about an incomplete conversion. */
  readonly notice: string | undefined;
  /** The fenced block at the end with its fences, without the newline after it. */
  readonly jsonLd: string | undefined;
}

const opening = /^---\n([\s\S]*?\n)??---(?:\n|$)/;

/** A comment on its own line, the last of the body. */
const comment = /(?:^|\n)(<!-- Cloudflare Markdown for Agents: [^\n]*-->)\s*$/;

/**
 * Splits a converted page into its parts. Both sides of a comparison are split, so a code block in `json` at the end of
 * a page without JSON-LD counts as JSON-LD on both sides.
 *
 * @example
 * splitDocument('---\ntitle: A\n---\n\n# B\n').frontmatter // 'title: A\n'
 */
export function splitDocument(text: string): MarkdownDocument {
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

/** The fenced `json` block at the end of a text; its closing fence has the length of the opening one. */
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
 * The fields of a frontmatter, parsed as YAML 1.2.
 *
 * @throws ConformanceFailure when it is not YAML, or not a mapping of strings.
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
 * Rewrites the URLs of a page as goldens have them, with {@link pageOrigin} in place of the scheme and host of the
 * request.
 *
 * @param host host of the request, without a port
 */
export function toGoldenForm(text: string, host: string): string {
  const literal = host.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`https?://${literal}(?::\\d+)?(?![\\w.-])`, 'g'), pageOrigin);
}
