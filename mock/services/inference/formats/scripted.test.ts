import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { chatRequestSchema } from '../../../../spec/services/inference/formats/chat-completions/request.ts';
import { messagesRequestSchema } from '../../../../spec/services/inference/formats/messages/request.ts';
import { responsesRequestSchema } from '../../../../spec/services/inference/formats/responses/request.ts';
import type { Generation } from '../../../engines/models/backend.ts';
import { createScriptedBackend } from '../../../engines/models/scripted/index.ts';
import { begun } from './answer-parts.ts';
import { chatCompletions } from './chat-completions/chat-completions.ts';
import type { Events } from './format.ts';
import { messagesFormat } from './messages/messages-format.ts';
import { responsesFormat } from './responses/responses-format.ts';
import { answering } from './testing/answering.ts';
import { testContext } from './testing/events.ts';

const model = 'openai/gpt-5';
const content = 'What is the capital of France?';
const generate = (request: Generation) =>
  createScriptedBackend({ seed: 1 }).generate({ id: model }, request, new AbortController().signal);
const settings = { apiKey: 'k', baseURL: 'http://localhost', maxRetries: 0 };

async function* streamed(events: Events) {
  yield* chatCompletions.getFrames(await begun(events), testContext());
}

describe('a scripted model', () => {
  test('returns the same text in every format, complete and streamed', async () => {
    const chat = answering((sent) => {
      const body = chatRequestSchema.parse(sent);
      const events = generate(chatCompletions.toGeneration(body));
      return body.stream ? streamed(events) : chatCompletions.getAnswer(events, testContext());
    });
    const responses = answering((sent) => {
      const request = responsesRequestSchema.parse(sent);
      const events = generate(responsesFormat.toGeneration(request));
      const context = { ...testContext(), request };
      return request.stream
        ? responsesFormat.getFrames(events, context)
        : responsesFormat.getAnswer(events, context);
    });
    const messages = answering((sent) => {
      const body = messagesRequestSchema.parse(sent);
      const events = generate(messagesFormat.toGeneration(body));
      return body.stream
        ? messagesFormat.getFrames(events, testContext())
        : messagesFormat.getAnswer(events, testContext());
    });
    const ofChat = new OpenAI({ ...settings, fetch: chat.fetch }).chat.completions;
    const ofResponses = new OpenAI({ ...settings, fetch: responses.fetch }).responses;
    const ofMessages = new Anthropic({ ...settings, fetch: messages.fetch }).messages;
    const asked = { model, messages: [{ role: 'user' as const, content }] };
    const message = await ofMessages.create({ ...asked, max_tokens: 4096 });
    const texts = [
      (await ofChat.create(asked)).choices[0]?.message.content,
      await ofChat.stream(asked).finalContent(),
      (await ofResponses.create({ model, input: content })).output_text,
      (await ofResponses.stream({ model, input: content }).finalResponse()).output_text,
      message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      await ofMessages.stream({ ...asked, max_tokens: 4096 }).finalText(),
    ];
    expect(texts[0]).toMatch(/\w/);
    expect(new Set(texts).size).toBe(1);
  });
});
