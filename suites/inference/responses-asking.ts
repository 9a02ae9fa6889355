import type { Reply } from '../../spec/client.ts';
import type { BodyInput, Contract } from '../../spec/contract.ts';
import type { OutputItem, ResponseObject } from '../../spec/services/inference/formats/responses/answer.ts';
import { ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { inAccount, type MoreHeaders, models, throughGateway } from './asking.ts';
import { flatWeatherTool } from './tools.ts';

export type ResponsesBody = BodyInput<Contract['inference.responses']>;

/** Asks for a response, whether the contract allows the body or not. */
export const askResponse = (t: TestContext, body: unknown, more: MoreHeaders = {}): Promise<Reply> =>
  t.ask('inference.responses', { params: inAccount(t), headers: { ...throughGateway, ...more }, body });

/** Asks a model of a third party, unless another is named, for a response, which has to succeed. */
export async function respond(
  t: TestContext,
  body: Pick<ResponsesBody, 'input'> & Partial<ResponsesBody>,
): Promise<ResponseObject> {
  const input = { params: inAccount(t), headers: throughGateway, body: { model: models.third, ...body } };
  return (await t.call('inference.responses', input)).body;
}

/** The items of one type of an answer. */
export const itemsOf = <Type extends OutputItem['type']>(
  { output }: Pick<ResponseObject, 'output'>,
  type: Type,
): Extract<OutputItem, { readonly type: Type }>[] =>
  // The filter keeps no other items than the type says.
  output.filter((item) => item.type === type) as Extract<OutputItem, { readonly type: Type }>[];

/** What an answer says; fails where it says nothing. */
export function responseText(response: Pick<ResponseObject, 'output'>): string {
  const parts = itemsOf(response, 'message').flatMap(({ content }) => content);
  const text = parts.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
  ok(text.trim() !== '', 'the answer has no text');
  return text;
}

/** The tool of the suites as this format has it. */
export const weatherFunction = { type: 'function' as const, ...flatWeatherTool, strict: false };

/** One thing that a user says, as an item. */
export const saysItem = (content: string) => ({ type: 'message' as const, role: 'user' as const, content });
