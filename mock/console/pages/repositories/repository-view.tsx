import { useMemo, useState } from 'preact/hooks';
import type { Repo, TokenScope } from '../../../../spec/services/artifacts/schemas.ts';
import { Action, Badge, Code, CopyButton, ErrorNote, Facts, Panel, Tabs, Text } from '../../parts/basics.tsx';
import { Breadcrumbs } from '../../parts/breadcrumbs.tsx';
import { toDateTime, visible } from '../../parts/text.ts';
import { useData } from '../../parts/use-data.ts';
import { hashTo, useRoute } from '../../route.ts';
import { useSession } from '../../session.ts';
import { CommitView } from './commit-view.tsx';
import { CommitsView } from './commits-view.tsx';
import { FilesView } from './files-view.tsx';
import type { Refs } from './refs.ts';
import { openRepository, type RepositoryCalls } from './repository-calls.ts';

const tabs = [
  { name: 'files', title: 'Files' },
  { name: 'commits', title: 'Commits' },
  { name: 'clone', title: 'Clone and facts' },
] as const;
type Tab = (typeof tabs)[number]['name'];

/** One repository: its files and commits at a branch or tag, and how to clone it. */
export function RepositoryView({ namespace, name }: { readonly namespace: string; readonly name: string }) {
  const session = useSession();
  const calls = useMemo(() => openRepository(session, namespace, name), [session, namespace, name]);
  const { data: repo, error } = useData(() => calls.read(), [namespace, name]);
  const [turn, setTurn] = useState(0);
  const crumbs = [{ name: 'Repositories', href: hashTo(['repositories']) }, { name: namespace }];
  return (
    <div class="page">
      <header class="bar">
        <h1>
          <Text>{name}</Text>
        </h1>
        <Breadcrumbs label="Repository" crumbs={crumbs} />
        {repo?.read_only && <Badge tone="accent">read-only</Badge>}
        <button type="button" class="button" onClick={() => setTurn(turn + 1)}>
          Refresh
        </button>
      </header>
      {repo?.description && (
        <p>
          <Text>{repo.description}</Text>
        </p>
      )}
      {error && <ErrorNote error={error} />}
      {repo && <Content key={turn} calls={calls} repo={repo} place={['repositories', namespace, name]} />}
    </div>
  );
}

interface ContentProps {
  readonly calls: RepositoryCalls;
  readonly repo: Repo;
  /** Segments of its address. */
  readonly place: readonly string[];
}

function Content({ calls, repo, place }: ContentProps) {
  const { query } = useRoute();
  const tab = tabs.find(({ name }) => name === query.get('tab'))?.name ?? 'files';
  const ref = query.get('ref') ?? repo.default_branch;
  const { data: refs, error } = useData(() => calls.refs(repo.remote), [repo.remote]);
  const commit = query.get('commit');
  const toPlace = (chosen: Readonly<Record<string, string>>) => hashTo(place, { ref, ...chosen });
  const choose = (next: Tab) => {
    location.hash = toPlace({ tab: next });
  };
  return (
    <>
      <div class="bar">
        <RefSelect
          refs={refs}
          value={ref}
          onChoose={(next) => {
            location.hash = hashTo(place, { tab, ref: next });
          }}
        />
        <Tabs label="Parts of the repository" tabs={tabs} chosen={tab} onChoose={choose} />
      </div>
      {error && <ErrorNote error={error} />}
      {tab === 'files' && (
        <FilesView
          calls={calls}
          at={ref}
          path={query.get('path') ?? ''}
          toPath={(path) => toPlace({ tab, ...(path !== '' && { path }) })}
        />
      )}
      {tab === 'commits' && commit === null && (
        <CommitsView calls={calls} at={ref} toCommit={(hash) => toPlace({ tab, commit: hash })} />
      )}
      {tab === 'commits' && commit !== null && (
        <CommitView
          key={commit}
          calls={calls}
          hash={commit}
          toCommit={(hash) => toPlace({ tab, commit: hash })}
          closeHref={toPlace({ tab })}
        />
      )}
      {tab === 'clone' && <ClonePanel calls={calls} repo={repo} />}
    </>
  );
}

/** The choice of a branch or tag; also one that is not in the list, such as the hash of a commit. */
function RefSelect({
  refs,
  value,
  onChoose,
}: {
  readonly refs: Refs | undefined;
  readonly value: string;
  readonly onChoose: (ref: string) => void;
}) {
  const { branches = [], tags = [] } = refs ?? {};
  const isListed = branches.includes(value) || tags.includes(value);
  const options = (names: readonly string[]) =>
    names.map((name) => (
      <option key={name} value={name}>
        {visible(name)}
      </option>
    ));
  return (
    <select
      aria-label="Branch or tag"
      class="account"
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {!isListed && <option value={value}>{visible(value)}</option>}
      {branches.length > 0 && <optgroup label="Branches">{options(branches)}</optgroup>}
      {tags.length > 0 && <optgroup label="Tags">{options(tags)}</optgroup>}
    </select>
  );
}

function ClonePanel({ calls, repo }: { readonly calls: RepositoryCalls; readonly repo: Repo }) {
  const [token, setToken] = useState<string>();
  const create = async (scope: TokenScope) => setToken(await calls.createToken(scope));
  const command = `git -c http.extraHeader="Authorization: Bearer ${token ?? '$TOKEN'}" clone ${repo.remote}`;
  const remove = async () => {
    await calls.remove();
    location.hash = hashTo(['repositories']);
  };
  return (
    <>
      <Panel title="Clone">
        <Code label="Command that clones the repository" text={command} />
        <div class="bar">
          <CopyButton text={command} />
          <Action action={() => create('read')}>New token to read</Action>
          <Action action={() => create('write')}>New token to push</Action>
        </div>
        {token === undefined && (
          <p class="muted">
            Git needs a token of this repository. A new one takes the place of $TOKEN, for a day.
          </p>
        )}
      </Panel>
      <Panel title="Facts">
        <Facts
          rows={[
            ['Remote', <Text key="remote">{repo.remote}</Text>],
            ['Default branch', <Text key="branch">{repo.default_branch}</Text>],
            ['Created', toDateTime(repo.created_at)],
            ['Source', repo.source === null ? 'none' : <Text key="source">{repo.source}</Text>],
          ]}
        />
        <div>
          <Action
            action={remove}
            tone="danger"
            confirm={`Delete the repository ${repo.name} and its tokens?`}
          >
            Delete this repository
          </Action>
        </div>
      </Panel>
    </>
  );
}
