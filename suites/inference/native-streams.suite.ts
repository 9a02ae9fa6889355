import { classicTextSchema } from '../../spec/services/inference/output.ts';
import { equal, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import { defineSuite } from '../harness/suite.ts';
import { askModel, inAccount, json, models, resultOf, says, throughGateway } from './asking.ts';
import { nativeTextOf, streamModel } from './reading-streams.ts';
import { argumentsOf, toolName, weatherQuestion, weatherTool } from './tools.ts';

const { classic } = models;

const question = { messages: says('What is the capital of Portugal?'), temperature: 0, seed: 7 };

/** Streams of the run endpoints, in the shapes of hosted models. */
export const nativeStreamsSuite = defineSuite({
  name: 'inference/native-streams',
  tests: [
    {
      title: 'streams the text of a model of the old shape frame by frame, with the usage last',
      requirements: ['INF-SSE-1', 'INF-SSE-18', 'INF-SSE-19', 'INF-SSE-20'],
      run: async (t) => {
        const stream = await streamModel(t, classic, question);
        ok(nativeTextOf(stream) !== '', 'the frames say nothing');
        await t.check('INF-SSE-18', () =>
          equal(
            stream.frames.filter((frame) => !('response' in frame)),
            [],
            'the frames without response',
          ),
        );
        await t.check('INF-SSE-19', () => {
          const last = stream.frames.at(-1);
          ok(last && 'usage' in last && last.usage, 'the last frame has no usage');
          ok(last.usage.completion_tokens > 0, 'the usage counts no tokens');
          const before = stream.frames.slice(0, -1).filter((frame) => 'usage' in frame && frame.usage);
          equal(before, [], 'the frames with a usage before the last');
        });
        await t.check('INF-SSE-20', () => ok(stream.done, 'the last event is not [DONE]'));
      },
    },
    {
      title: 'streams the text that a model of the old shape answers whole',
      requirements: ['INF-SSE-17'],
      run: async (t) => {
        const { response } = await resultOf(classicTextSchema, askModel(t, classic, question));
        equal(nativeTextOf(await streamModel(t, classic, question)), response, 'the text of the stream');
      },
    },
    {
      title: 'streams each token of a model of the new shape in response and in choices',
      requirements: ['INF-SSE-21', 'INF-SSE-19', 'INF-SSE-20'],
      run: async (t) => {
        const stream = await streamModel(t, models.chat, question);
        ok(nativeTextOf(stream) !== '', 'the frames say nothing');
        await t.check('INF-SSE-21', () => {
          for (const frame of stream.frames) {
            if (!('choices' in frame)) continue;
            const content = frame.choices[0]?.delta?.content ?? '';
            equal(frame.response ?? '', content, 'the response of a frame');
          }
          ok(
            stream.frames.some((frame) => 'choices' in frame && frame.choices[0]?.delta?.content),
            'no frame has text in its choices',
          );
        });
        await t.check('INF-SSE-19', () => {
          const last = stream.frames.at(-1);
          ok(last && 'usage' in last && last.usage, 'the last frame has no usage');
          ok(!('choices' in last), 'the last frame has choices');
        });
        await t.check('INF-SSE-20', () => ok(stream.done, 'the last event is not [DONE]'));
      },
    },
    {
      title: 'streams a call of a model of the old shape: name, arguments, nulls, reason',
      requirements: ['INF-SSE-22'],
      run: async (t) => {
        const body = { messages: says(weatherQuestion), tools: [weatherTool] };
        const { frames, done } = await streamModel(t, classic, body);
        const pieces = frames.flatMap((frame) => ('tool_calls' in frame ? (frame.tool_calls ?? []) : []));
        const [first, ...others] = pieces;
        equal(first?.function.name, toolName, 'the name in the first piece');
        ok(first?.id, 'the first piece has no id');
        equal(others.at(-1)?.id, null, 'the id of the last piece');
        equal(others.at(-1)?.function.name, null, 'the name of the last piece');
        argumentsOf(pieces.map((piece) => piece.function.arguments ?? '').join(''));
        const behind = frames.findLastIndex((frame) => 'tool_calls' in frame && frame.tool_calls?.length);
        const reason = frames.findIndex((frame) => 'finish_reason' in frame);
        ok(reason > behind, `the reason stands at ${reason}, expected it behind the calls`);
        equal(frames[reason], { finish_reason: 'tool_calls' }, 'the frame of the reason');
        ok(done, 'the last event is not [DONE]');
      },
    },
    {
      title: 'streams a run that the body names, where its input says so',
      requirements: ['INF-RUN-27'],
      run: async (t) => {
        for (const model of [classic, models.third]) {
          const body = { model, input: { ...question, temperature: 1, stream: true } };
          const reply = await t.ask('inference.run', {
            params: inAccount(t),
            headers: throughGateway,
            body,
          });
          expectSuccess(reply, `the run of ${model}`);
          equal(reply.headers.get('content-type')?.split(';')[0], 'text/event-stream', 'the content type');
          const data = reply.text.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
          equal(data.at(-1), '[DONE]', 'the last event');
          for (const frame of data.slice(0, -1)) json(frame, 'an event');
          ok(data.length > 2, `the stream has ${data.length} events, expected more`);
        }
      },
    },
  ],
});
