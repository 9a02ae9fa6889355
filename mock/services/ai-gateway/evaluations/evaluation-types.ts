const since = { created_at: '2024-09-26T00:00:00.000000Z', modified_at: '2024-09-26T00:00:00.000000Z' };

/** The evaluation types. The three are documented; their ids, types and words are ours. */
export const evaluationTypes = [
  {
    id: '5a1c7a52-6d0a-4c1b-9a57-0f6d5d1b6c01',
    name: 'Cost',
    type: 'cost',
    description: 'Dollars that a run costs on average, of those whose cost is known',
    enable: true,
    /** Whether every evaluation includes it, requested or not (inferred). */
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
] as const;

export type Measure = (typeof evaluationTypes)[number]['type'];
