import type { Reply } from '../../spec/client.ts';
import { isObject } from '../harness/assertions.ts';
import { summary } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import type { ConfigBody } from '../harness/creation.ts';
import { ConformanceFailure, joinFailures } from '../harness/errors.ts';

/** An answer, and what it is the answer to. */
export interface Answer {
  readonly what: string;
  readonly reply: Reply;
}

/** Sends JSON as it is; nothing is compared with the contract, so that a test judges its own sentence alone. */
export const sendJson = (t: TestContext, method: string, path: string, body: unknown): Promise<Reply> =>
  t.send({
    method,
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Where the token validation of the zone stands. */
export const validationPath = (t: TestContext) => `/zones/${t.zoneId}/token_validation`;

/** A configuration whose key leaves out its algorithm, so that the answer carries a message. */
export function bodyWithMessage(t: TestContext): ConfigBody {
  const body = t.configBody();
  return { ...body, credentials: { keys: body.credentials.keys.map(({ alg: _, ...key }) => key) } };
}

/** The successes of all six endpoints of the seed. */
export async function successes(t: TestContext): Promise<Answer[]> {
  const root = validationPath(t);
  const answers: Answer[] = [];
  const add = async (what: string, method: string, path: string, body: unknown) => {
    const reply = await sendJson(t, method, path, body);
    if (reply.status < 200 || reply.status > 299) {
      throw new ConformanceFailure(`${what} was refused: ${summary(reply)}`);
    }
    answers.push({ what, reply });
    return isObject(reply.body) ? reply.body['result'] : undefined;
  };
  const body = bodyWithMessage(t);
  const config = await add('POST config', 'POST', `${root}/config`, body);
  const id = isObject(config) ? config['id'] : undefined;
  await add('PUT credentials', 'PUT', `${root}/config/${id}/credentials`, body.credentials);
  await add('PATCH credentials', 'PATCH', `${root}/config/${id}/credentials`, body.credentials);
  const rules = await add('POST rules/bulk', 'POST', `${root}/rules/bulk`, [
    await t.ruleBody({ enabled: false }),
  ]);
  const rule: unknown = Array.isArray(rules) ? rules[0] : undefined;
  const change = { id: isObject(rule) ? rule['id'] : undefined, title: t.title() };
  await add('PATCH rules/bulk', 'PATCH', `${root}/rules/bulk`, [change]);
  await add('POST rules/preview', 'POST', `${root}/rules/preview`, {});
  return answers;
}

/** Refusals of the writes of the seed, and of a request without credentials. */
export async function refusals(t: TestContext): Promise<Answer[]> {
  const root = validationPath(t);
  const config = await t.config();
  const credentials = `${root}/config/${config.id}/credentials`;
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
  return answers;
}

/** Judges each answer and names in a failure all those that did not satisfy the judge. */
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
export function entriesOf(body: Readonly<Record<string, unknown>>, member: 'errors' | 'messages') {
  const entries = body[member];
  return (Array.isArray(entries) ? entries : []).filter(isObject);
}
