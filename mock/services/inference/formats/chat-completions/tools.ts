import type {
  ChatTool,
  ChatToolChoice,
} from '../../../../../spec/services/inference/formats/chat-completions/request.ts';
import type { Tool, ToolChoice } from '../../../../engines/models/backend.ts';

/** What a custom tool takes, as a function: one text. */
const oneText = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
} as const;

/** Tools and which of them may be called; engines call custom tools as functions of one text, `input`. */
export function toolsOfChat(
  tools: readonly ChatTool[] | undefined,
  choice: ChatToolChoice | undefined,
): { readonly tools?: readonly Tool[]; readonly toolChoice?: ToolChoice } {
  if (tools === undefined || tools.length === 0) return {};
  const all = tools.map(toolOf);
  if (choice === undefined) return { tools: all };
  if (typeof choice === 'string') return { tools: all, toolChoice: { type: choice } };
  switch (choice.type) {
    case 'function':
      return { tools: all, toolChoice: { type: 'named', name: choice.function.name } };
    case 'custom':
      return { tools: all, toolChoice: { type: 'named', name: choice.custom.name } };
    case 'allowed_tools': {
      const allowed = new Set(choice.allowed_tools.tools.map(nameOf));
      const left = all.filter(({ name }) => allowed.has(name));
      return left.length === 0 ? {} : { tools: left, toolChoice: { type: choice.allowed_tools.mode } };
    }
  }
}

function toolOf(tool: ChatTool): Tool {
  const { name, description } = tool.type === 'function' ? tool.function : tool.custom;
  const parameters = tool.type === 'function' ? tool.function.parameters : oneText;
  return {
    name,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && { parameters }),
  };
}

/** The name in `{type, function: {name}}`, `{type, custom: {name}}` or flat `{type, name}`. */
export function nameOf(tool: Readonly<Record<string, unknown>>): unknown {
  const inner = tool['function'] ?? tool['custom'];
  return typeof inner === 'object' && inner !== null && 'name' in inner ? inner.name : tool['name'];
}
