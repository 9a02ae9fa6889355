import {
  type ChatInput,
  type ResponseFormat,
  schemaOfFormat,
} from '../../../../../spec/services/inference/formats/chat-completions/request.ts';
import type { Generation } from '../../../../engines/models/backend.ts';
import { effortOf } from '../shared/effort.ts';
import { generation } from '../shared/generation.ts';
import { messagesOfChat } from './messages.ts';
import { toolsOfChat } from './tools.ts';

/** A chat without its messages, which models of the run endpoints take as a prompt too. */
export type ChatSettings = Partial<
  Pick<
    ChatInput,
    | 'tools'
    | 'tool_choice'
    | 'parallel_tool_calls'
    | 'max_tokens'
    | 'max_completion_tokens'
    | 'stop'
    | 'response_format'
    | 'temperature'
    | 'top_p'
    | 'seed'
    | 'reasoning_effort'
    | 'chat_template_kwargs'
  >
>;

/**
 * What is asked of the engine by a chat, whether the model stands in the body or in the path.
 *
 * @throws ModelError `bad-input` for files that can not be read
 *
 * @example
 * toGeneration({ messages: [{ role: 'user', content: 'Hello' }], max_tokens: 8 })
 * // { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }], maxTokens: 8 }
 */
export function toGeneration(body: ChatInput): Generation {
  return withSettings(messagesOfChat(body.messages), body);
}

/** What is asked of the engine by messages and the other members of a chat. */
export function withSettings(messages: Generation['messages'], body: ChatSettings): Generation {
  const { stop, temperature, seed } = body;
  return generation({
    messages,
    ...toolsOfChat(body.tools, body.tool_choice),
    parallelCalls: body.parallel_tool_calls,
    maxTokens: body.max_completion_tokens ?? body.max_tokens,
    stop: typeof stop === 'string' ? [stop] : stop,
    format: formatOf(body.response_format),
    temperature,
    topP: body.top_p,
    seed,
    effort: effortOf(body.reasoning_effort ?? (thinks(body) === false ? 'none' : undefined)),
  });
}

const thinks = ({ chat_template_kwargs }: ChatSettings) => chat_template_kwargs?.enable_thinking;

function formatOf(format: ResponseFormat | undefined): Generation['format'] {
  switch (format?.type) {
    case 'json_object':
      return { type: 'json' };
    case 'json_schema':
      return { type: 'json-schema', schema: schemaOfFormat(format.json_schema).schema };
    default:
      return undefined;
  }
}
