import {
  answers,
  eachObject,
  heads,
  isObject,
  type JsonObject,
  lacks,
  results,
  says,
  succeedsWith,
  texts,
} from './answers.ts';
import { defineVariations, type Variation } from './variation.ts';

const blocked = 'token-validation.md: `block` is applied to a request; how it is answered is not shown.';
const notShown = 'inference-and-conversion.md, Conversion settings endpoints: no response is shown.';
const traffic = ['token-validation/edge', 'rulesets'];
const writes = 'rulesets.zone.entrypoint.update,settings.setting.edit,custom-hostnames.hostname.edit';
const settings = ['rulesets', 'settings', 'custom-hostnames', 'markdown/switching'];

/** The answer to a blocked request. */
export const blockedVariations = defineVariations([
  ...[
    ['in-json', 'application/json', '{"error":"blocked"}'],
    ['in-text', 'text/plain', 'Forbidden'],
    ['with-nothing', 'text/html', ''],
  ].map(
    ([words = '', type = '', body = '']): Variation => ({
      id: `blocks-${words}`,
      because: blocked,
      suites: traffic,
      ...texts(
        'edge',
        ({ status }) => status === 403,
        (_, headers) => {
          headers.set('content-type', type);
          return body;
        },
      ),
    }),
  ),
  ...[401, 429, 451].map(
    (status): Variation => ({
      id: `blocks-by-rule-with-${status}`,
      because: blocked,
      suites: traffic,
      ...heads('edge', (answer) => (answer.status === 403 ? status : undefined)),
    }),
  ),
]);

/** Answers of settings, rulesets and custom hostnames. */
export const settingsVariations = defineVariations([
  { id: 'changes-settings-with-202', because: notShown, suites: settings, ...succeedsWith(writes, 202) },
  {
    id: 'answers-changes-of-settings-with-nothing',
    because: notShown,
    suites: settings,
    ...results(writes, () => null),
  },
  {
    id: 'answers-changes-of-settings-with-an-object',
    because: notShown,
    suites: settings,
    ...results(writes, () => ({})),
  },
  {
    id: 'adds-members-to-settings-and-rulesets',
    because: 'Members that no seed names are allowed.',
    suites: settings,
    ...results('rulesets.,settings.,custom-hostnames.', (result) =>
      isObject(result) ? { ...result, annotations: { by: 'ada' } } : result,
    ),
  },
  {
    id: 'answers-names-of-rulesets-otherwise',
    because: notShown,
    suites: settings,
    ...results('rulesets.', (result) =>
      eachObject(result, (one) => ({ ...one, ...(isObject(one) && 'version' in one ? renamed(one) : {}) })),
    ),
  },
  {
    id: 'notes-changes-of-settings',
    because: 'token-validation.md: `messages` carries informational entries.',
    suites: settings,
    ...says(writes, (body) => ({ ...body, messages: [{ code: 3, message: 'It takes a minute.' }] })),
  },
  {
    id: 'has-no-settings-to-read',
    because: 'inference-and-conversion.md shows the change of one setting, and no route that reads it.',
    suites: settings,
    foreign: true,
    ...lacks('settings.setting.get,settings.setting.list,settings.setting.edit-many', 405),
  },
  {
    id: 'has-no-custom-hostnames-to-read',
    because: 'inference-and-conversion.md shows the change of a custom hostname, and no route that reads it.',
    suites: settings,
    foreign: true,
    ...lacks('custom-hostnames.hostname.get,custom-hostnames.hostname.list'),
  },
  {
    id: 'has-no-custom-hostnames-to-make',
    because: 'No endpoint that creates a custom hostname is shown.',
    suites: settings,
    foreign: true,
    ...lacks('custom-hostnames.hostname.create'),
  },
  {
    id: 'has-no-phase-of-custom-rules',
    because: 'token-validation.md names custom rules, and no phase or endpoint that saves one.',
    suites: [...settings, 'token-validation'],
    foreign: true,
    ...answers('rulesets.', (_, { url }) => (url.includes('firewall_custom') ? noSuchPhase : undefined)),
  },
]);

const noSuchPhase = {
  status: 400,
  body: { success: false, errors: [{ code: 31, message: 'no such phase' }], messages: [], result: null },
};

const renamed = (one: JsonObject): JsonObject => ({
  version: `${Number(one['version']) + 40}`,
  ...('name' in one && { name: 'Entry point' }),
  ...('last_updated' in one && { last_updated: '2026-01-01T00:00:00+00:00' }),
});

/** Hosts of the zone. */
export const hostVariations = defineVariations([
  {
    id: 'serves-one-host-of-the-zone',
    because: 'No seed says which hosts of a zone have an origin.',
    suites: ['markdown/switching', 'rulesets', 'token-validation/edge'],
    foreign: true,
    ...texts(
      'edge',
      (_, { headers, url }) => !/^api\./.test(headers.get('host') ?? new URL(url).host),
      (_, headers) => {
        for (const name of [...headers.keys()]) headers.delete(name);
        return 'misdirected';
      },
      421,
    ),
  },
]);
