import { defineMutants } from '../mutant.ts';

const handlers = 'mock/services/token-validation/config-handlers.ts';

/** Members of the body of a creation. */
const received = 'const { title, description, token_sources, credentials } = body;';

/** Creation of token configurations: what is answered. */
export const configurationMutants = defineMutants([
  {
    id: 'answers-configurations-that-it-does-not-keep',
    requirement: 'TV-CFG-1',
    does: 'It answers a creation and stores nothing.',
    file: handlers,
    replace: 'zone.tokenConfigs.put(config);',
    by: '',
  },
  {
    id: 'writes-configuration-ids-without-hyphens',
    requirement: 'TV-CFG-2',
    does: 'It gives a configuration an id of 32 digits.',
    unfit: 'The contract asks for a UUID too.',
    file: handlers,
    replace: 'id: world.ids.uuid()',
    by: 'id: world.ids.hex32()',
  },
  {
    id: 'knows-configurations-in-rules-by-title',
    requirement: 'TV-CFG-3',
    does: 'It looks for the configuration of a rule among the titles.',
    file: 'mock/services/token-validation/rule-expression.ts',
    replace: '!zone.tokenConfigs.get(id)',
    by: '!zone.tokenConfigs.list().some(({ title }) => title === id)',
  },
  {
    id: 'knows-the-newest-configuration-in-rules-alone',
    requirement: 'TV-CFG-3',
    does: 'It lets a rule name the configuration that was created last, and no other.',
    file: 'mock/services/token-validation/rule-expression.ts',
    replace: '!zone.tokenConfigs.get(id)',
    by: 'zone.tokenConfigs.list().at(-1)?.id !== id',
  },
  {
    id: 'escapes-titles-of-configurations',
    requirement: 'TV-CFG-4',
    does: 'It writes the title of a configuration as a part of a URL.',
    file: handlers,
    replace: received,
    by: `${received} const named = encodeURIComponent(title);`,
    and: [
      {
        file: handlers,
        replace: 'title,\n        description,\n        token_sources,\n        token_type',
        by: 'title: named, description, token_sources, token_type',
      },
    ],
  },
  {
    id: 'keeps-titles-of-configurations-in-ascii',
    requirement: 'TV-CFG-4',
    does: 'It writes a question mark for each character of a title that is not ASCII.',
    file: handlers,
    replace: received,
    by: `const { description, token_sources, credentials } = body; const title = body.title.replace(/[^\\x20-\\x7e]/g, '?');`,
  },
  {
    id: 'loses-descriptions-of-configurations',
    requirement: 'TV-CFG-5',
    does: 'It keeps no description of a configuration.',
    file: handlers,
    replace: received,
    by: "const { title, token_sources, credentials } = body; const description = '';",
  },
  {
    id: 'escapes-markup-in-descriptions-of-configurations',
    requirement: 'TV-CFG-5',
    does: 'It escapes in a description what means something in HTML.',
    file: handlers,
    replace: received,
    by: `const { title, token_sources, credentials } = body; const description = body.description.replaceAll('&', '&amp;').replaceAll('<', '&lt;');`,
  },
  {
    id: 'sorts-token-sources',
    requirement: 'TV-CFG-6',
    does: 'It keeps the token sources in alphabetical order.',
    file: handlers,
    replace: received,
    by: 'const { title, description, credentials } = body; const token_sources = body.token_sources.toSorted();',
  },
  {
    id: 'repeats-the-token-type-as-it-was-sent',
    requirement: 'TV-CFG-7',
    does: 'It answers jwt in lower case to whoever sends it so.',
    unfit: 'The contract takes no other answer than JWT.',
    file: handlers,
    replace: "token_type: 'JWT'",
    by: 'token_type: body.token_type',
  },
  {
    id: 'answers-creations-without-their-keys',
    requirement: 'TV-CFG-8',
    does: 'It answers a creation with an empty list of keys.',
    file: handlers,
    replace: 'result: configResource(config), messages',
    by: 'result: configResource({ ...config, keys: [] }), messages',
  },
  {
    id: 'writes-creation-times-of-configurations-with-a-space',
    requirement: 'TV-CFG-9',
    does: 'It writes created_at with a space between date and time.',
    unfit: 'The contract asks for the form of a timestamp too.',
    file: handlers,
    replace: 'created_at: at',
    by: "created_at: at.replace('T', ' ')",
  },
  {
    id: 'writes-change-times-of-configurations-with-a-space',
    requirement: 'TV-CFG-10',
    does: 'It writes last_updated with a space between date and time.',
    unfit: 'The contract asks for the form of a timestamp too.',
    file: handlers,
    replace: 'last_updated: at',
    by: "last_updated: at.replace('T', ' ')",
  },
]);
