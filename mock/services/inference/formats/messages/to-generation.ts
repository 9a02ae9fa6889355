import type {
  MessagesInput,
  MessageTool,
} from '../../../../../spec/services/inference/formats/messages/request.ts';
import type { Generation, Message, Tool, ToolChoice } from '../../../../engines/models/backend.ts';
import { effortOf } from '../shared/effort.ts';
import { generation } from '../shared/generation.ts';
import { messagesOfMessages } from './messages.ts';

/**
 * What is asked of the engine by a request in the Messages format. Tools that the provider would run itself
 * are left out: nobody runs them here.
 *
 * @throws ModelError `bad-input` for files that can not be read
 *
 * @example
 * toGeneration({ max_tokens: 8, messages: [{ role: 'user', content: 'Hello' }] })
 * // { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }], maxTokens: 8, effort: 'none' }
 */
export function toGeneration(body: MessagesInput): Generation {
  const tools = (body.tools ?? []).flatMap(toolOf);
  const format = body.output_config?.format;
  return generation({
    messages: [...systemOf(body.system), ...messagesOfMessages(body.messages)],
    ...(tools.length > 0 && { tools, toolChoice: choiceOf(body.tool_choice) }),
    parallelCalls: parallelOf(body.tool_choice),
    maxTokens: body.max_tokens,
    stop: body.stop_sequences,
    format: format ? { type: 'json-schema', schema: format.schema } : undefined,
    temperature: body.temperature,
    topP: body.top_p,
    effort: thinkingEffort(body),
  });
}

function parallelOf(choice: MessagesInput['tool_choice']): boolean | undefined {
  return choice?.type !== 'none' && choice?.disable_parallel_tool_use === true ? false : undefined;
}

function systemOf(system: MessagesInput['system']): readonly Message[] {
  if (system === undefined || system.length === 0) return [];
  const texts = typeof system === 'string' ? [system] : system.map(({ text }) => text);
  return [{ role: 'system', parts: texts.map((text) => ({ type: 'text', text })) }];
}

function toolOf(tool: MessageTool): readonly Tool[] {
  const { name, description, input_schema: parameters } = tool;
  if (typeof parameters !== 'object' || parameters === null) return [];
  return [
    {
      name,
      ...(typeof description === 'string' && { description }),
      parameters: { ...parameters },
    },
  ];
}

function choiceOf(choice: MessagesInput['tool_choice']): ToolChoice | undefined {
  if (choice === undefined) return undefined;
  if (choice.type === 'any') return { type: 'required' };
  return choice.type === 'tool' ? { type: 'named', name: choice.name } : { type: choice.type };
}

/** Tokens for thoughts from which on thinking is harder (inferred: budgets are no efforts). */
const budgets = { medium: 4096, high: 16_384 } as const;

/** In this format a model thinks aloud only when asked to. */
function thinkingEffort({ thinking, output_config }: MessagesInput): Generation['effort'] {
  const effort = effortOf(output_config?.effort);
  switch (thinking?.type) {
    case 'adaptive':
      return effort ?? 'medium';
    case 'enabled':
      if (effort !== undefined) return effort;
      if (thinking.budget_tokens < budgets.medium) return 'low';
      return thinking.budget_tokens < budgets.high ? 'medium' : 'high';
    default:
      return 'none';
  }
}
