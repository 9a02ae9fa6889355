import { fluxFormSchema, fluxInputSchema, pictureInputSchema } from '../input/pictures.ts';
import type { ModelEntry } from './entry.ts';

/** Hosted models that draw. */
export const pictureModels = [
  {
    id: '@cf/stabilityai/stable-diffusion-xl-base-1.0',
    uuid: 'a2ab535b-5002-5847-b2a1-4596c9a0c7f6',
    task: 'Text-to-Image',
    description: 'Draws from a description, and answers PNG.',
    formats: ['run'],
    input: pictureInputSchema,
    answer: 'picture-bytes',
    beta: true,
  },
  {
    id: '@cf/leonardo/phoenix-1.0',
    uuid: '3bdedb22-3489-5ef9-a080-04b080aef6e8',
    task: 'Text-to-Image',
    description: 'Draws what the description says, text in it included, and answers JPEG.',
    formats: ['run'],
    input: pictureInputSchema,
    answer: 'picture-bytes',
    prices: [
      { unit: 'tile of 512 by 512', neurons: 530 },
      { unit: 'step', neurons: 10 },
    ],
  },
  {
    id: '@cf/leonardo/lucid-origin',
    uuid: '6ac92464-9999-508c-8749-67353d367407',
    task: 'Text-to-Image',
    description: 'Draws what the description says, and answers Base64.',
    formats: ['run'],
    input: pictureInputSchema,
    answer: 'picture-base64',
    prices: [
      { unit: 'tile of 512 by 512', neurons: 636 },
      { unit: 'step', neurons: 12 },
    ],
  },
  {
    id: '@cf/black-forest-labs/flux-1-schnell',
    uuid: '09a423ed-5db0-5a1b-a419-60c9ce5f493f',
    task: 'Text-to-Image',
    description: 'Draws in few steps at one size, and answers Base64.',
    formats: ['run'],
    input: fluxInputSchema,
    answer: 'picture-base64',
    prices: [
      { unit: 'tile of 512 by 512', neurons: 4.8 },
      { unit: 'step', neurons: 9.6 },
    ],
  },
  {
    id: '@cf/black-forest-labs/flux-2-dev',
    uuid: 'fdc8af4f-06b4-5f87-b408-fae2f4210364',
    task: 'Text-to-Image',
    description: 'Draws and changes pictures, from a form.',
    formats: ['run'],
    input: fluxFormSchema,
    extraBody: 'multipart',
    answer: 'picture-base64',
  },
  {
    id: '@cf/black-forest-labs/flux-2-klein-4b',
    uuid: '738efb77-e2b7-55aa-8d9f-bb1e3db3dd37',
    task: 'Text-to-Image',
    description: 'Draws and changes pictures faster, from a form.',
    formats: ['run'],
    input: fluxFormSchema,
    extraBody: 'multipart',
    answer: 'picture-base64',
  },
] as const satisfies readonly ModelEntry[];
