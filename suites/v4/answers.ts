import type { Reply } from '../../spec/client.ts';
import { toSegment } from '../../spec/endpoint.ts';
import { isObject, object, ok, show } from '../harness/assertions.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import type { ConfigBody } from '../harness/creation.ts';
import { ConformanceFailure, joinFailures } from '../harness/errors.ts';

/** An answer, and the request it belongs to. */
export interface Answer {
  readonly what: string;
  readonly reply: Reply;
}

/** Sends JSON as it is, without a contract check, so that a test only judges its own requirement. */
export const sendJson = (t: TestContext, method: string, path: string, body: unknown): Promise<Reply> =>
  t.send({
    method,
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The path of token validation in the zone. */
export const validationPath = (t: TestContext) => `/zones/${t.zoneId}/token_validation`;

/** A configuration with a key that omits its algorithm, so that the answer has a message. */
export function bodyWithMessage(t: TestContext): ConfigBody {
  const body = t.configBody();
  return { ...body, credentials: { keys: body.credentials.keys.map(({ alg: _, ...key }) => key) } };
}

/** Successful answers of the six endpoints of the seed; other tests cover a refusal. */
export async function successes(t: TestContext): Promise<Answer[]> {
  const root = validationPath(t);
  const answers: Answer[] = [];
  const add = async (what: string, method: string, path: string, body: unknown) => {
    const reply = await sendJson(t, method, path, body);
    if (reply.status < 200 || reply.status > 299) return undefined;
    answers.push({ what, reply });
    return isObject(reply.body) ? reply.body['result'] : undefined;
  };
  const getId = (record: unknown) =>
    isObject(record) && typeof record['id'] === 'string' ? record['id'] : undefined;
  const body = bodyWithMessage(t);
  const config = getId(await add('POST config', 'POST', `${root}/config`, body));
  if (config !== undefined) {
    const credentials = `${root}/config/${toSegment(config)}/credentials`;
    await add('PUT credentials', 'PUT', credentials, body.credentials);
    await add('PATCH credentials', 'PATCH', credentials, body.credentials);
  }
  const bodies = [await t.ruleBody({ enabled: false })];
  const rules = await add('POST rules/bulk', 'POST', `${root}/rules/bulk`, bodies);
  const id = getId(Array.isArray(rules) ? rules[0] : undefined);
  if (id !== undefined) {
    await add('PATCH rules/bulk', 'PATCH', `${root}/rules/bulk`, [{ id, title: t.title() }]);
  }
  await add('POST rules/preview', 'POST', `${root}/rules/preview`, {});
  if (answers.length === 0) t.skip('no endpoint of token validation succeeds');
  return answers;
}

/** Refusals by the writes of the seed, and of a request without credentials; other tests cover a wrong success. */
export async function refusals(t: TestContext): Promise<Answer[]> {
  const root = validationPath(t);
  const config = await t.config();
  const credentials = `${root}/config/${toSegment(config.id)}/credentials`;
  const { title: _, ...untitled } = t.configBody();
  const cases: readonly [what: string, send: () => Promise<Reply>][] = [
    ['POST config without title', () => sendJson(t, 'POST', `${root}/config`, untitled)],
    ['PUT credentials without keys', () => sendJson(t, 'PUT', credentials, {})],
    ['PATCH credentials without keys', () => sendJson(t, 'PATCH', credentials, {})],
    [
      'POST rules/bulk of an object',
      async () => sendJson(t, 'POST', `${root}/rules/bulk`, await t.ruleBody()),
    ],
    ['PATCH rules/bulk without id', () => sendJson(t, 'PATCH', `${root}/rules/bulk`, [{ enabled: false }])],
    [
      'a request without credentials',
      () => t.as('none').send({ method: 'POST', path: `${root}/rules/preview` }),
    ],
  ];
  const answers: Answer[] = [];
  for (const [what, send] of cases) answers.push({ what, reply: await send() });
  const refused = answers.filter(({ reply }) => !succeeded(reply) && !isNowhere(reply));
  if (refused.length === 0) t.skip('no endpoint of token validation refuses anything');
  return refused;
}

/** Whether an answer shows that a target lacks the endpoint, so that it does not come from the service. */
const isNowhere = ({ status, body }: Reply) =>
  status === 405 || status === 501 || (status === 404 && !(isObject(body) && 'errors' in body));

/** Judges each answer; the failure names all wrong ones. */
export function judgeEach(
  answers: readonly Answer[],
  judge: (body: Readonly<Record<string, unknown>>, reply: Reply, what: string) => void,
): void {
  const problems: ConformanceFailure[] = [];
  for (const { what, reply } of answers) {
    try {
      judge(isObject(reply.body) ? reply.body : {}, reply, what);
    } catch (error) {
      if (!(error instanceof ConformanceFailure)) throw error;
      problems.push(new ConformanceFailure(`${what}: ${error.message}`, { cause: error }));
    }
  }
  if (problems.length > 0) throw joinFailures(problems);
}

/** The entries of `errors` or `messages`. */
export function getEntries(body: Readonly<Record<string, unknown>>, member: 'errors' | 'messages') {
  const entries = body[member];
  return (Array.isArray(entries) ? entries : []).filter(isObject);
}

/** The result of an answer, which has to be a success. */
export function getResult(t: TestContext, reply: Reply): unknown {
  t.expectSuccess(reply, 'the request');
  return object(reply.body, 'the body')['result'];
}

/** The first error of a refusal. */
export function getError({ status, body }: Reply): Readonly<Record<string, unknown>> {
  const errors = isObject(body) ? body['errors'] : undefined;
  ok(status >= 400 && Array.isArray(errors) && errors.length > 0, `the answer is ${status} ${show(body)}`);
  return object(errors[0], 'errors[0]');
}
