import type { Reply } from '../../spec/client.ts';
import type { BodyInput, Contract } from '../../spec/contract.ts';
import type { MessageObject } from '../../spec/services/inference/formats/messages/answer.ts';
import type { OutputBlock } from '../../spec/services/inference/formats/messages/request.ts';
import { ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { inAccount, type MoreHeaders, models, says, throughGateway } from './asking.ts';
import { flatWeatherTool } from './tools.ts';

export type MessagesBody = BodyInput<Contract['inference.messages']>;

/** A request with one user message. */
export const asking = (content: string): MessagesBody => ({
  model: models.message,
  max_tokens: 300,
  messages: says(content),
});

/** Requests a message, even if the contract forbids the body. */
export const askMessage = (t: TestContext, body: unknown, more: MoreHeaders = {}): Promise<Reply> =>
  t.ask('inference.messages', { params: inAccount(t), headers: { ...throughGateway, ...more }, body });

/** Requests a message, which must succeed. */
export async function writeMessage(t: TestContext, body: MessagesBody): Promise<MessageObject> {
  const input = { params: inAccount(t), headers: throughGateway, body };
  return (await t.call('inference.messages', input)).body;
}

/** The blocks of one type in a message. */
export const getBlocks = <Type extends OutputBlock['type']>(
  { content }: Pick<MessageObject, 'content'>,
  type: Type,
): Extract<OutputBlock, { readonly type: Type }>[] =>
  // The filter keeps only blocks of this type.
  content.filter((block) => block.type === type) as Extract<OutputBlock, { readonly type: Type }>[];

/** The text of a message; fails if there is none. */
export function messageText(message: Pick<MessageObject, 'content'>): string {
  const text = getBlocks(message, 'text')
    .map((block) => block.text)
    .join('');
  ok(text.trim() !== '', 'the message has no text');
  return text;
}

const { name, description, parameters } = flatWeatherTool;

/** The suites' tool in this format. */
export const weatherTool = { name, description, input_schema: { ...parameters, type: 'object' as const } };
