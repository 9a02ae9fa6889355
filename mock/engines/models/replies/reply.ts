import type { Transcript } from '../backend.ts';
import type { Task } from '../task.ts';
import type { Asked } from './asked.ts';
import type { ReplyMatch } from './match.ts';
import type { ReplyContentData, ReplyDataInput } from './reply-schema.ts';

/** What is replied, as in data, where bytes may stand as they are. */
export type ReplyContent = Omit<
  ReplyContentData,
  'picture' | 'audio' | 'transcript' | 'error' | 'breakOff'
> & {
  readonly picture?: string | Uint8Array | undefined;
  readonly audio?: string | Uint8Array | undefined;
  readonly transcript?: string | Transcript | undefined;
  readonly error?: ReplyDataInput['reply']['error'];
  readonly breakOff?: ReplyDataInput['reply']['breakOff'];
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
