// Long: a row for each thing that the platform's document leaves open.
import { gatewayLimits } from '../../spec/services/ai-gateway/limits.ts';
import type { OpenApiDocument } from '../engines/openapi/document.ts';
import type { JsonObject } from '../engines/openapi/json.ts';
import type { Overlay, OverlayAction } from '../engines/openapi/resources/overlay.ts';

/** Host of the platform's API, by which its document is known. */
const platformHost = 'api.cloudflare.com';

/** Corrections of what is inferred from the platform's own document; undefined for any other document. */
export const findPlatformOverlay = ({ hosts }: Pick<OpenApiDocument, 'hosts'>): Overlay | undefined =>
  hosts.includes(platformHost) ? platformOverlay : undefined;

type Said = Readonly<Record<string, string | boolean | readonly (string | SaidMembers)[] | SaidMembers>>;

type SaidMembers = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Says something about the records below a path. */
const resource = (path: string, said: Said): OverlayAction => ({
  target: `$.paths['${path}']`,
  update: { 'x-touchstone-resource': said },
});

/** Says what an operation does. */
const role = (method: string, path: string, said: string | Said): OverlayAction => ({
  target: `$.paths['${path}'].${method}`,
  update: { 'x-touchstone-role': said },
});

const inPath = (...names: readonly string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

const inQuery = (name: string) => ({ name, in: 'query', required: true, schema: { type: 'string' } });

/** Says more of members of the body of a POST. */
const bodyOf = (path: string, update: JsonObject): OverlayAction => ({
  target: `$.paths['${path}'].post.requestBody.content['application/json'].schema.properties`,
  update,
});

/** Says what a body may have that the document does not know. */
const body = (path: string, method: string, properties: JsonObject): OverlayAction => ({
  target: `$.paths['${path}'].${method}`,
  update: { requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } } },
});

const account = '/accounts/{account_id}';
const namespace = `${account}/storage/kv/namespaces/{namespace_id}`;
const values = `${namespace}/values`;
const database = `${account}/d1/database/{database_id}`;
const queue = `${account}/queues/{queue_id}`;
const notifications = `${account}/event_notifications/r2/{bucket_name}/configuration/queues/{queue_id}`;
const scripts = `${account}/workers/scripts`;
const dispatch = `${account}/workers/dispatch/namespaces/{dispatch_namespace}`;
const indexes = `${account}/vectorize/v2/indexes/{index_name}/metadata_index`;
const routing = '/zones/{zone_id}/email/routing';
const workflow = `${account}/workflows/{workflow_name}`;
const lists = `${account}/gateway/lists`;

/** Reads DNS records of all zones. */
const tokenPolicy = {
  permission_groups: { example: [{ id: '82e64a83756745bbbb1c9c2701bf816b' }] },
  resources: { example: { 'com.cloudflare.api.account.zone.*': '*' } },
};

const tokenTerms = {
  condition: { example: { request_ip: { in: ['192.0.2.0/24'], not_in: ['192.0.2.7'] } } },
  not_before: { example: '2030-01-01T00:00:00Z' },
  expires_on: { example: '2031-01-01T00:00:00Z' },
};

/** Id of a role that Cloudflare docs name. */
const administrator = '05784afa30c1afe1440e79d9351c7430';

/** A target that a document doesn't have does nothing, so that one overlay serves documents of several years. */
const platformOverlay: Overlay = {
  overlay: '1.0.0',
  info: { title: 'What the document of the platform leaves open', version: '1.0.0' },
  actions: [
    // KV: the keys, the metadata and the bulk calls are about the values.
    resource(`${namespace}`, { unique: ['title'] }),
    resource(`${values}/{key_name}`, { id: 'name', key: 'client', raw: true, bytes: 'value' }),
    { target: "$.components.schemas['workers-kv_metadata']", update: { type: 'object', example: {} } },
    {
      target: `$.paths['${values}/{key_name}'].put.requestBody.content['multipart/form-data'].schema.properties.metadata`,
      update: { type: 'object' },
    },
    {
      target: `$.paths['${namespace}/bulk/get'].post.responses['200'].content['application/json'].schema.properties.result.anyOf[*].properties.values.additionalProperties.anyOf`,
      update: [{ type: 'null' }],
    },
    role('get', `${namespace}/keys`, { kind: 'list', resource: values }),
    role('get', `${namespace}/metadata/{key_name}`, {
      kind: 'read-member',
      resource: values,
      member: 'metadata',
    }),
    role('put', `${namespace}/bulk`, {
      kind: 'bulk-update',
      resource: values,
      id: 'key',
      bytes: 'value',
      base64: 'base64',
    }),
    role('delete', `${namespace}/bulk`, { kind: 'bulk-remove', resource: values }),
    role('post', `${namespace}/bulk/delete`, { kind: 'bulk-remove', resource: values }),

    // R2 and D1: a bucket is its name; a database is found by its uuid and has a name of its own.
    resource(`${account}/r2/buckets/{bucket_name}`, {
      id: 'name',
      members: { locationHint: ['location'], storageClass: ['storage_class'] },
    }),
    resource(`${account}/r2/buckets/{bucket_name}/objects/{object_key}`, {
      id: 'key',
      key: 'client',
      raw: true,
    }),
    resource(database, { id: 'uuid', unique: ['name'] }),
    {
      target: "$.components.schemas['D1DatabaseQuery.body']..params.items",
      update: { type: ['string', 'number', 'boolean', 'null'] },
    },
    // Links to import and export files need no credentials.
    {
      target: `$.paths['${database}/import']`,
      update: {
        put: {
          operationId: 'd1.database.import.upload',
          security: [],
          parameters: [...inPath('account_id', 'database_id'), inQuery('upload')],
          requestBody: {
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          },
          responses: { 200: { description: '' } },
        },
      },
    },
    {
      target: `$.paths['${database}/export']`,
      update: {
        get: {
          operationId: 'd1.database.export.download',
          security: [],
          parameters: [...inPath('account_id', 'database_id'), inQuery('download')],
          responses: {
            200: { description: '', content: { 'application/sql': { schema: { type: 'string' } } } },
          },
        },
      },
    },

    // R2: rules of event notifications are kept by their queue.
    resource(notifications, { id: 'queueId', key: 'client' }),
    body(notifications, 'delete', { ruleIds: { type: 'array', items: { type: 'string' } } }),

    // Names that must be unique.
    ...['/devices/networks/{network_id}', '/dex/devices/dex_tests/{dex_test_id}', '/mnm/rules/{rule_id}'].map(
      (path) => resource(`${account}${path}`, { unique: ['name'] }),
    ),

    // Custom entries of DLP are changed below a path of their own.
    role('put', `${account}/dlp/entries/custom/{entry_id}`, {
      kind: 'replace',
      resource: `${account}/dlp/entries`,
    }),

    // Environments of a zone are named by their refs.
    resource('/zones/{zone_id}/environments/{environment_id}', { id: 'ref' }),

    // Requests and priorities have one schema in answers, and two in bodies.
    {
      target: "$.components.schemas['CloudforceOneRequestsCreate.result'].properties.priority",
      update: { type: ['string', 'integer'] },
    },

    // Vectorize: metadata indexes are made and removed by calls, and listed.
    resource(`${indexes}/list`, { kind: 'collection', id: 'propertyName' }),
    role('post', `${indexes}/create`, { kind: 'create', resource: `${indexes}/list` }),
    role('post', `${indexes}/delete`, { kind: 'bulk-remove', resource: `${indexes}/list` }),

    // Queues: the answers leave out the ids of consumers.
    resource(queue, { id: 'queue_id', unique: ['queue_name'] }),
    resource(`${queue}/consumers/{consumer_id}`, {
      id: 'consumer_id',
      members: { script_name: ['script_name', 'script'] },
    }),

    // Workers: a script is its code, which has two more paths; the text of a secret is never answered.
    resource(`${scripts}/{script_name}`, { id: 'id', key: 'client', raw: true }),
    // The client names this type even where it sends a form.
    ...[scripts, `${dispatch}/scripts`].map(
      (path): OverlayAction => ({
        target: `$.paths['${path}/{script_name}'].put.requestBody.content`,
        update: { 'application/javascript': { schema: { type: 'string' } } },
      }),
    ),
    role('put', `${scripts}/{script_name}/content`, { kind: 'replace', resource: scripts }),
    role('get', `${scripts}/{script_name}/content/v2`, { kind: 'read', resource: scripts }),
    resource(dispatch, { id: 'namespace_name', idSource: 'name' }),
    resource(`${dispatch}/scripts/{script_name}`, { id: 'id', key: 'client', raw: true }),
    role('put', `${dispatch}/scripts/{script_name}/content`, {
      kind: 'replace',
      resource: `${dispatch}/scripts`,
    }),
    role('get', `${dispatch}/scripts/{script_name}/content`, {
      kind: 'read',
      resource: `${dispatch}/scripts`,
    }),
    { target: '$.components.schemas.workers_secret.properties.text', update: { writeOnly: true } },
    {
      target: '$.components.schemas.SecretGetResponse.anyOf[0].properties',
      update: { text: { type: 'string', writeOnly: true } },
    },

    // R2: a catalog is that of its bucket; a sink is in the account of its path.
    resource(`${account}/r2-catalog/{bucket_name}`, { kind: 'collection', id: 'bucket' }),
    {
      target:
        "$.components.schemas['PipelinesSinksCreate.body.config'].anyOf[*].required[?@ == 'account_id']",
      remove: true,
    },

    // Workflows: the id of an instance has another name in bodies, and Wrangler sends parameters as JSON.
    resource(`${workflow}/instances/{instance_id}`, { idSource: 'id', members: { instance_id: ['id'] } }),
    resource(`${workflow}/versions/{version_id}`, { kind: 'collection' }),
    {
      target: "$.components.schemas['InstanceBulkParams.Body'].properties.params",
      update: { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] },
    },

    // A domain that sends does so from the start.

    {
      target: '$.components.schemas.SubdomainGetResponse.properties.enabled',
      update: { default: true },
    },

    // The name of a namespace is its id: no record gets another.
    role('put', dispatch, 'action'),
    role('patch', dispatch, 'action'),

    // What an index holds, and a session of a browser, is more than a record.
    role('get', `${account}/vectorize/v2/indexes/{index_name}/info`, 'action'),
    role('post', `${account}/browser-rendering/devtools/browser`, 'action'),

    // Tokens: no answer describes them, but a new one has its value.
    {
      target: '$.components.schemas.iam_response_create.allOf[1].properties.result.allOf[1]',
      update: { required: ['value'] },
    },
    ...['/user/tokens', `${account}/tokens`].map(
      (path): OverlayAction => ({
        target: `$.paths['${path}'].post.responses['200'].content['application/json'].schema.properties.result`,
        update: { required: ['value'], properties: { value: { minLength: 40 } } },
      }),
    ),
    resource('/user/tokens/{token_id}', { id: 'id' }),
    resource(`${account}/tokens/{token_id}`, { id: 'id' }),

    // What a token may say is more than its schema: these are values that mean something.
    ...['User', 'Accounts'].map(
      (owner): OverlayAction => ({
        target: `$.components.schemas['${owner}TokensCreate.body.policies'].items.properties`,
        update: tokenPolicy,
      }),
    ),
    ...['/user/tokens', `${account}/tokens`].flatMap((path) =>
      [`['${path}'].post`, `['${path}/{token_id}'].put`].map(
        (operation): OverlayAction => ({
          target: `$.paths${operation}.requestBody.content['application/json'].schema.properties`,
          update: tokenTerms,
        }),
      ),
    ),
    {
      target: `$.paths['${account}/members'].post.requestBody.content['application/json'].schema.anyOf[0].properties.roles`,
      update: { example: [administrator] },
    },
    {
      target: `$.paths['${account}/members/{member_id}'].put.requestBody.content['application/json'].schema.anyOf[0].properties.roles`,
      update: { example: [{ id: administrator }] },
    },

    // Invitations and domains come from elsewhere, and PUT changes a part of them.
    resource('/memberships/{membership_id}', { id: 'id', preset: true }),
    role('put', '/memberships/{membership_id}', 'update'),
    resource(`${account}/registrar/domains/{domain_name}`, { id: 'id', key: 'server', preset: true }),
    role('put', `${account}/registrar/domains/{domain_name}`, 'update'),

    // Load balancers: PATCH of all pools sets the address of their notifications.
    role('patch', `${account}/load_balancers/pools`, 'action'),
    role('patch', '/user/load_balancers/pools', 'action'),

    // Zero Trust: an account has none until it is made.
    resource(`${account}/gateway`, { kind: 'singleton', preset: false }),

    // Zero Trust lists: the items of a list are a member of it, which PATCH adds to and takes from.
    {
      target:
        "$.components.schemas['zero-trust-gateway_list_item_response_collection'].allOf[1].properties.result",
      update: { items: { $ref: '#/components/schemas/zero-trust-gateway_items/items' } },
    },
    role('patch', `${lists}/{list_id}`, {
      kind: 'update',
      append: { append: 'items' },
      take: { remove: 'items' },
    }),
    role('get', `${lists}/{list_id}/items`, { kind: 'read-member', resource: lists, member: 'items' }),
    role('put', `${lists}/{list_id}`, 'update'),

    // Calls: answers about apps and keys describe the text of a key, which is shown once.
    ...['turn_key_response_single', 'turn_key_collection', 'app_response_collection'].map(
      (name): OverlayAction => ({
        target: `$.components.schemas.calls_${name}.allOf[1].properties.result${name.endsWith('single') ? '' : '.items'}`,
        update: { $ref: '#/components/schemas/calls_app' },
      }),
    ),
    resource(`${account}/calls/apps/{app_id}`, { id: 'uid' }),
    resource(`${account}/calls/turn_keys/{key_id}`, { id: 'uid' }),

    // Bodies that are described as something else than what clients send.
    {
      target: `$.paths['${account}/access/tags'].post.requestBody.content['application/json'].schema`,
      update: { $ref: '#/components/schemas/access_tag' },
    },
    { target: '$.components.schemas.images_image_variant_identifier', update: { pattern: '^[a-zA-Z0-9]+$' } },
    { target: '$.components.schemas.iam_create_resource_group.properties.name', update: { readOnly: false } },
    { target: '$.components.schemas.iam_resource_group.properties.name', update: { readOnly: false } },

    // DNS: the TTL is automatic where a client leaves it out, and a patch of a batch needs only the id.
    { target: "$.components.schemas[?@.properties.ttl].required[?@ == 'ttl']", remove: true },
    { target: '$.components.schemas[?@.properties.ttl].properties.ttl', update: { example: 3600 } },
    { target: '$.components.schemas.ARecordParam.properties.content', update: { example: '192.0.2.1' } },
    { target: '$.components.schemas.ARecordParam.properties.proxied', update: { example: false } },
    {
      target: "$.components.schemas['DnsRecordsBatch.body.patches'].items.anyOf[*].required[?@ != 'id']",
      remove: true,
    },

    // The list says which format an address has.
    ...[`access/users'].post`, `access/users/{user_id}'].put`].map(
      (path): OverlayAction => ({
        target: `$.paths['${account}/${path}.requestBody.content['application/json'].schema.properties.email`,
        update: { format: 'email' },
      }),
    ),

    // Watermarks: clients also send the address of a picture as JSON.
    {
      target: `$.paths['${account}/stream/watermarks'].post.requestBody.content`,
      update: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['url'],
            properties: {
              url: { type: 'string' },
              name: { $ref: '#/components/schemas/stream_name' },
              opacity: { $ref: '#/components/schemas/stream_opacity' },
              padding: { $ref: '#/components/schemas/stream_padding' },
              position: { $ref: '#/components/schemas/stream_position' },
              scale: { $ref: '#/components/schemas/stream_scale' },
            },
          },
        },
      },
    },

    // Datasets of gateways have a name, and filters have values; ids are UUIDs.
    ...['DatasetGetResponse', 'EvaluationGetResponse'].map(
      (name): OverlayAction => ({
        target: `$.components.schemas.${name}.properties.id`,
        update: { format: 'uuid' },
      }),
    ),
    {
      target: "$.components.schemas['AiGatewayDatasetsCreate.body'].properties.name",
      update: { minLength: 1 },
    },
    {
      target: "$.components.schemas['DatasetGetResponse.filters'].items.properties.value",
      update: { minItems: 1 },
    },
    bodyOf(`${account}/ai-gateway/gateways/{gateway_id}/evaluations`, {
      name: { minLength: 1 },
      dataset_ids: { minItems: 1 },
      evaluation_type_ids: { minItems: 1 },
    }),

    // Credits: the least amounts, in cents.
    bodyOf(`${account}/ai-gateway/billing/topup`, { amount: { minimum: gatewayLimits.topUp.least } }),
    bodyOf(`${account}/ai-gateway/billing/topup/config`, {
      amount: { minimum: gatewayLimits.topUp.least },
      threshold: { minimum: gatewayLimits.topUp.leastThreshold },
    }),
    bodyOf(`${account}/ai-gateway/billing/spending-limit`, {
      amount: { minimum: gatewayLimits.spendingLimit },
    }),

    // Gateways: an old document has the new gateway in a task. Newer ones and the platform have it in the result.
    {
      target: `$.paths['${account}/ai-gateway/gateways'].post.responses['200'].content['application/json'].schema.properties.result.required`,
      remove: true,
    },

    // What begins something, and has a state that is read: nothing begins.
    ...[
      `${queue}/purge`,
      '/zones/{zone_id}/cache/cache_reserve_clear',
      '/zones/{zone_id}/smart_shield/cache_reserve_clear',
      `${account}/devices/resilience/disconnect`,
      `${account}/oauth_clients/{oauth_client_id}/rotate_secret`,
      `${account}/realtime/kit/{app_id}/sessions/{session_id}/summary`,
    ].map((path) => role('post', path, 'action')),

    ...[
      ['post', '/zones/{zone_id}/dns_records/scan/review'],
      ['post', `${account}/workers/observability/shared/query`],
      ['post', `${account}/registrar/registrations`],
      ['put', '/zones/{zone_id}/settings/zaraz/history'],
    ].map(([method = '', path = '']) => role(method, path, 'action')),

    // What is so when a record is made.
    {
      target: `$.paths['/zones/{zone_id}/hold'].get.responses['200'].content['application/json'].schema.properties.result.properties.hold`,
      update: { default: true },
    },
    {
      target: '$.components.schemas.DownloadGetResponse.properties.default',
      update: { default: { status: 'inprogress', percentComplete: 0 } },
    },

    // Stream: captions are uploaded or generated; downloads are asked for, and one at a time.
    role('post', `${account}/stream/{identifier}/captions/{language}/generate`, 'replace'),
    resource(`${account}/stream/{identifier}/downloads`, { kind: 'singleton' }),

    // AI Search: every account has this namespace (Cloudflare docs, AI Search namespaces).
    resource(`${account}/ai-search/namespaces/{name}`, { starts: [{ name: 'default' }] }),

    // Email routing: off at first (inferred), and two calls switch it. The DNS records of the zone stay as they are.
    {
      target: "$.components.schemas['EmailRoutingGet.result'].properties.enabled",
      update: { default: false },
    },
    ...[true, false].map((enabled) =>
      role('post', `${routing}/${enabled ? 'enable' : 'disable'}`, {
        kind: 'change-one',
        resource: routing,
        set: { enabled },
      }),
    ),

    // Custom nameservers: a server is its name.
    resource(`${account}/custom_ns/{custom_ns_id}`, { id: 'ns_name' }),
  ],
};
