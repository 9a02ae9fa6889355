import type { MessageEvent } from './events.ts';

/**
 * What is wrong with the order of a message's events, each of which fits its schema: fact sheet inference,
 * section 3.
 *
 * @returns one sentence for each fault, none where all is well
 */
export function messageStreamProblems(events: readonly MessageEvent[]): string[] {
  const problems: string[] = [];
  let open: { readonly index: number; readonly type: string; json: string } | undefined;
  let blocks = 0;
  let state: 'before' | 'within' | 'closing' | 'after' = 'before';
  for (const [at, event] of events.entries()) {
    const say = (problem: string) => problems.push(`event ${at}, ${event.type}: ${problem}`);
    if (event.type === 'ping') continue;
    if (state === 'after') say('stands behind the end');
    if (state === 'before' && event.type !== 'message_start' && event.type !== 'error') {
      say('stands before message_start');
    }
    switch (event.type) {
      case 'message_start':
        if (state !== 'before') say('comes a second time');
        state = 'within';
        break;
      case 'content_block_start':
        if (open) say(`block ${open.index} is not stopped`);
        if (state === 'closing') say('stands behind message_delta');
        if (event.index !== blocks) say(`has index ${event.index} and not ${blocks}`);
        open = { index: event.index, type: event.content_block.type, json: '' };
        blocks += 1;
        break;
      case 'content_block_delta':
        if (open?.index !== event.index) say(`block ${event.index} is not started`);
        else if (!fits(open.type, event.delta.type)) say(`${event.delta.type} is not for ${open.type}`);
        else if (event.delta.type === 'input_json_delta') open.json += event.delta.partial_json;
        break;
      case 'content_block_stop':
        if (open?.index !== event.index) say(`block ${event.index} is not started`);
        else if (open.json !== '' && !isObject(open.json)) say('the input of the tool is no JSON object');
        open = undefined;
        break;
      case 'message_delta':
        if (open) say(`block ${open.index} is not stopped`);
        state = 'closing';
        break;
      case 'message_stop':
        if (state === 'within') say('no message_delta says why');
        state = 'after';
        break;
      case 'error':
        state = 'after';
        break;
    }
  }
  if (state !== 'after') problems.push('the stream ends without message_stop');
  return problems;
}

const deltas: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  tool_use: ['input_json_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
};

const fits = (block: string, delta: string) => deltas[block]?.includes(delta) === true;

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
