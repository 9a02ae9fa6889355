import { modelReplySchema, type TextMatchData } from '../../../../spec/model-reply.ts';
import { compilePattern } from './pattern.ts';

export type {
  ModelReply as ReplyData,
  ModelReplyContent as ReplyContentData,
  ModelReplyInput as ReplyDataInput,
  ModelReplyMatch as ReplyMatchData,
  TextMatchData,
} from '../../../../spec/model-reply.ts';

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
