const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const body = (schema: object) => ({ required: true, ...json(schema) });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const refusal = { description: 'Refused', ...json(ref('Problem')) };
const answers = (status: number, schema?: object) => ({
  [status]: { description: 'Fine', ...(schema ? json(schema) : {}) },
  '4XX': refusal,
});
const page = (items: object) => ({
  type: 'object',
  required: ['items', 'total'],
  properties: { items: { type: 'array', items }, total: { type: 'integer' } },
});
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const made = { type: 'string', readOnly: true };
const name = { type: 'string', minLength: 1 };
const color = { type: 'string', enum: ['red', 'green', 'blue'] };

/** The API of a shop for lamps, which nothing else of the project knows. */
export const lampDocument = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  servers: [{ url: 'https://lamps.example.com/api' }],
  security: [{ token: [] }],
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Lamp: {
        type: 'object',
        required: ['id', 'name', 'color', 'watts'],
        properties: { id: made, name, color, watts: { type: 'integer', minimum: 1, maximum: 100 } },
      },
      LampChange: {
        type: 'object',
        properties: { name, color, watts: { type: 'integer', minimum: 1, maximum: 100 } },
      },
      Bulb: { type: 'object', required: ['id', 'socket'], properties: { id: made, socket: name } },
      Settings: {
        type: 'object',
        required: ['theme', 'volume'],
        properties: { theme: { type: 'string', enum: ['dark', 'light'] }, volume: { type: 'integer' } },
      },
      Problem: {
        type: 'object',
        required: ['message'],
        properties: { message: { type: 'string' } },
      },
    },
  },
  paths: {
    '/lamps': {
      get: {
        operationId: 'listLamps',
        parameters: [
          query('color', color),
          query('page', { type: 'integer', minimum: 1 }),
          query('limit', { type: 'integer', maximum: 50 }),
        ],
        responses: answers(200, page(ref('Lamp'))),
      },
      post: {
        operationId: 'createLamp',
        requestBody: body(ref('Lamp')),
        responses: answers(201, ref('Lamp')),
      },
    },
    '/lamps/{lamp_id}': {
      parameters: [id('lamp_id')],
      get: { operationId: 'readLamp', responses: answers(200, ref('Lamp')) },
      put: {
        operationId: 'replaceLamp',
        requestBody: body(ref('Lamp')),
        responses: answers(200, ref('Lamp')),
      },
      patch: {
        operationId: 'changeLamp',
        requestBody: body(ref('LampChange')),
        responses: answers(200, ref('Lamp')),
      },
      delete: { operationId: 'removeLamp', responses: answers(204) },
    },
    '/lamps/{lamp_id}/bulbs': {
      parameters: [id('lamp_id')],
      get: { operationId: 'listBulbs', responses: answers(200, page(ref('Bulb'))) },
      post: {
        operationId: 'createBulb',
        requestBody: body(ref('Bulb')),
        responses: answers(201, ref('Bulb')),
      },
    },
    '/lamps/{lamp_id}/bulbs/{bulb_id}': {
      parameters: [id('lamp_id'), id('bulb_id')],
      get: { operationId: 'readBulb', responses: answers(200, ref('Bulb')) },
      delete: { operationId: 'removeBulb', responses: answers(204) },
    },
    '/settings': {
      get: { operationId: 'readSettings', responses: answers(200, ref('Settings')) },
      put: {
        operationId: 'writeSettings',
        requestBody: body(ref('Settings')),
        responses: answers(200, ref('Settings')),
      },
    },
    '/notes/{note_name}': {
      parameters: [id('note_name')],
      get: { operationId: 'readNote', responses: { 200: { content: { 'text/plain': {} } }, 404: refusal } },
      put: {
        operationId: 'writeNote',
        requestBody: { required: true, content: { 'text/plain': {} } },
        responses: { 204: {} },
      },
      delete: { operationId: 'removeNote', responses: { 204: {}, 404: refusal } },
    },
    '/shops/{shop_id}/lamps': {
      get: { operationId: 'listOfShop', responses: answers(200, page(ref('Lamp'))) },
    },
    '/status': {
      get: {
        operationId: 'readStatus',
        responses: answers(200, {
          type: 'object',
          required: ['up'],
          properties: { up: { type: 'boolean' } },
        }),
      },
    },
  },
};
