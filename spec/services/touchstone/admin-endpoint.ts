/** What most operations of the admin interface have in common. */
export const adminEndpoint = {
  access: { kind: 'admin' },
  answer: 'plain',
  status: 200,
  certainty: 'inferred',
  source: 'design, section 4',
} as const;
