// Long: tests stored answers, unstored ones and replays on the same small backends.
import { describe, expect, it } from 'vitest';
import type { Generation, GenerationEvent, ModelBackend } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { collect, createEchoBackend, textOfEvents, userSays } from '../replies/testing/script.ts';
import { type Sleep, sleepRealTime } from '../sleep.ts';
import { recordKey } from './codec.ts';
import { createRecordingBackend } from './create-recording-backend.ts';
import { createReplayingBackend, type ReplayingOptions } from './create-replaying-backend.ts';
import { recordEntrySchema } from './entry.ts';
import { MemoryStore, type RecordStore } from './store.ts';

const MODEL = { id: 'openai/gpt-5' };
const { signal } = new AbortController();
const hello: Generation = { messages: [userSays('Hello')], seed: 4 };

/** A clock that advances only during sleeps. */
function createClock() {
  let time = 1000;
  const waits: number[] = [];
  const sleep: Sleep = async (milliseconds, waiting) => {
    waiting.throwIfAborted();
    waits.push(Math.round(milliseconds * 1000) / 1000);
    time += milliseconds;
  };
  return { now: () => time, sleep, waits };
}

/** A backend with scripted generations, each piece after a wait. */
function scripted(
  sleep: Sleep,
  pieces: readonly (readonly [number, GenerationEvent | Error])[],
): ModelBackend {
  return {
    ...createEchoBackend(),
    async *generate(_model, _request, asking) {
      for (const [wait, event] of pieces) {
        await sleep(wait, asking);
        if (event instanceof Error) throw event;
        yield event;
      }
    },
  };
}

const text = (piece: string): GenerationEvent => ({ type: 'text', text: piece });
const finish: GenerationEvent = {
  type: 'finish',
  reason: 'stop',
  usage: { inputTokens: 3, outputTokens: 2, cachedTokens: 1 },
};

async function getFailure(asking: Promise<unknown>): Promise<ModelError> {
  const error = await asking.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModelError)) throw new Error(`no ModelError: ${error}`);
  return error;
}

describe('a recorded generation', () => {
  const all: readonly (readonly [number, GenerationEvent])[] = [
    [200, { type: 'reasoning', text: 'hm' }],
    [20, text('Hi')],
    [40, { type: 'tool-call', index: 0, id: 'a', name: 'time' }],
    [0, { type: 'tool-arguments', index: 0, json: '{}' }],
    [10, finish],
  ];

  /** Records; returns the replay's output and its waits. */
  async function replayAt(options: ReplayingOptions) {
    const store = new MemoryStore();
    const { now, sleep } = createClock();
    const seen = await collect(
      createRecordingBackend(scripted(sleep, all), store, { now }).generate(MODEL, hello, signal),
    );
    const clock = createClock();
    const replay = createReplayingBackend(store, { ...clock, ...options });
    const events = await collect(replay.generate(MODEL, hello, signal));
    expect(seen).toEqual(all.map(([, event]) => event));
    expect(events).toEqual(seen);
    return clock.waits;
  }

  it.each([
    [1, [200, 20, 40, 10]],
    [2, [100, 10, 20, 5]],
    [0.5, [400, 40, 80, 20]],
    [0, []],
  ])('is replayed at %f times the speed', async (speed, waits) => {
    expect(await replayAt({ speed })).toEqual(waits);
  });

  it('accumulates waits that are too short for a timer', async () => {
    // 2 ms to the first piece; the 0.2 ms and 0.4 ms after it, and the next 0.1 ms, add up to less than one.
    expect(await replayAt({ speed: 100 })).toEqual([2]);
    // 10 ms, then 1 ms, 2 ms, and a remaining half.
    expect(await replayAt({ speed: 20 })).toEqual([10, 1, 2]);
  });

  it('is replayed with the original timing by default', async () => {
    expect(await replayAt({})).toEqual([200, 20, 40, 10]);
  });

  it('is stored as a complete document', async () => {
    const store = new MemoryStore();
    const { now, sleep } = createClock();
    const pieces = [
      [5, text('Hi')],
      [7, finish],
    ] as const;
    await collect(
      createRecordingBackend(scripted(sleep, pieces), store, { now }).generate(MODEL, hello, signal),
    );
    const kept = await store.get(await recordKey('generate', MODEL.id, hello));
    expect(kept).toEqual({
      version: 1,
      task: 'generate',
      model: 'openai/gpt-5',
      request: { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }], seed: 4 },
      outcome: {
        type: 'events',
        events: [
          { atMs: 5, event: text('Hi') },
          { atMs: 12, event: finish },
        ],
      },
    });
    expect(recordEntrySchema.parse(kept)).toEqual(kept);
  });

  it('is stored before its end is seen', async () => {
    const store = new MemoryStore();
    const { sleep } = createClock();
    const models = createRecordingBackend(scripted(sleep, all), store);
    for await (const event of models.generate(MODEL, hello, signal)) {
      expect(store.size).toBe(event.type === 'finish' ? 1 : 0);
      if (event.type === 'finish') break;
    }
    expect(store.size).toBe(1);
  });

  it('waits in real time', async () => {
    const store = new MemoryStore();
    const pieces = [
      [40, text('a')],
      [40, finish],
    ] as const;
    await collect(
      createRecordingBackend(scripted(sleepRealTime, pieces), store).generate(MODEL, hello, signal),
    );
    const start = performance.now();
    await collect(createReplayingBackend(store).generate(MODEL, hello, signal));
    expect(performance.now() - start).toBeGreaterThan(70);
  });

  it('stops waiting when it is aborted', async () => {
    const store = new MemoryStore();
    const { now, sleep } = createClock();
    const pieces = [
      [1, text('a')],
      [60_000, finish],
    ] as const;
    await collect(
      createRecordingBackend(scripted(sleep, pieces), store, { now }).generate(MODEL, hello, signal),
    );
    const controller = new AbortController();
    const asking = collect(createReplayingBackend(store).generate(MODEL, hello, controller.signal));
    setTimeout(() => controller.abort('gone'), 20);
    await expect(asking).rejects.toBe('gone');
  });
});

describe('is not recorded', () => {
  const broken = new ModelError('unavailable', 'The upstream broke off.', { status: 500 });
  const { sleep } = createClock();

  it.each<[string, readonly (readonly [number, GenerationEvent | Error])[]]>([
    ['a failure', [[0, broken]]],
    [
      'a failure in the middle',
      [
        [0, text('a')],
        [0, broken],
      ],
    ],
    [
      'a refusal in the middle',
      [
        [0, text('a')],
        [0, new ModelError('bad-input', 'No.', { status: 400 })],
      ],
    ],
    ['a refusal of our own', [[0, new ModelError('bad-input', 'No.')]]],
    ['an end without finish', [[0, text('a')]]],
    ['a fault of ours', [[0, new TypeError('oops')]]],
  ])('is %s', async (_, pieces) => {
    const store = new MemoryStore();
    const models = createRecordingBackend(scripted(sleep, pieces), store);
    await collect(models.generate(MODEL, hello, signal)).catch(() => {});
    expect(store.size).toBe(0);
  });

  it.each<[string, number]>([
    ['before it begins', 0],
    ['in the middle', 1],
    ['before its end', 2],
  ])('a generation that is aborted %s', async (_, after) => {
    const store = new MemoryStore();
    const controller = new AbortController();
    const pieces = [
      [0, text('a')],
      [0, text('b')],
      [0, finish],
    ] as const;
    const models = createRecordingBackend(scripted(sleep, pieces), store);
    let seen = 0;
    const asking = (async () => {
      if (after === 0) controller.abort('gone');
      for await (const _ of models.generate(MODEL, hello, controller.signal)) {
        if (++seen === after) controller.abort('gone');
      }
    })();
    await expect(asking).rejects.toBe('gone');
    expect(store.size).toBe(0);
  });

  it('a generation whose client disconnected, though it completed', async () => {
    const store = new MemoryStore();
    const controller = new AbortController();
    const deaf = scripted(async () => {}, [
      [0, text('a')],
      [0, finish],
    ]);
    const models = createRecordingBackend(deaf, store);
    for await (const _ of models.generate(MODEL, hello, controller.signal)) controller.abort('gone');
    expect(store.size).toBe(0);
  });

  it('an answer whose client disconnected, though it completed', async () => {
    const store = new MemoryStore();
    const controller = new AbortController();
    const deaf: ModelBackend = {
      ...createEchoBackend(),
      translate: async () => {
        controller.abort('gone');
        return 'Hallo';
      },
    };
    const models = createRecordingBackend(deaf, store);
    const request = { text: 'Hello', from: 'en', to: 'de' };
    await expect(models.translate(MODEL, request, controller.signal)).rejects.toBe('gone');
    expect(store.size).toBe(0);
  });

  it('a stream that is not read to its end', async () => {
    const store = new MemoryStore();
    const models = createRecordingBackend(
      scripted(sleep, [
        [0, text('a')],
        [0, finish],
      ]),
      store,
    );
    for await (const _ of models.generate(MODEL, hello, signal)) break;
    expect(store.size).toBe(0);
  });
});

describe('a recorded request', () => {
  it('is refused again with the same error', async () => {
    const store = new MemoryStore();
    const { now, sleep } = createClock();
    const refusal = new ModelError('bad-input', 'No such tool.', { status: 422 });
    const inner = {
      ...scripted(sleep, [[30, refusal]]),
      speak: () => Promise.reject(refusal),
    };
    const recording = createRecordingBackend(inner, store, { now });
    const speech = { text: 'a', mediaType: 'audio/wav' } as const;
    for (const models of [recording, createReplayingBackend(store, { ...createClock() })]) {
      expect(await getFailure(collect(models.generate(MODEL, hello, signal)))).toMatchObject(refusal);
      expect(await getFailure(models.speak(MODEL, speech, signal))).toMatchObject({ status: 422 });
    }
  });

  it('may be repeated concurrently', async () => {
    const store = new MemoryStore();
    const inner = createEchoBackend();
    const models = createRecordingBackend(inner, store);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => collect(models.generate(MODEL, hello, signal))),
    );
    const replayed = await collect(
      createReplayingBackend(store, { speed: 0 }).generate(MODEL, hello, signal),
    );
    expect(answers.every((events) => textOfEvents(events) === 'openai/gpt-5:Hello')).toBe(true);
    expect([inner.calls(), store.size, textOfEvents(replayed)]).toEqual([20, 1, 'openai/gpt-5:Hello']);
  });

  it('fails when the store fails', async () => {
    const full: RecordStore = {
      get: async () => undefined,
      put: () => Promise.reject(new Error('disk full')),
    };
    const models = createRecordingBackend(createEchoBackend(), full);
    expect(await getFailure(collect(models.generate(MODEL, hello, signal)))).toMatchObject({
      reason: 'unavailable',
      message: 'The answer could not be recorded: Error: disk full',
    });
  });
});

describe('answers of all tasks', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
  const calls: readonly [string, (models: ModelBackend) => Promise<unknown>][] = [
    ['embed', (models) => models.embed(MODEL, { texts: ['a', 'bcd'] }, signal)],
    [
      'draw',
      (models) => models.draw(MODEL, { prompt: 'ä', width: 1, height: 1, mediaType: 'image/png' }, signal),
    ],
    ['speak', (models) => models.speak(MODEL, { text: 'ö', mediaType: 'audio/wav' }, signal)],
    ['transcribe', (models) => models.transcribe(MODEL, { audio: new Uint8Array([65]) }, signal)],
    ['translate', (models) => models.translate(MODEL, { text: 'a', from: 'en', to: 'de' }, signal)],
    ['summarise', (models) => models.summarise(MODEL, { text: 'abc', maxTokens: 2 }, signal)],
    ['classify', (models) => models.classify(MODEL, { text: 'a' }, signal)],
    ['rank', (models) => models.rank(MODEL, { query: 'a', documents: ['a', 'b'] }, signal)],
    ['describe', (models) => models.describe(MODEL, { image: bytes }, signal)],
    ['label', (models) => models.label(MODEL, { image: bytes }, signal)],
    ['detect', (models) => models.detect(MODEL, { image: bytes }, signal)],
  ];

  it.each(calls)('are replayed unchanged: %s', async (_, call) => {
    const store = new MemoryStore();
    const answer = await call(createRecordingBackend(createEchoBackend(), store));
    expect(await call(createReplayingBackend(store, { speed: 0 }))).toEqual(answer);
  });

  it.each(calls)('wait for the original time: %s', async (_, call) => {
    const store = new MemoryStore();
    let time = 0;
    await call(createRecordingBackend(createEchoBackend(), store, { now: () => (time += 30) }));
    const clock = createClock();
    await call(createReplayingBackend(store, { ...clock, speed: 3 }));
    expect(clock.waits).toEqual([10]);
  });

  it.each(calls)('come from the fallback without a recording: %s', async (_, call) => {
    const fallback = createEchoBackend();
    await call(createReplayingBackend(new MemoryStore(), { fallback }));
    expect(fallback.calls()).toBe(1);
    for (const options of [{ fallback, strict: true }, {}]) {
      expect(await getFailure(call(createReplayingBackend(new MemoryStore(), options)))).toMatchObject({
        reason: 'unavailable',
      });
    }
    expect(fallback.calls()).toBe(1);
  });

  it.each(calls)('fail if the stored value is not an answer: %s', async (_, call) => {
    const store = new MemoryStore();
    await call(createRecordingBackend(createEchoBackend(), store));
    const spoilt: RecordStore = {
      put: store.put,
      get: async (key) => {
        const entry = recordEntrySchema.parse(await store.get(key));
        return { ...entry, outcome: { type: 'answer', atMs: 0, answer: { $bytes: 7 } } };
      },
    };
    expect(await getFailure(call(createReplayingBackend(spoilt)))).toMatchObject({ reason: 'malformed' });
  });
});

describe('a damaged recording', () => {
  const good = { version: 1, task: 'generate', model: 'm', request: {} };
  it.each<[string, unknown]>([
    ['no object', 7],
    ['another version', { ...good, version: 2, outcome: { type: 'events', events: [] } }],
    ['no outcome', good],
    ['no finish', { ...good, outcome: { type: 'events', events: [{ atMs: 1, event: text('a') }] } }],
    ['no events', { ...good, outcome: { type: 'events', events: [] } }],
    [
      'a finish in the middle',
      {
        ...good,
        outcome: {
          type: 'events',
          events: [
            { atMs: 1, event: finish },
            { atMs: 1, event: text('a') },
          ],
        },
      },
    ],
    ['an invalid time', { ...good, outcome: { type: 'events', events: [{ atMs: -1, event: finish }] } }],
    ['an answer', { ...good, outcome: { type: 'answer', atMs: 1, answer: 'a' } }],
    ['another task', { ...good, task: 'draw', outcome: { type: 'answer', atMs: 1, answer: 'a' } }],
  ])('fails: %s', async (_, kept) => {
    const store: RecordStore = { get: async () => kept, put: async () => {} };
    const models = createReplayingBackend(store, { speed: 0 });
    expect(await getFailure(collect(models.generate(MODEL, hello, signal)))).toMatchObject({
      reason: 'malformed',
    });
  });

  it.each([-1, Number.NaN])('refuses the speed %f', (speed) => {
    expect(() => createReplayingBackend(new MemoryStore(), { speed })).toThrow(ModelError);
  });
});
