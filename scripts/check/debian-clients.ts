/**
 * Runs clients of Debian against a mock that is `api.cloudflare.com` for them: over TLS, in a network of its own. People
 * run it; no tier does.
 *
 *     bun scripts/check/debian-clients.ts
 *
 * It installs nothing, and says which packages are missing. `acme.sh` is in no package of Debian 12: it is tried if the
 * path has it.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { makeSelfSignedCertificate } from '../../spec/certificates.ts';
import { type ServedMock, withServedMock } from './served-mock.ts';

/** A client with a program of its own, and its package. */
interface Client {
  readonly program: string;
  readonly packages: readonly string[];
  /** Says of each call whether it did what it should. */
  run(mock: ServedMock, folder: string): Promise<readonly Tried[]>;
}

interface Tried {
  readonly call: string;
  /** What is wrong; undefined if nothing is. */
  readonly problem: string | undefined;
}

const host = 'api.cloudflare.com';
const folderVariable = 'TOUCHSTONE_DEBIAN_CLIENTS';

/** Runs a program; what it printed is the problem if it fails. */
const run = (program: string, args: readonly string[]) =>
  new Promise<{ readonly problem: string | undefined; readonly text: string }>((done) => {
    execFile(program, args, { timeout: 120_000 }, (error, stdout, stderr) => {
      const text = `${stdout}${stderr}`.trim();
      done({ problem: error === null ? undefined : text || error.message, text });
    });
  });

/** The contents of the records of a name. */
async function findContents({ ask, info }: ServedMock, type: string, name: string): Promise<string[]> {
  const answer = await ask(`/zones/${info.zone_id}/dns_records?type=${type}&name=${name}`);
  const { result }: { readonly result: readonly { readonly content: string }[] } = await answer.json();
  return result.map(({ content }) => content);
}

/** A step, which fails as well if the records of a name are others afterwards. */
async function tryStep(
  mock: ServedMock,
  call: string,
  ran: Promise<{ readonly problem: string | undefined }>,
  [type, name, ...expected]: readonly [string, string, ...string[]],
): Promise<Tried> {
  const { problem } = await ran;
  const contents = await findContents(mock, type, name);
  const differs = `${expected}` === `${contents}` ? undefined : `${type} of ${name}: ${contents || 'none'}`;
  return { call, problem: problem ?? differs };
}

const python = (code: string, ...args: readonly string[]) => run('/usr/bin/python3', ['-c', code, ...args]);

const certbot: Client = {
  program: 'certbot',
  packages: ['certbot', 'python3-certbot-dns-cloudflare'],
  async run(mock) {
    const { api_token, zone_name } = mock.info;
    const name = `_acme-challenge.${zone_name}`;
    // The plugin alone: certbot itself needs a certificate authority.
    const call = (method: string, ...more: readonly string[]) =>
      python(
        `import sys
from certbot_dns_cloudflare._internal.dns_cloudflare import _CloudflareClient
token, domain, name = sys.argv[1:4]
_CloudflareClient(api_token=token).${method}(domain, name, "proof"${more.map((one) => `, ${one}`).join('')})`,
        api_token,
        zone_name,
        name,
      );
    return [
      await tryStep(mock, 'add_txt_record', call('add_txt_record', '120'), ['TXT', name, 'proof']),
      await tryStep(mock, 'del_txt_record', call('del_txt_record'), ['TXT', name]),
    ];
  },
};

const acme: Client = {
  program: 'acme.sh',
  packages: [],
  async run(mock, folder) {
    const { api_token, zone_id, zone_name } = mock.info;
    const name = `_acme-challenge.${zone_name}`;
    const call = (hook: string) =>
      run('sh', [
        '-c',
        `file=$(readlink -f "$(command -v acme.sh)"); name=$4; export LE_WORKING_DIR="$1" CF_Token="$2" CF_Zone_ID="$3"
         cd "$(dirname "$file")"; set --; . ./acme.sh > /dev/null; . ./dnsapi/dns_cf.sh; ${hook} "$name" proof`,
        ...['sh', folder, api_token, zone_id, name],
      ]);
    return [
      await tryStep(mock, 'dns_cf_add', call('dns_cf_add'), ['TXT', name, 'proof']),
      await tryStep(mock, 'dns_cf_rm', call('dns_cf_rm'), ['TXT', name]),
    ];
  },
};

/** Sets a record that is there: these clients change an address. */
async function withAddress(mock: ServedMock, name: string, change: () => Promise<Tried>): Promise<Tried> {
  const record = { type: 'A', name, content: '192.0.2.1', ttl: 1, proxied: false };
  await mock.ask(`/zones/${mock.info.zone_id}/dns_records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(record),
  });
  return change();
}

const ddclient: Client = {
  program: 'ddclient',
  packages: ['libio-socket-ssl-perl', 'ddclient'],
  run: async (mock, folder) => {
    const { api_token, zone_name } = mock.info;
    const set = async (address: string) => {
      const name = `home.${zone_name}`;
      const file = join(folder, `ddclient-${address}.conf`);
      await writeFile(
        file,
        `ssl=yes\nssl_ca_file=${certificateOf(folder)}\nuse=cmd, cmd='echo ${address}'\n` +
          `protocol=cloudflare, zone=${zone_name}, ttl=1, login=token, password=${api_token} ${name}\n`,
        { mode: 0o600 },
      );
      const cache = join(folder, 'ddclient.cache');
      const flags = ['-file', file, '-cache', cache, '-daemon=0', '-force', '-verbose', '-noquiet'];
      return tryStep(mock, `sets ${address}`, run('ddclient', flags), ['A', name, address]);
    };
    return [await withAddress(mock, `home.${zone_name}`, () => set('192.0.2.7')), await set('192.0.2.8')];
  },
};

const inadyn: Client = {
  program: 'inadyn',
  packages: ['inadyn'],
  run: async (mock, folder) => {
    const { api_token, zone_name } = mock.info;
    const set = async (address: string, call: string) => {
      const name = `office.${zone_name}`;
      const file = join(folder, `inadyn-${address}.conf`);
      await writeFile(
        file,
        `ca-trust-file = ${certificateOf(folder)}\nverify-address = false\n` +
          `provider cloudflare.com {\n  username = ${zone_name}\n  password = ${api_token}\n  hostname = ${name}\n` +
          `  checkip-command = "/bin/echo ${address}"\n  ttl = 1\n  proxied = false\n}\n`,
        { mode: 0o600 },
      );
      const flags = ['--once', '--force', '--foreground', '--no-pidfile', '-f', file];
      const cache = ['--cache-dir', folder];
      return tryStep(mock, call, run('inadyn', [...flags, ...cache]), ['A', name, address]);
    };
    return [await set('192.0.2.7', 'makes a record'), await set('192.0.2.8', 'changes it')];
  },
};

const cloudflare: Client = {
  program: '/usr/bin/python3',
  packages: ['python3-cloudflare'],
  async run({ info }) {
    const { problem, text } = await python(
      calls,
      info.api_token,
      info.zone_id,
      info.zone_name,
      info.account_id,
    );
    if (problem !== undefined) return [{ call: 'the script', problem }];
    return text.split('\n').map((line) => {
      const [call = '', wrong] = line.split('\t');
      return { call, problem: wrong };
    });
  },
};

/** Prints a line for each call, with what is wrong behind a tab. */
const calls = `
import sys, CloudFlare
token, zone, zone_name, account = sys.argv[1:5]
cf = CloudFlare.CloudFlare(token=token)
name = "python." + zone_name
made = {}
def make():
    made.update(cf.zones.dns_records.post(zone, data={"type": "A", "name": name, "content": "192.0.2.1"}))
    return made["ttl"] == 1 and made["content"] == "192.0.2.1"
records = cf.zones.dns_records
tried = {
    "user.get": lambda: "@" in cf.user.get()["email"],
    "user.tokens.verify.get": lambda: cf.user.tokens.verify.get()["status"] == "active",
    "accounts.get": lambda: any(one["id"] == account for one in cf.accounts.get()),
    "accounts.get of one": lambda: cf.accounts.get(account)["id"] == account,
    "zones.get": lambda: any(one["name"] == zone_name for one in cf.zones.get()),
    "zones.get by name": lambda: [one["id"] for one in cf.zones.get(params={"name": zone_name, "per_page": 1})] == [zone],
    "zones.get of one": lambda: cf.zones.get(zone)["name"] == zone_name,
    "zones.settings.get": lambda: any(one["id"] == "ssl" for one in cf.zones.settings.get(zone)),
    "dns_records.post": make,
    "dns_records.get": lambda: [one["id"] for one in records.get(zone, params={"name": name})] == [made["id"]],
    "dns_records.get of one": lambda: records.get(zone, made["id"])["content"] == "192.0.2.1",
    "dns_records.put": lambda: records.put(zone, made["id"], data={"type": "A", "name": name, "content": "192.0.2.2", "ttl": 300})["ttl"] == 300,
    "dns_records.patch": lambda: records.patch(zone, made["id"], data={"content": "192.0.2.3"})["content"] == "192.0.2.3",
    "dns_records.delete": lambda: records.delete(zone, made["id"])["id"] == made["id"] and records.get(zone, params={"name": name}) == [],
}
for call, work in tried.items():
    try:
        print(call if work() else call + "\\tanother answer")
    except Exception as error:
        print(call + "\\t" + repr(error))
`;

const clients: readonly Client[] = [certbot, acme, ddclient, inadyn, cloudflare];

const certificateOf = (folder: string) => join(folder, 'certificate.pem');

const isInstalled = ({ program, packages }: Client) =>
  packages.length === 0
    ? spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0
    : packages.every((name) => spawnSync('dpkg', ['-s', name]).status === 0);

/** Runs this script again in a namespace, whose only host is this machine. */
async function enter(): Promise<number> {
  const missing = clients.filter((client) => !isInstalled(client)).flatMap(({ packages }) => packages);
  if (missing.length > 0) console.error(`not installed: apt install ${missing.join(' ')}`);
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-debian-'));
  try {
    const { cert, key } = await makeSelfSignedCertificate([host, 'localhost']);
    const certificate = certificateOf(folder);
    await writeFile(certificate, cert);
    await writeFile(join(folder, 'key.pem'), key, { mode: 0o600 });
    await writeFile(join(folder, 'hosts'), `127.0.0.1 localhost ${host}\n`);
    const script = 'ip link set lo up && mount --bind "$1/hosts" /etc/hosts && shift && exec "$@"';
    const args = ['--map-root-user', '--net', '--mount', 'sh', '-c', script, 'sh', folder];
    const { status } = spawnSync('unshare', [...args, process.execPath, import.meta.filename], {
      stdio: 'inherit',
      env: {
        ...process.env,
        [folderVariable]: folder,
        // Each program reads its trusted certificates from one of these.
        NODE_EXTRA_CA_CERTS: certificate,
        REQUESTS_CA_BUNDLE: certificate,
        SSL_CERT_FILE: certificate,
        CURL_CA_BUNDLE: certificate,
      },
    });
    return status ?? 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints the table. */
async function tryClients(folder: string): Promise<number> {
  const files = ['--tls-cert', certificateOf(folder), '--tls-key', join(folder, 'key.pem')];
  const flags = ['--port', '443', '--public-host', host, ...files];
  return withServedMock(flags, async (mock) => {
    let failed = 0;
    for (const client of clients) {
      const name = client.packages.at(-1) ?? client.program;
      const tried = isInstalled(client) ? await client.run(mock, folder) : [];
      const whole = tried.filter(({ problem }) => problem === undefined).length;
      failed += tried.length - whole;
      console.log(
        `${name.padEnd(32)} ${tried.length === 0 ? 'not installed' : `${whole} of ${tried.length}`}`,
      );
      for (const { call, problem } of tried)
        console.log(`  ${call.padEnd(30)} ${problem?.replaceAll('\n', '\n    ') ?? 'works'}`);
    }
    return failed === 0 ? 0 : 1;
  });
}

const folder = process.env[folderVariable];
process.exitCode = folder === undefined ? await enter() : await tryClients(folder);
