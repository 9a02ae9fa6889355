import assert from 'node:assert/strict';
import { http } from 'msw';
import { clients } from './clients.shared.ts';
import {
  bytes,
  echo,
  type SharedCase,
  toStream,
  withNetwork,
  withoutConsole,
  withServer,
  zone,
} from './workbench.shared.ts';

const text = new TextEncoder();

/** How requests travel through an intercepted network, tested with each client. */
export const everyClientCases: readonly SharedCase[] = clients.flatMap((client) => [
  {
    title: `${client.name} sends method, URL, headers and binary body to the mock`,
    run: () =>
      withNetwork(echo, async () => {
        const headers = { authorization: 'Bearer a.b.c', cookie: 'session=1' };
        const reply = await client.send(`${zone}/orders?page=2`, { method: 'POST', headers, body: bytes });
        assert.equal(reply.header('x-seen'), `POST ${zone}/orders?page=2 Bearer a.b.c session=1`);
        assert.deepEqual(reply.body, bytes);
      }),
  },
  {
    title: `${client.name} receives a body piece by piece, as the mock writes it`,
    run: () => {
      const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const body = async function* () {
        yield text.encode('one');
        await gates[0]?.promise;
        yield text.encode('two');
        await gates[1]?.promise;
      };
      return withNetwork(
        () => new Response(toStream(body())),
        async () => {
          const seen: string[] = [];
          for await (const piece of client.stream(`${zone}/events`)) {
            seen.push(new TextDecoder().decode(piece));
            // The mock goes on only now, so a client that buffers the whole body never gets here.
            gates[seen.length - 1]?.resolve();
          }
          assert.deepEqual(seen, ['one', 'two']);
        },
      );
    },
  },
  ...[204, 304].map((status) => ({
    title: `${client.name} receives a ${status} without body`,
    run: () =>
      withNetwork(
        () => new Response(null, { status, headers: { etag: '"1"' } }),
        async () => {
          const reply = await client.send(`${zone}/`);
          assert.equal(reply.status, status);
          assert.equal(reply.header('etag'), '"1"');
          assert.equal(reply.body.length, 0);
        },
      ),
  })),
  {
    title: `${client.name} receives no body for HEAD, though the mock returns one`,
    run: () =>
      withNetwork(
        () => new Response('hello', { headers: { 'content-length': '5' } }),
        async () => {
          const reply = await client.send(`${zone}/`, { method: 'HEAD' });
          assert.equal(reply.header('content-length'), '5');
          assert.equal(reply.body.length, 0);
        },
      ),
  },
  {
    title: `${client.name} receives a redirect without following it`,
    run: () =>
      withNetwork(
        () => new Response(null, { status: 302, headers: { location: '/elsewhere' } }),
        async () => {
          const reply = await client.send(`${zone}/`);
          assert.equal(reply.status, 302);
          assert.equal(reply.header('location'), '/elsewhere');
        },
      ),
  },
  {
    title: `${client.name} receives the status text and every Set-Cookie, and sends no cookie later`,
    run: () =>
      withNetwork(
        (request) => {
          const headers = new Headers({ 'x-cookie': request.headers.get('cookie') ?? 'none' });
          headers.append('set-cookie', 'a=1; Path=/');
          headers.append('set-cookie', 'b=2; Path=/');
          return new Response('short', { status: 418, statusText: 'Short And Stout', headers });
        },
        async () => {
          const first = await client.send(`${zone}/`);
          assert.equal(first.statusText, 'Short And Stout');
          assert.deepEqual(first.setCookie, ['a=1; Path=/', 'b=2; Path=/']);
          assert.equal((await client.send(`${zone}/`)).header('x-cookie'), 'none');
        },
      ),
  },
  {
    title: `${client.name} reaches a real server, unchanged, for an unknown host`,
    run: () =>
      withNetwork(echo, () =>
        withServer(async (origin) => {
          const headers = { accept: 'text/plain' };
          const reply = await client.send(`${origin}/upload`, { method: 'PUT', headers, body: bytes });
          assert.equal(reply.header('x-real'), 'yes');
          assert.equal(reply.header('x-seen'), 'PUT text/plain');
          assert.deepEqual(reply.body, bytes);
        }),
      ),
  },
  {
    title: `${client.name} is answered by an override of use() until resetHandlers()`,
    run: () =>
      withNetwork(echo, async (network) => {
        const status = async () => (await client.send(`${zone}/orders`)).status;
        network.use(http.get(`${zone}/orders`, () => new Response(null, { status: 503 })));
        assert.equal(await status(), 503);
        network.resetHandlers();
        assert.equal(await status(), 200);
      }),
  },
  {
    title: `${client.name} works again after close() and listen()`,
    run: () =>
      withNetwork(echo, (network) =>
        withServer(async (origin) => {
          network.close();
          network.close();
          assert.equal((await client.send(origin)).header('x-real'), 'yes');
          network.listen();
          assert.equal((await client.send(`${zone}/`)).header('x-real'), undefined);
        }),
      ),
  },
  {
    title: `${client.name} fails on an unhandled request if set to`,
    run: () =>
      withNetwork(echo, (network) =>
        withServer((origin) =>
          withoutConsole('error', async () => {
            network.listen({ onUnhandledRequest: 'error' });
            await assert.rejects(client.send(origin));
            assert.equal((await client.send(`${zone}/`)).status, 200);
          }),
        ),
      ),
  },
]);
