import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getFileProblem } from '../../spec/file-problem.ts';
import { ConformanceFailure, TargetError } from './errors.ts';
import { readBody } from './sending.ts';
import { allowMore } from './time-limits.ts';
import type { WaitFor } from './waits.ts';

/** How a target reaches the receiver of webhooks. */
export interface WebhookSetting {
  /** Host in the URLs for the target; the certificate must cover it. */
  readonly host: string;
  /** Port to listen on; 0 for a free one. */
  readonly port: number;
  /** PEM file with the certificate of the receiver and its private key. */
  readonly certificate: string;
}

/** A webhook that arrived. */
export interface ReceivedWebhook {
  readonly method: string;
  readonly headers: Headers;
  readonly text: string;
  /** Time of arrival, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/** The answer to a webhook; an empty 200 by default. */
export interface WebhookAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A unique URL at the receiver, and the webhooks that arrived there. */
export interface WebhookMailbox {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** The first webhook; fails when none comes in time. */
  first(): Promise<ReceivedWebhook>;
  /** All webhooks so far, once none has come for this many milliseconds. */
  quiet(milliseconds: number): Promise<readonly ReceivedWebhook[]>;
}

/** The receiver of a run: one server, with mailboxes for tests. */
export interface WebhookReceiver {
  /** @throws TargetError when the certificate is unusable or the port is in use */
  mailbox(name: string, answer?: WebhookAnswer): Promise<WebhookMailbox>;
  close(): Promise<void>;
}

interface Box {
  readonly answer: WebhookAnswer;
  readonly received: ReceivedWebhook[];
}

/**
 * Creates the receiver of webhooks: an HTTPS server that starts to listen with the first mailbox.
 *
 * @param timeout milliseconds until the first webhook must arrive
 */
export function createWebhookReceiver(
  setting: WebhookSetting,
  timeout: number,
  waitFor: WaitFor,
): WebhookReceiver {
  const boxes = new Map<string, Box>();
  let listening: Promise<Server> | undefined;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody({ body: request });
    const box = boxes.get(request.url ?? '');
    if (!box) {
      response.writeHead(404).end();
      return;
    }
    const webhook = {
      method: request.method ?? '',
      headers: new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      text: new TextDecoder().decode(body),
      at: performance.now(),
    };
    box.received.push(webhook);
    response.writeHead(box.answer.status ?? 200, box.answer.headers).end();
  }

  return {
    async mailbox(name, answer = {}) {
      listening ??= listen(setting, (request, response) => {
        // A client that disconnects in the middle has sent no webhook.
        receive(request, response).catch(() => response.destroy());
      });
      const { port } = (await listening).address() as AddressInfo; // of a server that listens on a port
      const box: Box = { answer, received: [] };
      boxes.set(`/${name}`, box);
      const { received } = box;
      return {
        url: `https://${setting.host}:${port}/${name}`,
        received,
        async first() {
          const webhook = await waitFor({ what: 'a webhook', within: timeout }, () => received[0]);
          if (webhook) return webhook;
          const late = `No webhook came within ${timeout / 1000} s`;
          throw new ConformanceFailure(`${late}: ${allowMore('background')}`);
        },
        async quiet(milliseconds) {
          for (let seen = -1; seen !== received.length; ) {
            seen = received.length;
            await new Promise((resolve) => setTimeout(resolve, milliseconds));
          }
          return received;
        },
      };
    },
    async close() {
      const server = await listening?.catch(() => undefined);
      if (!server) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(
  { host, port, certificate }: WebhookSetting,
  receive: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) =>
      reject(new TargetError('webhook-receiver', `No webhooks: ${cause.message.split('\n')[0]}`, { cause }));
    try {
      const pem = readPem(certificate);
      const server = createServer({ cert: pem, key: pem }, receive);
      server.once('error', fail);
      server.listen(port, isLoopback(host) ? '127.0.0.1' : undefined, () => resolve(server));
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`${file} ${getFileProblem(cause)}`, { cause });
  }
}

/** A receiver for targets on this machine is only reachable from this machine. */
const isLoopback = (host: string) => host === 'localhost' || host.startsWith('127.');
