import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract, type OperationId, rootPath } from '../../spec/contract.ts';
import { type Endpoint, fillPath, pathVariables } from '../../spec/endpoint.ts';
import type { RecordedExample } from '../../spec/openapi/recorded-example.ts';
import { type ExampleSetting, openExampleSetting } from './example-setting.ts';
import { stories } from './stories.ts';
import { type Found, fillIn, type Step, type Story, textAt } from './story.ts';

/** The examples of the OpenAPI document, by operation id. */
export const examplesFile = join(import.meta.dirname, '..', '..', 'spec', 'openapi', 'examples.json');

/** Writes the examples again. */
export const recordReference = async (): Promise<void> => writeFile(examplesFile, await createExamples());

/**
 * The content of the file of examples: a line for each operation.
 *
 * @throws StoryError for a call that is refused
 */
export async function createExamples(): Promise<string> {
  const lines = [...(await recordExamples(stories))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, example]) => `  ${JSON.stringify(id)}: ${JSON.stringify(example)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Thrown when a call of a story is refused, or no story has an operation. */
export class StoryError extends Error {}

/**
 * Plays stories, each in a world of its own, and returns the exchange for each operation.
 *
 * @param open creates the setting of a story
 * @throws StoryError for a call that is refused
 */
export async function recordExamples(
  stories: readonly Story[],
  open: () => Promise<ExampleSetting> = openExampleSetting,
): Promise<ReadonlyMap<OperationId, RecordedExample>> {
  const examples = new Map<OperationId, RecordedExample>();
  for (const story of stories) {
    const setting = await open();
    try {
      await play(story, setting, examples);
    } finally {
      await setting.close();
    }
  }
  return examples;
}

async function play(
  story: Story,
  setting: ExampleSetting,
  examples: Map<OperationId, RecordedExample>,
): Promise<void> {
  const { mock } = setting;
  let found: Found = {
    account_id: mock.defaults.accountId,
    zone_id: mock.defaults.zoneId,
    start: '2025-12-31T00:00:00Z',
    start_ms: String(Date.parse('2025-12-31T00:00:00Z')),
    end_ms: String(Date.parse('2026-01-02T00:00:00Z')),
  };
  for (const step of story) {
    if (typeof step === 'function') {
      found = { ...found, ...(await step(mock, found, setting)) };
      continue;
    }
    const { example, answer } = await call(step, setting, found);
    for (const [name, way] of Object.entries(step.keep ?? {}))
      found = { ...found, [name]: textAt(answer, way) };
    if (!step.silent && !examples.has(step.operation))
      examples.set(step.operation, atUsualPort(example, found['page']));
  }
}

/** Replaces the random port in an example with the address of `serve`. */
function atUsualPort(example: RecordedExample, page: string | undefined): RecordedExample {
  if (page === undefined) return example;
  return JSON.parse(JSON.stringify(example).replaceAll(page, 'http://shop.example.localhost:4801/'));
}

async function call(step: Step, { mock }: ExampleSetting, found: Found) {
  const endpoint: Endpoint = contract[step.operation];
  const params = Object.fromEntries(
    pathVariables(endpoint.path).map((name) => {
      const given = step.params?.[name] ?? found[name];
      if (given === undefined) throw new StoryError(`${step.operation}: ${name} is not known yet`);
      return [name, String(fillIn(given, found))];
    }),
  );
  const query = fillIn(step.query ?? {}, found) as Record<string, string>; // texts stay texts
  const search = new URLSearchParams(query);
  const path = `${fillPath(rootPath(endpoint), params)}${search.size > 0 ? `?${search}` : ''}`;
  const json =
    step.form || step.text !== undefined ? undefined : fillIn(step.body ?? endpoint.example, found);
  const form = step.form?.();
  const headers = { ...step.headers };
  const request = new Request(`http://localhost:4800${path}`, {
    method: endpoint.method,
    headers: {
      ...headers,
      ...credentials(step, mock.defaults),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: form ?? step.text ?? (json === undefined ? null : JSON.stringify(json)),
  });
  const answer = await mock.fetch(request);
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    await answer.body?.cancel();
    return { example: toExample(undefined), answer: undefined };
  }
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const received = settled(read(bytes, type), step.varies ?? {});
  const isJson = received !== undefined && isJsonType(type);
  if (answer.status !== (step.status ?? endpoint.status)) {
    throw new StoryError(
      `${step.operation}: ${request.method} ${path} was answered ${answer.status}: ${new TextDecoder().decode(bytes)}`,
    );
  }
  return { example: toExample(received), answer: isJson ? received : undefined };

  function toExample(received: unknown): RecordedExample {
    return {
      ...filled({ params, query, headers }),
      ...(form && { form: formText(form) }),
      ...(step.text !== undefined && { text: step.text }),
      ...(json !== undefined && { body: json }),
      status: answer.status,
      type,
      ...(received !== undefined && { received: cut(received) }),
    };
  }
}

/** The members of an object that have members. */
function filled<T extends Readonly<Record<string, object>>>(of: T): Partial<T> {
  const entries = Object.entries(of).filter(([, inner]) => Object.keys(inner).length > 0);
  return Object.fromEntries(entries) as Partial<T>;
}

function credentials({ asUser }: Step, defaults: ExampleSetting['mock']['defaults']): Record<string, string> {
  return asUser
    ? { 'x-auth-email': defaults.email, 'x-auth-key': defaults.apiKey }
    : { authorization: `Bearer ${defaults.apiToken}` };
}

/** The fields of a form; a file's name in place of its content. */
function formText(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === 'string' ? value : `@${value.name}`]),
  );
}

/** Replaces varying values of JSON with fixed ones. */
function settled(received: unknown, varies: Readonly<Record<string, unknown>>): unknown {
  const json = structuredClone(received);
  for (const [way, value] of Object.entries(varies)) {
    const names = way.split('.');
    const last = names.pop() ?? '';
    const holder = names.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), json);
    if (!Reflect.has(Object(holder), last))
      throw new StoryError(`There is no ${way} in ${JSON.stringify(json)}`);
    Reflect.set(Object(holder), last, value);
  }
  return json;
}

const isJsonType = (type: string) => /^application\/(?:json|.*\+json)/.test(type);

/** JSON or text; undefined for other bytes. */
function read(bytes: Uint8Array, type: string): unknown {
  if (bytes.length === 0) return undefined;
  const text = () => new TextDecoder().decode(bytes);
  if (isJsonType(type)) return JSON.parse(text());
  return type.startsWith('text/') ? text() : undefined;
}

/** Shortens a value: cuts long texts, and keeps the first three items of lists. */
function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 300 ? `${value.slice(0, 280)}…` : value;
  if (Array.isArray(value)) return (value.length > 5 ? value.slice(0, 3) : value).map(cut);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cut(item)]));
}
