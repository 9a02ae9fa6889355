import { isRegExp } from '../../../../spec/value-kinds.ts';
import type { Asked } from './asked.ts';
import { compileMatch, type ReplyMatch } from './match.ts';
import { canAnswer } from './reply.ts';
import type { ReplyRecord } from './reply-book.ts';

/** Replies that are told of: those of which the least is wrong. */
const mostReplies = 3;
/** Characters of a value that are shown. */
const mostCharacters = 100;

/**
 * Why none of these replies was the one for a request, a line for each of those that come nearest: which members of
 * its match differ, and what was asked instead.
 *
 * @example
 * explainMatch(book.list(), asked);
 * // ['reply "weather" did not match: text is "Hello", not "weather"']
 */
export function explainMatch(records: readonly ReplyRecord[], asked: Asked): string[] {
  return records
    .map((record) => ({ record, faults: faultsOf(record, asked) }))
    .sort((a, b) => a.faults.length - b.faults.length)
    .slice(0, mostReplies)
    .map(({ record: { id, reply }, faults }) => {
      return `reply ${shown(reply.name ?? id)} did not match: ${faults.join(', ')}`;
    });
}

function faultsOf({ reply, left, used }: ReplyRecord, asked: Asked): string[] {
  const faults: string[] = [];
  if (left === 0) faults.push(`it is used up, after ${used} of ${used}`);
  if (typeof reply.reply !== 'function' && !canAnswer(reply.reply, asked.task)) {
    faults.push(`it has no answer for the task ${asked.task}`);
  }
  const { match = {} } = reply;
  if (typeof match === 'function') return faults.length > 0 ? faults : ['its function says no'];
  for (const [member, wanted] of Object.entries(match)) {
    // One member of a match is a match.
    if (wanted === undefined || compileMatch({ [member]: wanted } as ReplyMatch)(asked)) continue;
    faults.push(`${member} is ${shown(askedFor(member, asked))}, not ${shown(wanted)}`);
  }
  return faults;
}

/** What a request has where a match has this member. */
function askedFor(member: string, asked: Asked): unknown {
  switch (member) {
    case 'tool':
      return asked.tools;
    case 'toolResult':
      return asked.toolResults;
    default:
      // The other members have the same names.
      return asked[member as 'task' | 'model' | 'text' | 'system' | 'turn' | 'format'];
  }
}

function shown(value: unknown): string {
  const text = isRegExp(value) ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
