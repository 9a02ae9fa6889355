import {
  eachObject,
  eachText,
  ids,
  isObject,
  type Json,
  type JsonObject,
  lacks,
  refusesWith,
  results,
  says,
  succeedsWith,
} from './answers.ts';
import { defineVariations, type Variation } from './variation.ts';

/** Suites of the API; those of zone traffic only use it to create a configuration and a rule. */
const suites = ['bounds', 'co', 'cr', 'key', 'pre', 'rule', 'sel', 'sources'].map(
  (name) => `token-validation/${name}`,
);
const withTraffic = ['token-validation'];
const success = 'token-validation.md, Endpoints: status codes of successful responses are not shown.';
const failure =
  'token-validation.md, Errors: error codes and status codes for failed requests are not shown.';
const notShown = 'token-validation.md, Endpoints: reading, listing and deleting are not shown.';
const time = 'token-validation.md: a timestamp is a string, of no form that is shown.';

const all = 'token-validation.';
const change = 'token-validation.config.create,token-validation.credentials,token-validation.rule.bulk';

/** Statuses of answers, and operations that no seed shows. */
export const tokenValidationStatusVariations = defineVariations([
  ...[201, 202].map(
    (status): Variation => ({
      id: `creates-configurations-with-${status}`,
      because: success,
      suites: withTraffic,
      ...succeedsWith('token-validation.config.create', status),
    }),
  ),
  ...[201, 202].map(
    (status): Variation => ({
      id: `creates-rules-with-${status}`,
      because: success,
      suites: withTraffic,
      ...succeedsWith('token-validation.rule.bulk-create', status),
    }),
  ),
  {
    id: 'takes-credentials-with-202',
    because: success,
    suites,
    ...succeedsWith('token-validation.credentials', 202),
  },
  {
    id: 'changes-rules-with-202',
    because: success,
    suites,
    ...succeedsWith('token-validation.rule.bulk-edit', 202),
  },
  {
    id: 'previews-with-201',
    because: success,
    suites,
    ...succeedsWith('token-validation.rule.preview', 201),
  },
  ...[422, 409, 403].map(
    (status): Variation => ({
      id: `refuses-configurations-and-rules-with-${status}`,
      because: failure,
      suites: [...suites, 'v4'],
      ...refusesWith(all, 400, status),
    }),
  ),
  {
    id: 'knows-no-configuration-with-400',
    because: failure,
    suites: [...suites, 'v4'],
    ...refusesWith(all, 404, 400),
  },
  ...([404, 405, 501] as const).map(
    (status): Variation => ({
      id: `lists-and-deletes-no-configurations-${status}`,
      because: notShown,
      suites,
      foreign: true,
      ...lacks(
        'token-validation.config.list,token-validation.config.get,token-validation.config.edit,token-validation.config.delete',
        status,
      ),
    }),
  ),
  ...([404, 405, 501] as const).map(
    (status): Variation => ({
      id: `lists-and-deletes-no-rules-${status}`,
      because: notShown,
      suites,
      foreign: true,
      ...lacks(
        'token-validation.rule.list,token-validation.rule.get,token-validation.rule.create,token-validation.rule.edit,token-validation.rule.delete',
        status,
      ),
    }),
  ),
  {
    id: 'has-no-operations-to-protect',
    because: 'token-validation.md names operations, and no endpoint that saves one.',
    suites: withTraffic,
    foreign: true,
    ...lacks('api-gateway.', 404),
  },
  {
    id: 'has-no-zones-to-list',
    because: 'No endpoint of zones is shown.',
    suites: withTraffic,
    foreign: true,
    ...lacks('zones.,user.', 404),
  },
  {
    id: 'has-no-rulesets-to-read',
    because: 'The seeds only show the entry point of one phase of rulesets.',
    suites: [...withTraffic, 'rulesets', 'markdown'],
    foreign: true,
    ...lacks(
      'rulesets.zone.list,rulesets.zone.create,rulesets.zone.get,rulesets.zone.entrypoint.get,rulesets.zone.delete,rulesets.zone.versions,rulesets.zone.rule,rulesets.account',
      404,
    ),
  },
]);

/** Content of answers that the seed does not show. */
export const tokenValidationAnswerVariations = defineVariations([
  {
    id: 'adds-members-to-configurations-and-rules',
    because: 'Members that no seed names are allowed.',
    suites: withTraffic,
    ...results(all, (result) =>
      eachObject(result, (one) => ('kty' in one ? one : { ...one, revision: 4, labels: ['a'] })),
    ),
  },
  {
    id: 'tells-times-with-an-offset',
    because: time,
    suites: withTraffic,
    ...timesWith((at) => at.replace(/Z$/, '+00:00')),
  },
  {
    id: 'tells-times-with-milliseconds',
    because: time,
    suites,
    ...timesWith((at) => `${at.replace(/(?:\.\d+)?Z$/, '')}.120Z`),
  },
  {
    id: 'tells-times-to-the-microsecond',
    because: time,
    suites,
    ...timesWith((at) => `${at.replace(/(?:\.\d+)?Z$/, '')}.120345Z`),
  },
  {
    id: 'tells-times-in-seconds',
    because: time,
    suites,
    ...timesWith((at) =>
      at
        .replace(/\.\d+Z$/, 'Z')
        .replace('T', 't')
        .replace('Z', 'z'),
    ),
  },
  {
    id: 'tells-times-as-http-does',
    because: time,
    suites,
    ...timesWith((at) => new Date(at).toUTCString()),
  },
  {
    id: 'tells-times-as-databases-do',
    because: time,
    suites,
    ...timesWith((at) => at.replace('T', ' ').replace(/Z$/, '+00')),
  },
  {
    id: 'counts-the-seconds-of-times',
    because: time,
    suites,
    ...timesWith((at) => String(Math.floor(Date.parse(at) / 1000))),
  },
  {
    id: 'counts-the-seconds-of-events',
    because: 'token-validation.md, Events: payload shape and delivery are not shown.',
    suites: ['token-validation/events', 'token-validation/jwt-vectors'],
    tamper: {
      async response(response, { url }) {
        if (!new URL(url).pathname.endsWith('/events')) return response;
        const events: Json = await response.json();
        const inSeconds = (one: JsonObject) =>
          'datetime' in one ? { ...one, datetime: Date.parse(String(one['datetime'])) / 1000 } : one;
        return Response.json(eachObject(events, inSeconds), { status: response.status });
      },
    },
  },
  {
    id: 'has-ids-of-another-version',
    because: 'token-validation.md: an id is a UUID, of whatever version.',
    suites: withTraffic,
    ...ids(
      (id) => (id[14] === '4' ? `${id.slice(0, 14)}1${id.slice(15)}` : id),
      /([0-9a-f]{8}-[0-9a-f]{4}-)1([0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})/g,
      (shown) => `${shown.slice(0, 14)}4${shown.slice(15)}`,
    ),
  },
  {
    id: 'has-ids-in-upper-case',
    because: 'RFC 9562: UUIDs are read in either case.',
    suites: withTraffic,
    ...ids(
      (id) => id.toUpperCase(),
      /[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}/g,
      (shown) => shown.toLowerCase(),
    ),
  },
  {
    id: 'answers-credentials-as-a-list',
    because: 'token-validation.md, Endpoints 2: normalized credentials are in `result`; how is not shown.',
    suites,
    ...results('token-validation.credentials', (result) =>
      isObject(result) ? (result['keys'] ?? []) : result,
    ),
  },
  {
    id: 'answers-credentials-within-a-configuration',
    because: 'token-validation.md, Endpoints 2: normalized credentials are in `result`; how is not shown.',
    suites,
    ...results('token-validation.credentials', (credentials) => ({ title: 'A configuration', credentials })),
  },
  {
    id: 'answers-credentials-in-two-places',
    because: 'Members that no seed names are allowed.',
    suites,
    ...says('token-validation.credentials', (body) => ({
      ...body,
      ...(isObject(body['result']) && { keys: body['result']['keys'] }),
    })),
  },
  {
    id: 'answers-keys-in-another-order',
    because: 'token-validation.md: a key set is a list without a meaningful order; `kid` identifies keys.',
    suites,
    ...results('token-validation.c', (result) =>
      eachObject(result, (one) =>
        Array.isArray(one['keys']) ? { ...one, keys: one['keys'].toReversed() } : one,
      ),
    ),
  },
  {
    id: 'says-what-every-key-is-for',
    because: 'token-validation.md, JSON Web Key: `use` is optional, and `sig` appears.',
    suites,
    ...results('token-validation.c', (result) =>
      eachObject(result, (one) => ('kty' in one && one['kty'] !== 'oct' ? { ...one, use: 'sig' } : one)),
    ),
  },
  {
    id: 'tells-of-defaults-with-more-words',
    because: 'token-validation.md: `message` says which alg was omitted; it may contain more text.',
    suites,
    ...says(all, (body) =>
      eachObject(body, (one) =>
        one['code'] === 110003
          ? { ...one, message: `Please note: ${one['message']}. See the documentation.` }
          : one,
      ),
    ),
  },
  {
    id: 'tells-of-defaults-in-another-order',
    because: 'token-validation.md: one entry per defaulted key, in no order that is shown.',
    suites,
    ...says(all, (body) => ({
      ...body,
      messages: Array.isArray(body['messages']) ? body['messages'].toReversed() : [],
    })),
  },
  {
    id: 'names-the-modifying-user-by-mail',
    because: 'token-validation.md: `modified_by` is an identifier.',
    suites,
    ...results(all, (result) =>
      eachObject(result, (one) => ('modified_by' in one ? { ...one, modified_by: 'ada@example.com' } : one)),
    ),
  },
  {
    id: 'answers-created-rules-in-another-order',
    because:
      'token-validation.md, Endpoints 4: `result` is the array of created rules, in no order that is shown.',
    suites,
    ...results('token-validation.rule.bulk-create', reversed),
  },
  {
    id: 'answers-changed-rules-in-another-order',
    because: 'token-validation.md, Endpoints 5: updated rules, in no order that is shown.',
    suites,
    ...results('token-validation.rule.bulk-edit', reversed),
  },
  {
    id: 'completes-selectors',
    because: 'token-validation.md: a rule has a selector; whether an empty list is written is not shown.',
    suites,
    ...results('token-validation.rule.bulk', (result) =>
      eachObject(result, (one) =>
        isObject(one['selector'])
          ? { ...one, selector: { include: [], exclude: [], ...one['selector'] } }
          : one,
      ),
    ),
  },
  {
    id: 'previews-operations-in-another-order',
    because: 'token-validation.md, Preview result: no order is shown.',
    suites,
    ...results('token-validation.rule.preview', (result) =>
      eachObject(result, (one) => ({
        ...one,
        ...reversedIn(one, 'operations'),
        ...reversedIn(one, 'selected_hosts'),
        ...reversedIn(one, 'available_hosts'),
      })),
    ),
  },
  {
    id: 'counts-the-states-of-each-page-of-a-preview',
    because: 'token-validation.md, Preview result: integers, of the page or of the zone.',
    suites,
    ...results('token-validation.rule.preview', (result) => {
      if (!isObject(result) || !Array.isArray(result['operations'])) return result;
      const { operations } = result;
      const count = (state: string) =>
        operations.filter((one) => isObject(one) && one['state'] === state).length;
      return {
        ...result,
        included: count('included'),
        excluded: count('excluded'),
        ignored: count('ignored'),
      };
    }),
  },
  {
    id: 'counts-pages-of-previews',
    because: 'Members that no seed names are allowed.',
    suites,
    ...says('token-validation.', (body) =>
      isObject(body['result_info'])
        ? { ...body, result_info: { ...body['result_info'], total_pages: 1, cursors: { after: '' } } }
        : body,
    ),
  },
  {
    id: 'has-result-info-on-everything',
    because: '`result_info` is there on paginated responses; elsewhere it is a member like any other.',
    suites,
    ...says(change, (body) => ({
      ...body,
      result_info: { page: 1, per_page: 20, count: 1, total_count: 1 },
    })),
  },
]);

function timesWith(change: (at: string) => string) {
  return says(all, (body) => eachText(body, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, change));
}

function reversed(result: Json): Json {
  return Array.isArray(result) ? result.toReversed() : result;
}

function reversedIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return Array.isArray(value) ? { [name]: value.toReversed() } : {};
}
