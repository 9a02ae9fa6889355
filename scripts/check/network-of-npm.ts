import { execFileSync } from 'node:child_process';
import process from 'node:process';

/**
 * Variables by which Deno reaches the registry that npm is told of, and trusts whom npm and the system trust: it reads
 * nothing of that from npm's own settings. What is set already stays.
 */
export function networkOfNpm(): Readonly<Record<string, string>> {
  const setting = (name: string) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
  const cafile = setting('cafile');
  const wanted = {
    NPM_CONFIG_REGISTRY: setting('registry'),
    DENO_TLS_CA_STORE: 'system,mozilla',
    ...(cafile === 'null' || cafile === '' ? {} : { DENO_CERT: cafile }),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => process.env[name] === undefined));
}
