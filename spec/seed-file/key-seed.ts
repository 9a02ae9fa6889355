import { z } from 'zod';

/** Members of a key that is made of something else than a JSON Web Key. */
const ofMade: ReadonlySet<string> = new Set(['kid', 'alg', 'secret', 'pem', 'file']);

const forms = ['kty', 'secret', 'pem', 'file'] as const;

/**
 * A key of a token configuration: a JSON Web Key as the API takes it, or what one is made of. Which keys are good is
 * for the API to say.
 */
export const keySeedSchema = z
  .looseObject({
    kid: z.string().min(1).describe('The id of the key, which tokens name in their header.'),
    alg: z.string().optional().describe('Its algorithm, such as HS256, RS256 or ES256.'),
    kty: z.string().optional().describe('Of a JSON Web Key: RSA, EC or oct, with the members it needs.'),
    secret: z.string().optional().describe('The text of a secret, of which an HMAC key is made.'),
    pem: z.string().optional().describe('A public key, a certificate or a private key, as PEM.'),
    file: z
      .string()
      .min(1)
      .optional()
      .describe('A file with a JSON Web Key or with PEM, as seen from the folder of this seed file.'),
  })
  .refine((key) => forms.filter((form) => key[form] !== undefined).length === 1, {
    message: 'needs exactly one of kty (of a JSON Web Key), secret, pem and file',
  })
  .superRefine((key, context) => {
    if (key.kty !== undefined) return;
    // A text of flow style that has a comma in it ends there, and what follows becomes a member.
    for (const member of Object.keys(key).filter((name) => !ofMade.has(name))) {
      context.addIssue({
        code: 'custom',
        path: [member],
        message: 'is a member of JSON Web Keys alone; a text with a comma belongs in quotes',
      });
    }
  });

export type KeySeed = z.output<typeof keySeedSchema>;
