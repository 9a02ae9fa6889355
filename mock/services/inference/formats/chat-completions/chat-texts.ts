import type { ChatCompletion } from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { GenerationEvent } from '../../../../engines/models/backend.ts';
import { type Soon, whenThere } from '../../../../soon.ts';
import type { Events } from '../format.ts';
import { wholeAnswer } from '../shared/whole-answer.ts';
import { answerOf, type ChatContext, type ChatHead, chatHead, completionOf } from './answer-of.ts';

/**
 * Writes whole chat completions as JSON. Events that come again, as those of a remembered answer do, make an answer
 * that differs in its head alone: what stands behind it is written once.
 *
 * @example
 * new ChatTexts().of([events], context) // '{"id":"chatcmpl-…","object":"chat.completion","created":…'
 */
export class ChatTexts {
  /** Empty for events that came once: few come again. */
  readonly #behindHead = new WeakMap<readonly GenerationEvent[], string>();

  /** @throws ModelError see `Format.answerOf` */
  of(choices: readonly Events[], context: ChatContext): Soon<string> {
    const [events = []] = choices;
    if (choices.length > 1 || !(Symbol.iterator in events))
      return whenThere(answerOf(choices, context), (completion) => JSON.stringify(completion));
    const head = chatHead(context);
    const known = this.#behindHead.get(events);
    if (known) return written(head, known);
    return whenThere(wholeAnswer(events), (answer) => {
      const completion = completionOf(head, [answer]);
      const behind = known === '' ? behindHead(completion) : '';
      this.#behindHead.set(events, behind);
      return behind === '' ? JSON.stringify(completion) : written(head, behind);
    });
  }
}

function behindHead({ choices, usage }: ChatCompletion): string {
  return JSON.stringify({ choices, usage }).slice(1);
}

function written({ id, created, model }: ChatHead, behind: string): string {
  return `{"id":"${id}","object":"chat.completion","created":${created},"model":${JSON.stringify(model)},${behind}`;
}
