import { createMock, type Mock } from '../../../assembly/create-mock.ts';
import type { MockOptions } from '../../../assembly/options.ts';
import { getClient } from '../../../assembly/testing/test-client.ts';

/** A mock with requests for tests. */
export interface Workbench {
  readonly mock: Mock;
  readonly client: ReturnType<typeof getClient>;
  readonly account_id: string;
  /** The namespace `default`. */
  readonly space: { readonly account_id: string; readonly namespace: string };
  /** Creates a repository in it. */
  create(name: string, rest?: Readonly<Record<string, unknown>>): Promise<Created>;
  /** Sends JSON below `/accounts/{account_id}/artifacts`. */
  send(method: string, path: string, body?: unknown): Promise<Sent>;
  /** Sends a Git request below a remote, with or without a token. */
  git(url: string, token?: string, init?: RequestInit): Promise<Response>;
  /** Pushes to a repository; returns the result as text. */
  push(to: Created, body: Uint8Array<ArrayBuffer>): Promise<string>;
  /** The refs of a repository, as `<id> <name>`. */
  getRefs(of: Pick<Created, 'remote' | 'token'>): Promise<string[]>;
}

export interface Created {
  readonly id: string;
  readonly remote: string;
  readonly token: string;
}

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The first error of a refusal. */
  readonly error: { readonly code?: number; readonly message?: string; readonly pointer?: string };
}

/** The query of a ref advertisement, to fetch or to push. */
export const refs = (service: 'upload-pack' | 'receive-pack' = 'upload-pack') =>
  `/info/refs?service=git-${service}`;

export function startArtifacts(options?: MockOptions): Workbench {
  const mock = createMock(options);
  const client = getClient(mock);
  const account_id = mock.defaults.accountId;
  const space = { account_id, namespace: 'default' };
  const git: Workbench['git'] = (url, token, init = {}) => {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    return mock.fetch(new Request(url, { ...init, headers }));
  };
  return {
    mock,
    client,
    account_id,
    space,
    async create(name, rest = {}) {
      const { body, text } = await client.call('artifacts.repos.create', {
        params: space,
        body: { name, ...rest },
      });
      if (!body?.success) throw new Error(`no repository ${name}: ${text}`);
      return body.result;
    },
    async send(method, path, body) {
      const reply = await client.send({
        method,
        path: `/accounts/${account_id}/artifacts${path}`,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const envelope = reply.body as Refusal | undefined; // only read, and only by these members
      const { code, message, source } = envelope?.errors?.[0] ?? {};
      const error = {
        ...(code !== undefined && { code }),
        ...(message !== undefined && { message }),
        ...(source?.pointer !== undefined && { pointer: source.pointer }),
      };
      return { status: reply.status, headers: reply.headers, text: reply.text, error };
    },
    git,
    async push({ remote, token }, body) {
      const headers = { 'content-type': 'application/x-git-receive-pack-request' };
      const url = `${remote}/git-receive-pack`;
      return (await git(url, token, { method: 'POST', headers, body })).text();
    },
    async getRefs({ remote, token }) {
      const text = await (await git(remote + refs(), token)).text();
      return [...text.matchAll(/([0-9a-f]{40}) (refs\/[^\s\0]+)/g)].map(([, id, name]) => `${id} ${name}`);
    },
  };
}

interface Refusal {
  readonly errors?: readonly {
    readonly code?: number;
    readonly message?: string;
    readonly source?: { readonly pointer?: string };
  }[];
}
