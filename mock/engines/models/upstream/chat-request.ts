import type { Generation, JsonSchema, Message, Part, Tool, ToolChoice } from '../backend.ts';
import { toBase64 } from '../base64.ts';
import { ModelError } from '../model-error.ts';
import { getText } from '../replies/incoming-request.ts';
import type { UpstreamOptions } from './options.ts';

/**
 * The body of a request to `/chat/completions` with streaming and usage.
 *
 * @param model its name upstream
 * @throws ModelError `bad-input` for anything the format can't express
 */
export function chatRequest(
  model: string,
  request: Generation,
  maxTokensParameter: NonNullable<UpstreamOptions['maxTokensParameter']> = 'max_tokens',
): object {
  const { tools, toolChoice, parallelCalls, maxTokens, stop, format, temperature, topP, seed, effort } =
    request;
  return {
    model,
    messages: request.messages.map(messageBody),
    stream: true,
    stream_options: { include_usage: true },
    ...(tools !== undefined && tools.length > 0 && { tools: tools.map(toolBody) }),
    ...(toolChoice !== undefined && { tool_choice: toolChoiceBody(toolChoice) }),
    ...(tools !== undefined && parallelCalls !== undefined && { parallel_tool_calls: parallelCalls }),
    ...(maxTokens !== undefined && { [maxTokensParameter]: maxTokens }),
    ...(stop !== undefined && stop.length > 0 && { stop }),
    ...(format !== undefined && { response_format: formatBody(format) }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(seed !== undefined && { seed }),
    ...(effort !== undefined && { reasoning_effort: effort }),
  };
}

function messageBody(message: Message): object {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: getText(message.parts) };
    case 'user':
      return { role: 'user', content: contentBody(message.parts) };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: getText(message.parts) };
    case 'assistant': {
      const calls = message.toolCalls ?? [];
      const text = getText(message.parts);
      return {
        role: 'assistant',
        content: text === '' && calls.length > 0 ? null : text,
        ...(calls.length > 0 && {
          tool_calls: calls.map((call) => ({
            id: call.id,
            type: 'function',
            function: { name: call.name, arguments: call.arguments },
          })),
        }),
      };
    }
  }
}

/** Plain text if possible: not every server supports parts. */
function contentBody(parts: readonly Part[]): string | readonly object[] {
  return parts.every((part) => part.type === 'text') ? getText(parts) : parts.map(partBody);
}

function partBody(part: Part): object {
  if (part.type === 'text') return part;
  const { mediaType, data } = part;
  const url = () => (data instanceof URL ? data.href : `data:${mediaType};base64,${toBase64(data)}`);
  if (mediaType.startsWith('image/')) return { type: 'image_url', image_url: { url: url() } };
  const audio = /^audio\/(?:x-)?(wav|wave|mpeg|mp3)$/.exec(mediaType)?.[1];
  if (audio === undefined) {
    return { type: 'file', file: { filename: `file.${mediaType.split('/')[1] ?? 'bin'}`, file_data: url() } };
  }
  if (data instanceof URL) {
    throw new ModelError('bad-input', 'An upstream cannot get sound by its address: send its bytes.');
  }
  const format = audio.startsWith('wav') ? 'wav' : 'mp3';
  return { type: 'input_audio', input_audio: { data: toBase64(data), format } };
}

function toolBody({ name, description, parameters }: Tool): object {
  return {
    type: 'function',
    function: {
      name,
      ...(description !== undefined && { description }),
      // Servers require an object; without a schema, anything is allowed.
      parameters: typeof parameters === 'object' ? parameters : { type: 'object', properties: {} },
    },
  };
}

function toolChoiceBody(choice: ToolChoice): unknown {
  return choice.type === 'named' ? { type: 'function', function: { name: choice.name } } : choice.type;
}

function formatBody(format: NonNullable<Generation['format']>): object {
  if (format.type === 'json') return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: 'answer', schema: schemaBody(format.schema) } };
}

function schemaBody(schema: JsonSchema): object {
  if (schema === false) throw new ModelError('bad-input', 'No JSON satisfies the schema `false`.');
  return schema === true ? {} : schema;
}
