import type { OpenapiDocument } from '../../../spec/openapi/document.ts';
import type { ListedOperation } from '../../../spec/openapi/list-operations.ts';
import { Code, CopyButton, Panel } from '../parts/basics.tsx';
import { hashTo } from '../route.ts';
import { InlineText } from './inline-text.tsx';
import { FailureTable, Method, PageTitle } from './operation-page.tsx';
import { countOperations } from './search.ts';
import type { Credentials } from './try-it.tsx';

/** The start: how to call the server, its services, and the errors of all operations. */
export function StartPage({
  document,
  operations,
  credentials,
}: {
  readonly document: OpenapiDocument;
  readonly operations: readonly ListedOperation[];
  readonly credentials: Credentials;
}) {
  const command = [
    `curl ${location.origin}/client/v4/user/tokens/verify`,
    ...(credentials.token === '' ? [] : [`-H 'authorization: Bearer ${credentials.token}'`]),
  ].join(' \\\n  ');
  return (
    <article class="page">
      <PageTitle text="API reference" />
      <p>
        {document.info.summary} Every operation can be sent to this server from its page. Programs read the
        same as <a href="/openapi.json">OpenAPI 3.1</a>.
      </p>
      {credentials.token === '' && (
        <p class="note accent">
          Enter an API token at the top: only the server's own machine is told which ones there are. For
          operations of the admin API, enter its token in the <a href="/">console</a> first.
        </p>
      )}
      <Panel title="A first request" aside={<CopyButton text={command} />}>
        <Code label="Command" text={command} />
      </Panel>
      <Panel title="Services">
        <div class="services">
          {document.tags.map(({ name, description }) => (
            <a key={name} class="service" href={hashTo([name])}>
              <strong>{name}</strong>
              <span class="muted">
                {countOperations(operations.filter(({ service }) => service === name))}
              </span>
              <span>{description}</span>
            </a>
          ))}
        </div>
      </Panel>
      <Panel title="Errors of all operations">
        <FailureTable document={document} names={document['x-general-failures']} />
      </Panel>
    </article>
  );
}

/** The operations of one service. */
export function ServicePage({
  name,
  about,
  operations,
}: {
  readonly name: string;
  readonly about: string;
  readonly operations: readonly ListedOperation[];
}) {
  return (
    <article class="page">
      <PageTitle text={name} />
      <p>{about}</p>
      <div class="services wide">
        {operations.map(({ id, method, paths, operation }) => (
          <a key={id} class="service" href={hashTo([id])}>
            <strong>
              <InlineText>{operation.summary}</InlineText>
            </strong>
            <span class="route">
              <Method method={method} /> <code>{paths[0]}</code>
            </span>
          </a>
        ))}
      </div>
    </article>
  );
}
