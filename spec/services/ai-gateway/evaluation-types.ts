import { z } from 'zod';
import { timestampSchema } from '../../schema.ts';
import { gatewayListQuery } from './gateway.ts';

/** What an evaluation measures: types of the platform's client. */
export const evaluationTypeSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  type: z.string(),
  description: z.string(),
  enable: z.boolean(),
  /** Whether every evaluation measures it, asked or not (inferred). */
  mandatory: z.boolean(),
  created_at: timestampSchema,
  modified_at: timestampSchema,
});

export type EvaluationType = z.infer<typeof evaluationTypeSchema>;

export const measures = ['cost', 'speed', 'human-feedback'] as const;

export type Measure = (typeof measures)[number];

const since = { created_at: '2024-09-26T00:00:00.000000Z', modified_at: '2024-09-26T00:00:00.000000Z' };

/** What there is to measure. That it is these three is documented; ids, types and words are ours. */
export const evaluationTypes = [
  {
    id: '5a1c7a52-6d0a-4c1b-9a57-0f6d5d1b6c01',
    name: 'Cost',
    type: 'cost',
    description: 'Dollars that a run costs on average, of those whose cost is known',
    enable: true,
    mandatory: true,
    ...since,
  },
  {
    id: '5a1c7a52-6d0a-4c1b-9a57-0f6d5d1b6c02',
    name: 'Speed',
    type: 'speed',
    description: 'Milliseconds that a run takes on average',
    enable: true,
    mandatory: true,
    ...since,
  },
  {
    id: '5a1c7a52-6d0a-4c1b-9a57-0f6d5d1b6c03',
    name: 'Human feedback',
    type: 'human-feedback',
    description: 'Percentage of positive feedback, of the runs that have any',
    enable: true,
    mandatory: false,
    ...since,
  },
] as const satisfies readonly (EvaluationType & { readonly type: Measure })[];

export const evaluationTypeOrders = [
  'id',
  'name',
  'type',
  'description',
  'enable',
  'mandatory',
  'created_at',
  'modified_at',
] as const satisfies readonly (keyof EvaluationType)[];

export const evaluationTypeListQuery = gatewayListQuery.omit({ search: true }).extend({
  order_by: z.enum(evaluationTypeOrders).optional(),
  order_by_direction: z.enum(['asc', 'desc']).optional(),
});
