import { useState } from 'preact/hooks';
import type { ListedRepo } from '../../../../spec/services/artifacts/schemas.ts';
import { Action, Badge, Empty, ErrorNote, Field, Panel, Text } from '../../parts/basics.tsx';
import { toDateTime } from '../../parts/text.ts';
import { useData } from '../../parts/use-data.ts';
import { hashTo, useRoute } from '../../route.ts';
import { useSession } from '../../session.ts';
import { createRepository, getNamespaces, type NamespaceContent } from './repository-calls.ts';
import { RepositoryView } from './repository-view.tsx';

/** The repositories of the account, or one of them. */
export function RepositoriesPage() {
  const { segments } = useRoute();
  const [, namespace, name] = segments;
  if (namespace === undefined || name === undefined) return <RepositoriesView />;
  return <RepositoryView key={`${namespace}/${name}`} namespace={namespace} name={name} />;
}

function RepositoriesView() {
  const session = useSession();
  const { data, error } = useData(() => getNamespaces(session), [session.account.id]);
  return (
    <div class="page">
      <h1>Repositories</h1>
      {error && <ErrorNote error={error} />}
      {data?.length === 0 && <Empty title="No repositories yet." />}
      {data?.map((namespace) => (
        <NamespacePanel key={namespace.namespace} namespace={namespace} />
      ))}
      {data && <NewRepository first={data[0]?.namespace ?? 'default'} />}
    </div>
  );
}

function NamespacePanel({
  namespace: { namespace, jurisdiction, repos },
}: {
  readonly namespace: NamespaceContent;
}) {
  return (
    <section class="panel">
      <header class="panel-head">
        <h2>
          <Text>{namespace}</Text>
        </h2>
        {jurisdiction !== 'unrestricted' && <Badge>{jurisdiction}</Badge>}
      </header>
      {repos.length === 0 ? (
        <Empty title="No repositories in this namespace." />
      ) : (
        <RepoTable namespace={namespace} repos={repos} />
      )}
    </section>
  );
}

function RepoTable({
  namespace,
  repos,
}: {
  readonly namespace: string;
  readonly repos: readonly ListedRepo[];
}) {
  return (
    <div class="scroll">
      <table class="files">
        <thead>
          <tr>
            <th scope="col">Repository</th>
            <th scope="col">Status</th>
            <th scope="col" class="minor">
              Created
            </th>
          </tr>
        </thead>
        <tbody>
          {repos.map(({ name, description, status, created_at }) => (
            <tr key={name}>
              <td class="name">
                <a href={hashTo(['repositories', namespace, name])}>
                  <Text>{name}</Text>
                </a>
                {description !== null && description !== '' && (
                  <p class="muted">
                    <Text>{description}</Text>
                  </p>
                )}
              </td>
              <td>{status}</td>
              <td class="muted minor">{toDateTime(created_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NewRepository({ first }: { readonly first: string }) {
  const session = useSession();
  const [namespace, setNamespace] = useState(first);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const create = async () => {
    await createRepository(session, namespace, { name, ...(description !== '' && { description }) });
    location.hash = hashTo(['repositories', namespace, name]);
  };
  return (
    <Panel title="Create a repository">
      <div class="columns">
        <Field label="Namespace" hint="Its first repository creates it.">
          <input type="text" value={namespace} onInput={(event) => setNamespace(event.currentTarget.value)} />
        </Field>
        <Field label="Name">
          <input
            type="text"
            autocomplete="off"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <Field label="Description">
          <input
            type="text"
            autocomplete="off"
            value={description}
            onInput={(event) => setDescription(event.currentTarget.value)}
          />
        </Field>
      </div>
      <div>
        <Action action={create} tone="primary" disabled={name === '' || namespace === ''}>
          Create
        </Action>
      </div>
    </Panel>
  );
}
