import { defineMutants } from '../mutant.ts';

const handlers = 'mock/services/token-validation/config-handlers.ts';
const schemas = 'spec/services/token-validation/schemas.ts';

/** Members of the body of a creation. */
const received = 'const { title, description, token_sources, credentials } = body;';
const keysOfBody = "credentials.keys, { mode: 'create' }";

/** First members of the contract of a creation. */
const titleOfContract = 'configCreateBody = z.object({\n  title,';
const descriptionOfContract = 'description,\n  token_sources: tokenSources,\n  token_type';
const typeOfContract = "token_type: z.enum(['jwt', 'JWT'])";
const credentialsOfContract = 'credentials: credentialsInputSchema';

/** Creation of token configurations: what is taken and what is refused. */
export const configurationBodyMutants = defineMutants([
  {
    id: 'titles-configurations-itself',
    requirement: 'TV-CFG-11',
    does: 'It gives a configuration without a title one of its own.',
    file: handlers,
    replace: received,
    by: received.replace('title', "title = 'Untitled'"),
    and: [
      { file: schemas, replace: titleOfContract, by: `${titleOfContract.slice(0, -1)}: title.optional(),` },
    ],
  },
  {
    id: 'takes-numbers-for-titles-of-configurations',
    requirement: 'TV-CFG-12',
    does: 'It writes a title that is a number as text.',
    file: handlers,
    replace: received,
    by: `${received} const named = String(title);`,
    and: [
      {
        file: handlers,
        replace: 'title,\n        description,\n        token_sources,\n        token_type',
        by: 'title: named, description, token_sources, token_type',
      },
      {
        file: schemas,
        replace: titleOfContract,
        by: `${titleOfContract.slice(0, -1)}: z.union([title, z.number()]),`,
      },
    ],
  },
  {
    id: 'takes-titles-of-configurations-below-the-limit-alone',
    requirement: 'TV-CFG-13',
    does: 'It refuses a title of exactly 50 characters.',
    file: schemas,
    replace: titleOfContract,
    by: `${titleOfContract.slice(0, -1)}: text(tokenValidationLimits.title - 1),`,
  },
  {
    id: 'counts-titles-of-configurations-in-bytes',
    requirement: 'TV-CFG-13',
    does: 'It counts the bytes of a title instead of its characters.',
    file: schemas,
    replace: titleOfContract,
    by: `${titleOfContract.slice(0, -1)}: title.refine((text) => new TextEncoder().encode(text).length <= tokenValidationLimits.title),`,
  },
  {
    id: 'takes-titles-of-configurations-one-beyond-the-limit',
    requirement: 'TV-CFG-14',
    does: 'It takes a title of 51 characters.',
    file: schemas,
    replace: titleOfContract,
    by: `${titleOfContract.slice(0, -1)}: text(tokenValidationLimits.title + 1),`,
  },
  {
    id: 'takes-configurations-without-description',
    requirement: 'TV-CFG-15',
    does: 'It takes a missing description for an empty one.',
    file: handlers,
    replace: received,
    by: received.replace('description', "description = ''"),
    and: [
      {
        file: schemas,
        replace: descriptionOfContract,
        by: descriptionOfContract.replace('description', 'description: description.optional()'),
      },
    ],
  },
  {
    id: 'takes-null-for-descriptions-of-configurations',
    requirement: 'TV-CFG-16',
    does: 'It takes a description that is null for an empty one.',
    file: handlers,
    replace: received,
    by: `const { title, token_sources, credentials } = body; const description = body.description ?? '';`,
    and: [
      {
        file: schemas,
        replace: descriptionOfContract,
        by: descriptionOfContract.replace('description', 'description: description.nullable()'),
      },
    ],
  },
  {
    id: 'takes-descriptions-of-configurations-below-the-limit-alone',
    requirement: 'TV-CFG-17',
    does: 'It refuses a description of exactly 500 characters.',
    file: schemas,
    replace: descriptionOfContract,
    by: descriptionOfContract.replace(
      'description',
      'description: text(tokenValidationLimits.description - 1)',
    ),
  },
  {
    id: 'counts-descriptions-of-configurations-in-bytes',
    requirement: 'TV-CFG-17',
    does: 'It counts the bytes of a description instead of its characters.',
    file: schemas,
    replace: descriptionOfContract,
    by: descriptionOfContract.replace(
      'description',
      'description: description.refine((text) => new TextEncoder().encode(text).length <= tokenValidationLimits.description)',
    ),
  },
  {
    id: 'takes-descriptions-of-configurations-one-beyond-the-limit',
    requirement: 'TV-CFG-18',
    does: 'It takes a description of 501 characters.',
    file: schemas,
    replace: descriptionOfContract,
    by: descriptionOfContract.replace(
      'description',
      'description: text(tokenValidationLimits.description + 1)',
    ),
  },
  {
    id: 'takes-configurations-without-token-type',
    requirement: 'TV-CFG-19',
    does: 'It takes a configuration that does not say its token type for one of JWT.',
    file: schemas,
    replace: typeOfContract,
    by: `${typeOfContract}.optional()`,
  },
  {
    id: 'takes-the-token-type-in-capitals-alone',
    requirement: 'TV-CFG-20',
    does: 'It refuses jwt in lower case.',
    file: schemas,
    replace: typeOfContract,
    by: "token_type: z.enum(['JWT'])",
  },
  {
    id: 'takes-any-token-type',
    requirement: 'TV-CFG-21',
    does: 'It takes every text for a token type and makes a configuration for JWT of it.',
    file: schemas,
    replace: typeOfContract,
    by: 'token_type: z.string()',
  },
  {
    id: 'turns-token-types-into-text',
    requirement: 'TV-CFG-22',
    does: 'It turns a token type into text before it looks at it, so that a list of jwt is one.',
    file: schemas,
    replace: typeOfContract,
    by: "token_type: z.preprocess(String, z.enum(['jwt', 'JWT']))",
  },
  {
    id: 'takes-configurations-without-credentials',
    requirement: 'TV-CFG-23',
    does: 'It makes a configuration without keys of a body without credentials.',
    file: handlers,
    replace: keysOfBody,
    by: `credentials?.keys ?? [], { mode: 'create' }`,
    and: [{ file: schemas, replace: credentialsOfContract, by: `${credentialsOfContract}.optional()` }],
  },
  {
    id: 'takes-credentials-that-are-null',
    requirement: 'TV-CFG-24',
    does: 'It takes credentials that are null for an empty key set.',
    file: handlers,
    replace: keysOfBody,
    by: `credentials?.keys ?? [], { mode: 'create' }`,
    and: [{ file: schemas, replace: credentialsOfContract, by: `${credentialsOfContract}.nullable()` }],
  },
  {
    id: 'takes-a-list-of-keys-for-credentials',
    requirement: 'TV-CFG-24',
    does: 'It takes a list of keys in place of credentials.',
    file: handlers,
    replace: keysOfBody,
    by: `Array.isArray(credentials) ? credentials : ${keysOfBody}`,
    and: [
      {
        file: schemas,
        replace: credentialsOfContract,
        by: 'credentials: z.union([credentialsInputSchema, z.array(jwkInputSchema).min(1)])',
      },
    ],
  },
  {
    id: 'takes-credentials-without-keys',
    requirement: 'TV-CFG-25',
    does: 'It takes credentials without keys for an empty key set.',
    file: handlers,
    replace: keysOfBody,
    by: `credentials.keys ?? [], { mode: 'create' }`,
    and: [{ file: schemas, replace: credentialsOfContract, by: `${credentialsOfContract}.partial()` }],
  },
  {
    id: 'passes-over-keys-that-are-null',
    requirement: 'TV-CFG-26',
    does: 'It leaves out a key that is null, and says nothing.',
    file: 'mock/engines/jwt/normalize-keys.ts',
    replace: 'const entry = { index, jwk };',
    by: 'if (jwk === null) continue; const entry = { index, jwk };',
    and: [{ file: schemas, replace: 'z.array(jwkInputSchema)', by: 'z.array(jwkInputSchema.nullable())' }],
  },
  {
    id: 'passes-over-keys-that-are-null-beside-others',
    requirement: 'TV-CFG-26',
    does: 'It leaves out a key that is null where there is another one.',
    file: 'mock/engines/jwt/normalize-keys.ts',
    replace: 'const entry = { index, jwk };',
    by: 'if (jwk === null) continue; const entry = { index, jwk };',
    and: [
      {
        file: schemas,
        replace: 'z.array(jwkInputSchema)',
        by: 'z.array(jwkInputSchema.nullable()).refine((keys) => keys.some((key) => key !== null))',
      },
    ],
  },
]);
