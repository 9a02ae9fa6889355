import { getFormat, parseSeed } from '../../mock/control/seed/parse-seed.ts';
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
  return `Wrote ${file}. Serve it, and ask with and without a token:

  touchstone serve --seed ${file}

  curl -i http://api.example.localhost:4801/orders
  curl -i http://api.example.localhost:4801/orders -H 'authorization: Bearer ${starterToken}'

After a change, touchstone seed check ${file} says what is wrong with it.`;
}

/** A token signed with the starter's key; it expires in the year 2100. */
export const starterToken =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6InNob3AtMSJ9.eyJzdWIiOiJhZGEiLCJleHAiOjQxMDI0NDQ4MDB9.w0EUHEac_yMrBqyPy8XTyKwdSTOI7fWqN32LqIJpQRY';

/** The starter seed file as YAML. @param schema path of its schema */
export function starterYaml(schema: string): string {
  return `# yaml-language-server: $schema=${schema}
# What the mock holds at the start, and again after each reset. Members are called as in the API; what stands at
# the top belongs to the seeded account. Leave out what you don't need.

# An API token beside the seeded ones, which may read everything.
tokens:
  - value: my-read-only-token
    role: read

zones:
  # This zone is there anyway; what follows is added to it. Zones with other names are made.
  - name: example.localhost
    settings:
      content_converter: on

    # The endpoints that rules are asked for.
    operations:
      - GET api.example.localhost/orders
      - GET api.example.localhost/orders/{id}
      - name: health
        method: GET
        host: api.example.localhost
        endpoint: /health

    # Who signs the tokens of your clients. Other kinds of keys: a JSON Web Key as it is, pem: or file:.
    token_configurations:
      - name: shop
        title: Shop sign-in
        credentials:
          keys:
            - kid: shop-1
              alg: HS256
              secret: a secret of the shop, 32 bytes or more

    # {{token_configurations.shop}} stands for the id of the configuration above.
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

# What models answer; everything else is made up.
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
        # Opens the repository for Git, as a password.
        tokens:
          - value: art_v1_0123456789abcdef0123456789abcdef01234567

# Buckets that Workers are bound to. Bytes as text, base64:, json: or file:.
buckets:
  - name: files
    objects:
      hello.txt: Hello
      settings.json:
        json: { theme: dark }
        content_type: application/json
`;
}
