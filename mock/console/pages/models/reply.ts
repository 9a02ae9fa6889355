import type {
  ModelReply,
  ModelReplyContent,
  ModelReplyInput,
  modelTasks,
} from '../../../../spec/model-reply.ts';

/** A scripted reply with its state, as the admin interface lists it. */
export interface ReplyRecord {
  readonly id: string;
  readonly used: number;
  readonly left: number | null;
  readonly reply: ModelReply | null;
}

type Task = (typeof modelTasks)[number];

/** A request that no reply matched. */
export interface UnmatchedRequest {
  readonly task: Task;
  readonly model: string;
  readonly text: string;
}

export const exampleReply: ModelReplyInput = {
  match: { text: 'weather' },
  reply: { text: 'Sunny, and warm.' },
};

/** The answer to start from, for each kind of task. */
const answers: Partial<Record<Task, ModelReplyContent>> = {
  embed: { vectors: [[0.1, 0.2, 0.3]] },
  transcribe: { transcript: 'Hello.' },
  classify: { labels: [{ label: 'POSITIVE', score: 0.9 }] },
  label: { labels: [{ label: 'lamp', score: 0.9 }] },
  rank: { scores: [0.9, 0.1] },
  draw: { delayMs: 500 },
  speak: { delayMs: 500 },
  detect: { delayMs: 500 },
};

/** Makes a reply that answers this request once it comes again. A text that the list has cut is matched by its start. */
export function toReadyReply({ task, model, text }: UnmatchedRequest): ModelReplyInput {
  const whole = text.endsWith('…') ? { contains: text.slice(0, -1) } : { equals: text };
  return {
    match: { task, model, ...(text !== '' && { text: whole }) },
    reply: answers[task] ?? { text: 'Your answer.' },
  };
}

/** A reply that a form can say: a text in the prompt, and the text of the answer. */
export interface SimpleReply {
  /** Empty for any prompt. */
  readonly contains: string;
  readonly answer: string;
}

export const emptySimple: SimpleReply = { contains: '', answer: '' };

export const toReply = ({ contains, answer }: SimpleReply): ModelReplyInput => ({
  ...(contains !== '' && { match: { text: contains } }),
  reply: { text: answer },
});

/** What the form shows for a reply as JSON; undefined if the reply says more than the form can. */
export function readSimple(text: string): SimpleReply | undefined {
  try {
    const given = JSON.parse(text);
    const simple = { contains: given.match?.text ?? '', answer: given.reply?.text };
    const isSaid = JSON.stringify(toReply(simple)) === JSON.stringify(given);
    const isText = typeof simple.contains === 'string' && typeof simple.answer === 'string';
    return isSaid && isText ? simple : undefined;
  } catch {
    return undefined;
  }
}
