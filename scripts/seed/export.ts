import { getFormat } from '../../mock/seed/parse-seed.ts';
import { createClient } from '../../spec/client.ts';
import { basePath } from '../../spec/endpoint.ts';
import { type SeedFileOptions, schemaSeenFrom, writeSeedFile, wrongName } from './files.ts';

export interface ExportOptions extends SeedFileOptions {
  /** URL of the server. */
  readonly from?: string | undefined;
  readonly adminToken?: string | undefined;
}

/**
 * The command `seed export`: writes the data of a running server to a seed file, and lists what such a file can't
 * express.
 *
 * @param file by default standard output
 * @returns the exit code: 0, or 2 when the server can't be read or the file can't be written
 */
export async function exportSeed(file: string | undefined, options: ExportOptions = {}): Promise<number> {
  const refuse = (reason: string) => {
    console.error(`touchstone: ${reason}`);
    return 2;
  };
  const format = options.format ?? (file === undefined ? 'yaml' : getFormat(file));
  const misnamed = file === undefined ? undefined : wrongName(file, format);
  if (misnamed !== undefined) return refuse(misnamed);
  const read = await readServer(options);
  if (typeof read === 'string') return refuse(read);
  const { seed, left_out: leftOut } = read;
  const schema = schemaSeenFrom(file ?? `touchstone.seed.${format}`);
  const text = format === 'json' ? jsonText(seed, schema) : await yamlText(seed, leftOut, schema);
  if (file === undefined) console.log(text.trimEnd());
  else {
    const failed = await writeSeedFile(file, text, options.force);
    if (failed !== undefined) return refuse(failed);
    console.error(`Wrote ${file}. It contains secrets: tokens, provider keys and HMAC keys.`);
  }
  console.error(
    leftOut.length === 0
      ? 'Nothing was left out.'
      : ["Left out, since a seed file can't express it:", ...leftOut].join('\n  '),
  );
  return 0;
}

interface ReadSeed {
  readonly seed: Readonly<Record<string, unknown>>;
  readonly left_out: readonly string[];
}

/** The data of a server, or the reason why it can't be read. */
async function readServer({
  from = 'http://localhost:4800',
  adminToken,
}: ExportOptions): Promise<ReadSeed | string> {
  if (!URL.canParse(from) || !/^https?:/i.test(from)) return `--from: ${from} is not an http(s) URL`;
  const client = createClient({
    baseUrl: `${new URL(from).origin}${basePath}`,
    ...(adminToken !== undefined && { headers: { authorization: `Bearer ${adminToken}` } }),
  });
  try {
    const { status, body, text } = await client.call('touchstone.seed.get', {});
    if (status === 200) return body;
    if (status === 404) return `${from} is not a touchstone server, or an older version`;
    return `${from} refused with ${status}: ${text.slice(0, 300)}`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `${from} can't be reached: ${reason}. Is touchstone serve running there?`;
  }
}

function jsonText(seed: object, schema: string): string {
  return `${JSON.stringify({ $schema: schema, ...seed }, null, 2)}\n`;
}

async function yamlText(seed: object, leftOut: readonly string[], schema: string): Promise<string> {
  const { stringify } = await import('yaml');
  const comments = [
    `yaml-language-server: $schema=${schema}`,
    'Written by touchstone seed export. Contains secrets.',
    ...(leftOut.length > 0 ? ["Left out, since a seed file can't express it:"] : []),
    // A name may contain any characters.
    ...leftOut.map((line) => `- ${line.replaceAll(/[\r\n\u0085\u2028\u2029]/g, ' ')}`),
  ];
  return `${comments.map((line) => `# ${line}`).join('\n')}\n${stringify(seed, { version: '1.2', lineWidth: 0 })}`;
}
