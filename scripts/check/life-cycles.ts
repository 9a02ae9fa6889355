import Cloudflare, { NotFoundError } from 'cloudflare';
import { readArea } from '../../mock/documents/open-documents.ts';
import { jwk } from '../../mock/engines/jwt/testing/test-keys.ts';
import { isObject, type JsonObject, type JsonValue } from '../../mock/engines/openapi/json.ts';
import { bodySchema } from '../../mock/engines/openapi/resources/body.ts';
import { readEnvelope } from '../../mock/engines/openapi/resources/envelope.ts';
import { createOutlineReader } from '../../mock/engines/openapi/resources/outline.ts';
import { Schemas } from '../../mock/engines/openapi/schemas/schemas.ts';
import { createMock } from '../../mock/index.ts';
import { areaNames } from '../../spec/v4/register/areas.ts';
import { coverRegister } from '../openapi/print-coverage.ts';
import {
  findId,
  findMissing,
  firstOf,
  holds,
  type Method,
  namesId,
  namesNone,
  recordsIn,
  requireSent,
  show,
  withId,
} from './sent-and-found.ts';

/** What became of the collections and lists of the official client. */
export interface LifeCycles {
  readonly cycles: number;
  readonly lists: number;
  readonly failures: readonly { readonly name: string; readonly reason: string; readonly isCycle: boolean }[];
}

/** Walks every collection of the official client through its life, and iterates every list, against a mock of its own. */
export async function walkLifeCycles(only = ''): Promise<LifeCycles> {
  const walk = new Walk(await readMethods());
  const failures: { name: string; reason: string; isCycle: boolean }[] = [];
  const attempt = async (name: string, isCycle: boolean, work: () => Promise<void>) => {
    if (!name.includes(only)) return 0;
    await work().catch((error: unknown) => failures.push({ name, reason: toReason(error), isCycle }));
    return 1;
  };
  let cycles = 0;
  for (const [name, methods] of walk.collections())
    cycles += await attempt(name, true, () => walk.live(methods));
  let lists = 0;
  for (const method of walk.lists())
    lists += await attempt(nameOf(method), false, () => walk.iterate(method));
  return { cycles, lists, failures };
}

const toReason = (error: unknown) => (error instanceof Error ? error.message.slice(0, 300) : String(error));

const scopeOf = (path: string) => /^\/(accounts|zones)\/\{/.exec(path)?.[1] ?? '';
const nameOf = ({ collection, verb, operation }: Method) =>
  `${collection}.${verb} ${operation.method} ${operation.path}`;

async function readMethods(): Promise<readonly Method[]> {
  const areas = await Promise.all(areaNames.map(readArea));
  return areas
    .filter((document) => document !== undefined)
    .flatMap((document) => {
      const [schemas, outlineOf] = [new Schemas(document), createOutlineReader(document)];
      return document.operations.map((operation) => {
        const id = String(operation.node['operationId']);
        const end = id.lastIndexOf('.');
        const [collection, verb] = [id.slice(0, end), id.slice(end + 1)];
        return { collection, verb, operation, document, schemas, outlineOf };
      });
    });
}

/** Values for the variables of a path, in its order. */
type Values = readonly string[];
type Call = (...args: unknown[]) => PromiseLike<unknown>;

const ruleset = { name: 'lamps', phase: 'http_request_firewall_custom', rules: [] };

/** A token of any owner. */
const token: JsonObject = {
  policies: [
    {
      effect: 'allow',
      permission_groups: [{ id: 'c8fed203ed3043cba015a93ad1616f1f' }],
      resources: { 'com.cloudflare.api.account.zone.*': '*' },
    },
  ],
  condition: { request_ip: { in: ['192.0.2.0/24'], not_in: ['192.0.2.7'] } },
  not_before: '2030-01-01T00:00:00Z',
  expires_on: '2031-01-01T00:00:00Z',
  status: undefined,
};

const administrator = '05784afa30c1afe1440e79d9351c7430';

/** What a schema cannot say about a body, where our own behaviour asks for it. */
const givenBodies: Readonly<Record<string, JsonObject>> = {
  'accounts.members.create': { roles: [administrator], policies: undefined },
  'accounts.members.update': { roles: [{ id: administrator }], policies: undefined },
  'accounts.tokens': token,
  'ai-gateway': { guardrails: undefined, log_management: 10_000, log_management_strategy: 'STOP_INSERTING' },
  'ai-gateway.billing.spending-limit': { amount: 100 },
  'ai-gateway.billing.topup.config': { amount: 1000, threshold: 500 },
  'ai-gateway.dynamic-routing': {
    elements: [
      { id: 'start', type: 'start', outputs: { next: { elementId: 'end' } } },
      { id: 'end', type: 'end', outputs: {} },
    ],
  },
  'ai-gateway.evaluations': { dataset_ids: [], evaluation_type_ids: [] },
  'ai-gateway.custom-providers': { base_url: 'https://models.example.com', headers: undefined },
  'api-gateway.operations': { endpoint: '/lamps' },
  'custom-hostnames': {
    hostname: 'shop.lamps.dev',
    ssl: undefined,
    custom_origin_server: undefined,
    custom_origin_sni: undefined,
  },
  'r2.buckets.edit': { storage_class: 'Standard' },
  rulesets: { ...ruleset, kind: 'custom' },
  'zones.rulesets': { ...ruleset, kind: 'zone' },
  'token-validation.configuration': {
    credentials: { keys: [jwk('p256', 'lamps', 'ES256') as JsonObject] },
    token_sources: ['http.request.headers["authorization"][0]'],
  },
  'token-validation.rules': {
    expression: 'http.request.method eq "GET"',
    position: undefined,
    selector: { exclude: null },
  },
  'user.tokens': token,
  'workers-for-platforms.dispatch.namespaces.scripts': { files: ['export default {}'] },
  'workers.scripts': { files: ['export default {}'] },
};

/** Ids of what is there from the start. */
const givenIds: Readonly<Record<string, string>> = { ruleset_phase: 'http_request_firewall_custom' };

/** Requests of one list; no list here has more pages. */
const mostRequests = 8;

class Walk {
  readonly #methods: readonly Method[];
  readonly #mock = createMock();
  #requests = 0;
  #seed = 0;
  readonly #client = new Cloudflare({
    apiToken: this.#mock.defaults.apiToken,
    baseURL: 'http://localhost:4800/client/v4',
    maxRetries: 0,
    fetch: (url, init) => {
      if (++this.#requests > mostRequests) throw new Error('the list has no end');
      return this.#mock.fetch(new Request(url, init));
    },
  });

  constructor(methods: readonly Method[]) {
    this.#methods = methods.filter((method) => this.#find(method) !== undefined);
  }

  /** Methods of the client by collection, where records are made, shown and removed. */
  collections(): Map<string, Readonly<Record<string, Method>>> {
    const groups = Map.groupBy(this.#methods, ({ collection, operation }) =>
      `${collection} ${scopeOf(operation.path)}`.trim(),
    );
    const whole = [...groups].map(([name, methods]) => [name, toVerbs(methods)] as const);
    return new Map(
      whole.filter(
        ([, { create, get, list, delete: remove }]) =>
          create && !isRetired(create) && (get ?? list) && remove,
      ),
    );
  }

  lists(): readonly Method[] {
    return this.#methods.filter(({ verb }) => verb === 'list');
  }

  /** @throws Error that says what is wrong */
  async live(methods: Readonly<Record<string, Method>>): Promise<void> {
    const { create, edit, update, delete: remove } = methods;
    if (!create || !remove) return;
    const above = await this.#makeParents(create.operation.path);
    const isOwn = (method: Method | undefined) =>
      method && variablesOf(method.operation.path).length > above.length;
    // Some methods that are called `get` list.
    const item = [methods['get'], edit, update, remove].find(isOwn);
    const isList = methods['get'] && readEnvelope(methods['get'].document, methods['get'].operation)?.list;
    const get = isOwn(methods['get']) || !(item || isList) ? methods['get'] : undefined;
    const list = methods['list'] ?? (get ? undefined : methods['get']);
    const listed = async () => list && recordsIn(await this.#listAll(list, above));
    const sent = this.#bodyOf(create);
    const made = await this.#call(create, above, sent);
    const variable = item ? (variableOf(item) ?? '') : '';
    const isKnown = (record: unknown) =>
      findMissing(create, undefined, firstOf(sent), record, '') === undefined;
    const own = item && findId(made, variable, above);
    // Some answer with the number of a task, or with a success alone.
    const answered = own !== undefined || namesId(create, variable) ? made : (await listed())?.find(isKnown);
    const id = item && (own ?? findId(answered, variable, above));
    if (item && id === undefined) throw new Error(`create answers no id: ${show(made)}`);
    // Methods name the same variable differently.
    const at = ({ operation }: Method) =>
      variablesOf(operation.path).map((_, index) => above[index] ?? id ?? '');
    if (!item && recordsIn(made).length < 2) throw new Error(`create answers nothing: ${show(made)}`);
    requireSent(create, sent, made, 'create');
    if (get) requireSent(get, sent, await this.#call(get, at(get)), 'get');
    const holdsIt = async () => (await listed())?.filter((record) => holds(record, id ?? ''));
    if (list && id !== undefined) {
      const found = await holdsIt();
      if (found?.length === 0) throw new Error(`list lacks it: ${show(await listed())}`);
      requireSent(list, sent, found, 'list');
    }
    for (const change of [edit, update]) {
      const isAsked = change && (!item || isOwn(change) || change.operation.path === list?.operation.path);
      if (!isAsked || namesNone(change, variable)) continue;
      // Who changes a record sends its id as it is.
      const next = withId(this.#bodyOf(change), answered, id);
      requireSent(change, next, await this.#call(change, at(change), next), change.verb);
      if (get) requireSent(get, next, await this.#call(get, at(get)), `get after ${change.verb}`);
    }
    await this.#call(remove, at(remove), remove.operation.body && withId(this.#bodyOf(remove), answered, id));
    if (get) await requireGone(this.#call(get, at(get)));
    else if (!item && list) await this.#listAll(list, above);
    else if (id !== undefined && (await holdsIt())?.length !== 0)
      throw new Error('is still listed when it is deleted');
  }

  async iterate(method: Method): Promise<void> {
    await this.#listAll(method, await this.#makeParents(method.operation.path)).catch((error: unknown) => {
      // Nothing makes some records whose parts are listed.
      if (!(error instanceof NotFoundError)) throw error;
    });
  }

  async #listAll(method: Method, values: Values): Promise<unknown> {
    this.#requests = 0;
    const pages = this.#start(method, values, method.operation.body && this.#bodyOf(method));
    if (!(Symbol.asyncIterator in pages)) return pages;
    return Array.fromAsync(pages as unknown as AsyncIterable<unknown>);
  }

  /** Makes the records that a path names, from the outside to the inside. */
  async #makeParents(path: string): Promise<Values> {
    const { accountId: account_id, zoneId: zone_id } = this.#mock.defaults;
    const known: Readonly<Record<string, string>> = { account_id, zone_id, ...givenIds };
    const values: string[] = [];
    for (const { 0: variable, index } of path.matchAll(/\{[^{}]*\}/g)) {
      const name = variable.slice(1, -1);
      const item = path.slice(0, index + variable.length);
      const folder = path.slice(0, index - 1);
      const at = (wanted: string, method: string) =>
        this.#methods.find(({ operation }) => operation.path === wanted && operation.method === method);
      const reader = at(item, 'GET');
      const create =
        this.#methods.find(
          ({ verb, collection, operation }) =>
            verb === 'create' && collection === reader?.collection && !operation.path.startsWith(item),
        ) ?? at(folder, 'POST');
      const put = at(item, 'PUT');
      const isMade = create && !(name in known);
      const made = isMade && (await this.#call(create, values, this.#bodyOf(create)));
      values.push(known[name] ?? findId(made, name, values) ?? 'example');
      if (!create && put && !(name in known)) await this.#call(put, values, this.#bodyOf(put));
    }
    return values;
  }

  /** A body by its own schema, another one each time. */
  #bodyOf({ collection, verb, operation, schemas }: Method): JsonValue {
    const schema = bodySchema(operation) ?? operation.body?.content[0]?.schema;
    this.#seed += 1;
    const own = givenBodies[`${collection}.${verb}`] ?? givenBodies[collection];
    const made = schema ? schemas.sample(schema, 'request', `${operation.id} ${this.#seed}`) : {};
    return own && isObject(made) ? { ...made, ...own } : made;
  }

  async #call(method: Method, values: Values, body?: JsonValue): Promise<unknown> {
    this.#requests = 0;
    const answer = await this.#start(method, values, body);
    const isPage = typeof answer === 'object' && answer !== null && 'getPaginatedItems' in answer;
    return isPage ? (answer as { getPaginatedItems: () => unknown }).getPaginatedItems() : answer;
  }

  /** Calls a method of the client as its users do: the last variable of the path comes first, the rest is named. */
  #start(method: Method, values: Values, body?: JsonValue): PromiseLike<unknown> {
    const call = this.#find(method);
    if (!call) throw new Error('the client has no such method');
    const names = variablesOf(method.operation.path);
    // The client has names of its own, in the order of the path.
    const source = String(call);
    const written = [...(/`(\/[^`]*)`/.exec(source)?.[1] ?? '').matchAll(/\$\{(\w+)\}/g)].map(
      ([, name = '']) => name,
    );
    if (written[0] === 'accountOrZone') written.splice(0, 2, names[0] ?? '');
    const shown = written.length === names.length ? written : names;
    const [, first = ''] = /^\w+\((\w+)/.exec(source) ?? [];
    const place = shown.indexOf(first);
    const params: Record<string, unknown> = {};
    for (const [index, name] of shown.entries()) params[name] = values[index];
    if (first !== 'params') delete params[first];
    for (const { name, in: where, required, schema } of method.operation.parameters)
      if (where !== 'path' && required && schema)
        params[name] = method.schemas.sample(schema, 'request', name);
    // Some bodies have a name of their own among what is named.
    const [, whole] = /\bbody: (\w+),/.exec(source) ?? [];
    if (body !== undefined && (whole !== undefined || !isObject(body))) params[whole ?? 'body'] = body;
    else if (isObject(body)) Object.assign(params, toFiles(method, body));
    const target = this.#targetOf(method);
    return place === -1 ? call.call(target, params) : call.call(target, values[place], params);
  }

  /** One method of the client serves accounts and zones, which the register tells apart. */
  #targetOf({ collection }: Method): unknown {
    const follow = (path: string) =>
      path
        .split('.')
        .reduce<unknown>(
          (at, name) => (at as Record<string, unknown> | undefined)?.[toCamel(name)],
          this.#client,
        );
    return follow(collection) ?? follow(collection.replace(/^zones\./, ''));
  }

  #find(method: Method): Call | undefined {
    const found = (this.#targetOf(method) as Record<string, Call> | undefined)?.[method.verb];
    return typeof found === 'function' ? found : undefined;
  }
}

const toCamel = (name: string) => name.replace(/-([a-z\d])/g, (_, letter: string) => letter.toUpperCase());

/** The variable of a path that the client takes by its place. */
const variableOf = ({ operation }: Method) =>
  variablesOf(operation.path)
    .filter((name) => name !== 'account_id' && name !== 'zone_id')
    .at(-1);

/** Whether the client says that nothing is answered: the platform has retired these operations. */
const isRetired = ({ operation }: Method) =>
  operation.answers.every(({ content }) =>
    content.every(
      ({ schema }) => schema?.node['properties'] === undefined && schema?.node['type'] === 'object',
    ),
  );

const variablesOf = (path: string) => [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);

/** Of several operations of one name, the one with the shortest path. */
const toVerbs = (methods: readonly Method[]): Readonly<Record<string, Method>> =>
  Object.fromEntries(
    methods
      .toSorted((one, other) => other.operation.path.length - one.operation.path.length)
      .map((method) => [method.verb, method]),
  );

/** Members that are files become files. */
function toFiles({ operation, outlineOf }: Method, body: JsonObject): Readonly<Record<string, unknown>> {
  const { members } = outlineOf(operation.body?.content[0]?.schema);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const schema = members.get(name)?.schema;
      const isList = outlineOf(schema).items?.node['format'] === 'binary';
      const isFile = isList || schema?.node['format'] === 'binary';
      const file = () => new File([String(value)], 'file.txt');
      return [name, isFile ? (isList ? [file()] : file()) : value];
    }),
  );
}

async function requireGone(call: Promise<unknown>): Promise<void> {
  const answer = await call.catch((error: unknown) => {
    if (error instanceof NotFoundError) return NotFoundError;
    throw error;
  });
  if (answer !== NotFoundError) throw new Error('is still there when it is deleted');
}

if (import.meta.main) {
  const { total, real, state, empty, refused, none } = await coverRegister();
  console.log(
    `Of ${total} operations: ${real + state} with behaviour or state, ${empty} reads of what nothing writes,`,
  );
  console.log(`${refused} actions refused in words, ${none} without a route.\n`);
  const { cycles, lists, failures } = await walkLifeCycles(process.argv[2]);
  console.log(failures.map(({ name, reason }) => `${name}: ${reason}`).join('\n'));
  const broken = failures.filter(({ isCycle }) => isCycle).length;
  console.log(
    `${cycles - broken} of ${cycles} life cycles are whole, and ${lists - failures.length + broken} of ${lists} lists.`,
  );
}
