const string = { type: 'string' };
const zone = { name: 'zone_id', in: 'path', required: true, schema: string };
const envelope = (result: object) => ({
  200: {
    description: 'The answer',
    content: {
      'application/json': {
        schema: { type: 'object', properties: { success: { type: 'boolean' }, result } },
      },
    },
  },
});
const shown = {
  type: 'object',
  properties: { id: string, type: string, name: string, content: string, created_on: string },
};

/** DNS records of zones, for pages that assume the platform's own OpenAPI document. */
export const dnsDocument = {
  openapi: '3.0.3',
  info: { title: 'DNS records', version: '1' },
  servers: [{ url: 'https://api.cloudflare.com/client/v4' }],
  paths: {
    '/zones/{zone_id}/dns_records': {
      get: {
        parameters: [zone, { name: 'type', in: 'query', schema: string }],
        responses: envelope({ type: 'array', items: shown }),
      },
      post: {
        parameters: [zone],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['type', 'name', 'content'],
                properties: { type: string, name: string, content: string },
              },
            },
          },
        },
        responses: envelope(shown),
      },
    },
  },
} as const;
