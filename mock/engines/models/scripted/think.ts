import type { Generation } from '../backend.ts';
import type { Conversation } from './conversation.ts';
import type { Random } from './random.ts';
import { shorten, subjectOf } from './subject.ts';
import type { PlannedCall } from './tools/call-tools.ts';

const steps: Readonly<Record<NonNullable<Generation['effort']>, number>> = {
  none: 0,
  minimal: 1,
  low: 2,
  medium: 4,
  high: 8,
};

const thoughts = [
  'The words that matter are {k}.',
  'A plain answer to that is best.',
  'What came before in the conversation counts too.',
  'Nothing in it needs a warning.',
  'It helps to take {k} first and the rest after.',
  'One could also read it otherwise, but this reading is the likelier one.',
  'The answer has to name {k}.',
  'The tone of the user sets the tone of the answer.',
];

/** What is thought before an answer: longer with more effort, nothing where none is asked for. */
export function think(
  conversation: Conversation,
  effort: Generation['effort'],
  calls: readonly PlannedCall[],
  random: Random,
): string {
  const count = effort === undefined ? 0 : (steps[effort] ?? 0);
  if (count === 0) return '';
  const { quote, topics } = subjectOf(conversation.prompt);
  const start = random.whole(0, thoughts.length - 1);
  const sentences = [
    quote === '' ? 'There are no words to go by.' : `The user says: “${shorten(quote, 100)}”`,
  ];
  for (let index = 1; index < count; index++) {
    const topic = topics.length === 0 ? 'few' : random.pick(topics);
    sentences.push((thoughts[(start + index) % thoughts.length] ?? '').replace('{k}', topic));
  }
  for (const call of calls) sentences.push(`This calls for ${call.name}.`);
  return sentences.join(' ');
}
