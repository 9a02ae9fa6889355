import {
  type ModelReplyContent,
  type ModelReplyInput,
  modelReplySchema,
  type TextMatchData,
} from '../../../../spec/model-reply.ts';
import type { Task, Transcript } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import type { Asked } from './asked.ts';
import { compilePattern, type ReplyMatch } from './match.ts';

/** What is replied, as in data, where bytes may stand as they are. */
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

/** A reply of a user's script in code: as in data, and functions may stand for its parts. */
export interface Reply {
  /** What it is listed as. */
  readonly name?: string | undefined;
  /** What a request has to be; left out for every request. */
  readonly match?: ReplyMatch | ((asked: Asked) => boolean) | undefined;
  /** How many requests it answers before it is used up; `always` when left out. */
  readonly times?: 'once' | 'always' | number | undefined;
  readonly reply: ReplyContent | ((asked: Asked) => ReplyContent | Promise<ReplyContent>);
}

/** Which members of a reply answer a task. */
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

/** Whether a reply says nothing but how long things take, so that the fallback answers. */
export function isTimingOnly(content: ReplyContent): boolean {
  return content.error === undefined && ALL_MEMBERS.every((member) => content[member] === undefined);
}

/**
 * Whether a reply can be the one for a task.
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
 * A reply of a user's script as JSON data, whose patterns are some of RE2.
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

/** The error that a reply says. */
export function toModelError({
  reason = 'scripted',
  status,
  message,
}: NonNullable<ReplyContent['error']>): ModelError {
  return new ModelError(
    reason,
    message ?? 'A reply of the script says that the model fails.',
    status === undefined ? {} : { status },
  );
}
