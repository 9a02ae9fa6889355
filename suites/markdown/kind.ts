import { ok } from '../harness/assertions.ts';
import type { EdgeReply } from '../harness/edge.ts';

/** Whether the media type of an answer is Markdown. */
export const isMarkdown = ({ headers }: EdgeReply): boolean =>
  /^text\/markdown\b/i.test(headers.get('content-type') ?? '');

/** Fails unless the media type of an answer is Markdown. */
export function mustBeMarkdown(reply: EdgeReply): void {
  ok(isMarkdown(reply), `the page was not converted: the answer is ${getKind(reply)}`);
}

/** Status and media type of an answer, for messages. */
export const getKind = ({ status, headers }: EdgeReply): string =>
  `${status} ${headers.get('content-type') ?? 'without a type'}`;
