import {
  type ModelReplyContent,
  type ModelReplyInput,
  modelReplySchema,
  type TextMatchData,
} from '../../../../spec/model-reply.ts';
import type { Task, Transcript } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { compilePattern, type ReplyMatch } from './match.ts';

/** A reply's content in data form, in which raw bytes are allowed too. */
export type ReplyContent = Omit<
  ModelReplyContent,
  'picture' | 'audio' | 'transcript' | 'error' | 'breakOff'
> & {
  readonly picture?: string | Uint8Array | undefined;
  readonly audio?: string | Uint8Array | undefined;
  readonly transcript?: string | Transcript | undefined;
  readonly error?: ModelReplyInput['reply']['error'];
  readonly breakOff?: ModelReplyInput['reply']['breakOff'];
};

/** A reply of a user's script in code: the data form, with functions allowed for its parts. */
export interface Reply {
  /** Its name in lists. */
  readonly name?: string | undefined;
  /** The condition on requests; default: every request. */
  readonly match?: ReplyMatch | ((incoming: IncomingRequest) => boolean) | undefined;
  /** Number of requests it answers before it is used up; default: `always`. */
  readonly times?: 'once' | 'always' | number | undefined;
  readonly reply: ReplyContent | ((incoming: IncomingRequest) => ReplyContent | Promise<ReplyContent>);
}

/** The members of a reply that answer each task. */
const MEMBERS = {
  generate: ['text', 'json', 'reasoning', 'toolCalls', 'finishReason'],
  embed: ['vectors'],
  draw: ['picture'],
  speak: ['audio'],
  transcribe: ['transcript'],
  translate: ['text', 'json'],
  summarise: ['text', 'json'],
  classify: ['labels'],
  rank: ['scores'],
  describe: ['text', 'json'],
  label: ['labels'],
  detect: ['detections'],
} as const satisfies Record<Task, readonly (keyof ReplyContent)[]>;

const ALL_MEMBERS = [...new Set(Object.values(MEMBERS).flat())];

/** Whether a reply only sets delays, so that the fallback answers. */
export function isTimingOnly(content: ReplyContent): boolean {
  return content.error === undefined && ALL_MEMBERS.every((member) => content[member] === undefined);
}

/**
 * Whether a reply can answer a task.
 *
 * @example
 * canAnswer({ text: 'Hello.' }, 'translate') // true
 * canAnswer({ text: 'Hello.' }, 'draw') // false
 */
export function canAnswer(content: ReplyContent, task: Task): boolean {
  return (
    content.error !== undefined ||
    MEMBERS[task].some((member) => content[member] !== undefined) ||
    isTimingOnly(content)
  );
}

/**
 * A reply of a user's script as JSON data, with RE2 patterns.
 *
 * @example
 * replySchema.parse({ match: { text: { pattern: '^weather' } }, times: 'once', reply: { text: 'Sunny.' } });
 */
export const replySchema = modelReplySchema.superRefine(({ match }, context) => {
  const { text, system, toolResult } = match;
  const ofTool = typeof toolResult === 'object' ? toolResult.text : undefined;
  const places: readonly (readonly [string[], TextMatchData | undefined])[] = [
    [['text'], text],
    [['system'], system],
    [['toolResult', 'text'], ofTool],
  ];
  for (const [path, place] of places) {
    if (typeof place !== 'object' || !('pattern' in place)) continue;
    const test = compilePattern(place.pattern, place.flags);
    if (typeof test !== 'string') continue;
    context.addIssue({ code: 'custom', path: ['match', ...path, 'pattern'], message: test });
  }
});

/** The error that a reply simulates. */
export function toModelError({
  reason = 'scripted',
  status,
  message,
}: NonNullable<ReplyContent['error']>): ModelError {
  return new ModelError(
    reason,
    message ?? 'A reply of the script simulates a failure.',
    status === undefined ? {} : { status },
  );
}
