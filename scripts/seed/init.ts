import { getFormat, parseSeed } from '../../mock/seed/parse-seed.ts';
import { type SeedFileOptions, schemaSeenFrom, writeSeedFile, wrongName } from './files.ts';

/**
 * The command `init`: writes a starter seed file, and says what to do with it.
 *
 * @param file by default `touchstone.seed.yaml`, or `.json`
 * @returns the exit code: 0, or 2 when the file exists or can't be written
 */
export async function init(file: string | undefined, options: SeedFileOptions = {}): Promise<number> {
  const format = options.format ?? (file === undefined ? 'yaml' : getFormat(file));
  const name = file ?? `touchstone.seed.${format}`;
  const yaml = starterYaml(schemaSeenFrom(name));
  const text = format === 'yaml' ? yaml : await asJson(yaml, schemaSeenFrom(name));
  const failed = wrongName(name, format) ?? (await writeSeedFile(name, text, options.force));
  if (failed !== undefined) {
    console.error(`touchstone: ${failed}`);
    return 2;
  }
  console.log(nextSteps(name));
  return 0;
}

async function asJson(yaml: string, schema: string): Promise<string> {
  const { value } = await parseSeed(yaml);
  return `${JSON.stringify({ $schema: schema, ...Object(value) }, null, 2)}\n`;
}

function nextSteps(file: string): string {
  return `Wrote ${file}. Serve it, and send a request with and without a token:

  touchstone serve --seed ${file}

  curl -i http://api.example.localhost:4801/orders
  curl -i http://api.example.localhost:4801/orders -H 'authorization: Bearer ${starterToken}'

After a change, check it with touchstone seed check ${file}.`;
}

/** A token signed with the starter's key; it expires in the year 2100. */
export const starterToken =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6InNob3AtMSJ9.eyJzdWIiOiJhZGEiLCJleHAiOjQxMDI0NDQ4MDB9.w0EUHEac_yMrBqyPy8XTyKwdSTOI7fWqN32LqIJpQRY';

/** The starter seed file as YAML. @param schema path of its schema */
export function starterYaml(schema: string): string {
  return `# yaml-language-server: $schema=${schema}
# The data of the mock at the start and after each reset. Members have the names of the API; those at the top level
# belong to the seeded account. All of them are optional.

# An API token with read permissions, in addition to the seeded ones.
tokens:
  - value: my-read-only-token
    role: read

zones:
  # This zone always exists and gets these members; zones with other names are created.
  - name: example.localhost
    settings:
      content_converter: on

    # The endpoints that rules apply to.
    operations:
      - GET api.example.localhost/orders
      - GET api.example.localhost/orders/{id}
      - name: health
        method: GET
        host: api.example.localhost
        endpoint: /health

    # The keys that sign the tokens of your clients. A key can also be a JSON Web Key, pem: or file:.
    token_configurations:
      - name: shop
        title: Shop sign-in
        credentials:
          keys:
            - kid: shop-1
              alg: HS256
              secret: a secret of the shop, 32 bytes or more

    # {{token_configurations.shop}} is replaced by the id of the configuration above.
    token_rules:
      - title: Orders need a valid token
        action: block
        expression: is_jwt_valid("{{token_configurations.shop}}")
        selector:
          include:
            - host: [api.example.localhost]
          exclude:
            - operation_ids: ["{{operations.health}}"]

    rulesets:
      - name: Custom rules
        phase: http_request_firewall_custom
        rules:
          - description: Keep scanners out
            action: block
            expression: http.request.uri.path contains "/.env"

gateways:
  - id: default
    cache_ttl: 60

# Replies of models; all others are generated.
model_replies:
  - match: { text: weather }
    reply: { text: Sunny., timeToFirstTokenMs: 300 }

namespaces:
  - name: default
    repositories:
      - name: starter
        files:
          README.md: |
            # Starter
          src/index.js: console.log('hello')
        # The password for Git.
        tokens:
          - value: art_v1_0123456789abcdef0123456789abcdef01234567

# Buckets for bindings of Workers. An object is text, base64:, json: or file:.
buckets:
  - name: files
    objects:
      hello.txt: Hello
      settings.json:
        json: { theme: dark }
        content_type: application/json
`;
}
