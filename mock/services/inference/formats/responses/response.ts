import type {
  OutputItem,
  ResponseObject,
} from '../../../../../spec/services/inference/formats/responses/answer.ts';
import type { ResponsesInput } from '../../../../../spec/services/inference/formats/responses/request.ts';
import type { ResponseUsage } from '../../../../../spec/services/inference/formats/usage.ts';
import type { Usage } from '../../../../engines/models/backend.ts';
import { type AnswerPart, type Finish, wholeAnswer } from '../answer-parts.ts';
import type { AnswerContext, Events } from '../format.ts';

/** What a response needs to know beside its events. */
export interface ResponsesContext extends AnswerContext {
  /** The request, much of which the response says again. */
  readonly request: ResponsesInput;
  /** Its id; one is made up where left out. */
  readonly id?: string | undefined;
  /** Told of the whole response as a stream of it ends, for those who keep it. */
  answered?(response: ResponseObject): void;
}

/**
 * A response that has just begun. All members are there, null where there is nothing to say: Cloudflare
 * Workers types.
 */
export function begunResponse({ model, request, id, newId, now }: ResponsesContext): ResponseObject {
  return {
    id: id ?? `resp_${newId()}`,
    object: 'response',
    created_at: Math.floor(now() / 1000),
    completed_at: null,
    status: 'in_progress',
    model,
    output: [],
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    previous_response_id: request.previous_response_id ?? null,
    temperature: request.temperature ?? 1,
    top_p: request.top_p ?? 1,
    presence_penalty: request.presence_penalty ?? 0,
    frequency_penalty: request.frequency_penalty ?? 0,
    top_logprobs: request.top_logprobs ?? 0,
    tools: (request.tools ?? []).map(toolEcho),
    tool_choice: request.tool_choice ?? 'auto',
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    reasoning: {
      effort: request.reasoning?.effort ?? null,
      summary: request.reasoning?.summary ?? null,
    },
    text: { format: formatEcho(request), verbosity: request.text?.verbosity ?? 'medium' },
    truncation: request.truncation ?? 'disabled',
    usage: null,
    store: request.store ?? true,
    background: request.background ?? false,
    service_tier: getTier(request.service_tier),
    metadata: request.metadata ?? {},
    safety_identifier: request.safety_identifier ?? null,
    prompt_cache_key: request.prompt_cache_key ?? null,
  };
}

/** A response as it has ended. @param now milliseconds since the epoch */
export function endedResponse(
  begun: ResponseObject,
  output: OutputItem[],
  finish: Finish,
  now: number,
): ResponseObject {
  const reason = incompleteReason(finish);
  return {
    ...begun,
    completed_at: reason === undefined ? Math.floor(now / 1000) : null,
    status: reason === undefined ? 'completed' : 'incomplete',
    output,
    output_text: getText(output),
    incomplete_details: reason === undefined ? null : { reason },
    usage: responseUsage(finish.usage),
  };
}

/** Why a response is not complete; undefined for one that is. */
export function incompleteReason({ reason }: Finish): 'max_output_tokens' | 'content_filter' | undefined {
  if (reason === 'length') return 'max_output_tokens';
  return reason === 'content-filter' ? 'content_filter' : undefined;
}

type Echo = ResponseObject['tools'][number];

/** A function says all that it may say; other tools are handed back as they came. */
function toolEcho(tool: NonNullable<ResponsesInput['tools']>[number]): Echo {
  if (tool.type !== 'function') return tool;
  const { description = null, parameters = null, strict } = tool;
  return { ...tool, description, parameters, strict: strict ?? true };
}

function formatEcho({ text }: ResponsesInput): ResponseObject['text']['format'] {
  const format = text?.format ?? { type: 'text' };
  if (format.type !== 'json_schema') return format;
  return { ...format, description: format.description ?? null, strict: format.strict ?? false };
}

/** `auto` asks for what is there, and there is one tier. */
const getTier = (tier: string | null | undefined) =>
  tier === null || tier === undefined || tier === 'auto' ? 'default' : tier;

function getText(output: readonly OutputItem[]): string {
  const parts = output.flatMap((item) => (item.type === 'message' ? item.content : []));
  return parts.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
}

function responseUsage({
  inputTokens,
  outputTokens,
  cachedTokens = 0,
  reasoningTokens = 0,
}: Usage): ResponseUsage {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

/** In which form a thought is told: as it is, or as the summary that the request asked for. */
export type ReasoningForm = 'content' | 'summary';

const prefixes = { text: 'msg', reasoning: 'rs', call: 'fc' } as const;

/** A new id for the item that a part becomes. */
export function itemId(part: AnswerPart, context: AnswerContext): string {
  return `${prefixes[part.type]}_${context.newId()}`;
}

/** A part as an item of the output; one in progress has no content yet. */
export function toItem(part: AnswerPart, id: string, status: ItemStatus, form: ReasoningForm): OutputItem {
  const begun = status !== 'in_progress';
  switch (part.type) {
    case 'text':
      return { type: 'message', id, role: 'assistant', status, content: begun ? [textPart(part.text)] : [] };
    case 'call':
      return { type: 'function_call', id, call_id: part.id, name: part.name, arguments: part.text, status };
    case 'reasoning':
      return form === 'content'
        ? { type: 'reasoning', id, summary: [], content: begun ? [thoughtPart(part.text)] : [], status }
        : { type: 'reasoning', id, summary: begun ? [summaryPart(part.text)] : [], status };
  }
}

export const textPart = (text: string) => ({
  type: 'output_text' as const,
  text,
  annotations: [],
  logprobs: [],
});

export const thoughtPart = (text: string) => ({ type: 'reasoning_text' as const, text });

export const summaryPart = (text: string) => ({ type: 'summary_text' as const, text });

/** A message that says nothing stands where a model says nothing at all: responses always have an output. */
export const nothing: AnswerPart = { type: 'text', text: '' };

/** Thoughts are told as they are unless a summary of them was asked for. */
export function reasoningForm({ request }: ResponsesContext): ReasoningForm {
  return request.reasoning?.summary ? 'summary' : 'content';
}

/**
 * A whole response: Cloudflare Workers types. It is incomplete where the tokens did not suffice or the
 * content was filtered, and so is its last item.
 *
 * @throws ModelError see `Format.getAnswer`
 */
export async function getAnswer(events: Events, context: ResponsesContext): Promise<ResponseObject> {
  const begun = begunResponse(context);
  const { parts, finish } = await wholeAnswer(events);
  const all = parts.length === 0 ? [nothing] : parts;
  const lastStatus = incompleteReason(finish) === undefined ? 'completed' : 'incomplete';
  const form = reasoningForm(context);
  const output = all.map((part, index) =>
    toItem(part, itemId(part, context), index === all.length - 1 ? lastStatus : 'completed', form),
  );
  const response = endedResponse(begun, output, finish, context.now());
  context.answered?.(response);
  return response;
}
