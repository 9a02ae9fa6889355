import type { ReadTreeEntry } from '../../../../spec/services/artifacts/schemas.ts';
import { Action, Empty, ErrorNote, Text } from '../../parts/basics.tsx';
import { Breadcrumbs } from '../../parts/breadcrumbs.tsx';
import { download, Preview } from '../../parts/preview.tsx';
import { useData } from '../../parts/use-data.ts';
import type { RepositoryCalls } from './repository-calls.ts';

/** What is at a path: the entries of a folder, or one file. */
type Found =
  | { readonly kind: 'empty' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'folder'; readonly entries: readonly ReadTreeEntry[] }
  | { readonly kind: 'file'; readonly entry: ReadTreeEntry };

async function findPath(calls: RepositoryCalls, ref: string, path: string): Promise<Found> {
  const [commit] = await calls.log(ref, 1);
  if (!commit) return { kind: 'empty' };
  let entries = await calls.tree(commit.treeHash);
  for (const [at, name] of getNames(path).entries()) {
    const entry = entries.find((one) => one.name === name);
    if (!entry) return { kind: 'nothing' };
    if (entry.type !== 'tree')
      return at === getNames(path).length - 1 ? { kind: 'file', entry } : { kind: 'nothing' };
    entries = await calls.tree(entry.hash);
  }
  return { kind: 'folder', entries };
}

const getNames = (path: string) => path.split('/').filter(Boolean);

/** The files of a repository at a branch, a tag or a commit. */
export function FilesView({
  calls,
  at,
  path,
  toPath,
}: {
  readonly calls: RepositoryCalls;
  readonly at: string;
  readonly path: string;
  readonly toPath: (path: string) => string;
}) {
  const { data, error } = useData(() => findPath(calls, at, path), [at, path]);
  const names = getNames(path);
  const crumbs = ['', ...names].map((name, depth) => ({
    name: name || at,
    ...(depth < names.length && { href: toPath(names.slice(0, depth).join('/')) }),
  }));
  if (error) return <ErrorNote error={error} />;
  if (!data) return <p class="muted">Loading</p>;
  if (data.kind === 'empty')
    return (
      <Empty title="No commits here yet.">
        <p>Clone the repository and push a commit: the tab “Clone and facts” has the command.</p>
      </Empty>
    );
  return (
    <section class="panel" aria-label="Files">
      <header class="panel-head">
        <Breadcrumbs label="Folder" crumbs={crumbs} />
      </header>
      {data.kind === 'nothing' && <Empty title="There is nothing at this path." />}
      {data.kind === 'folder' && (
        <Folder entries={data.entries} toEntry={(name) => toPath([...names, name].join('/'))} />
      )}
      {data.kind === 'file' && <File calls={calls} entry={data.entry} />}
    </section>
  );
}

function Folder({
  entries,
  toEntry,
}: {
  readonly entries: readonly ReadTreeEntry[];
  readonly toEntry: (name: string) => string;
}) {
  const isFolder = ({ type }: ReadTreeEntry) => type === 'tree';
  const sorted = [...entries.filter(isFolder), ...entries.filter((entry) => !isFolder(entry))];
  return (
    <div class="scroll">
      <table class="files">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Kind</th>
            <th scope="col" class="minor">
              Hash
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ name, type, hash }) => (
            <tr key={name}>
              <td class="name">
                <a href={toEntry(name)}>
                  <Text>{type === 'tree' ? `${name}/` : name}</Text>
                </a>
              </td>
              <td class="muted">{kinds[type]}</td>
              <td class="muted minor">
                <code>{hash.slice(0, 10)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const kinds: Readonly<Record<ReadTreeEntry['type'], string>> = {
  tree: 'folder',
  blob: 'file',
  exec: 'executable file',
  symlink: 'link',
  gitlink: 'commit of another repository',
};

function File({ calls, entry }: { readonly calls: RepositoryCalls; readonly entry: ReadTreeEntry }) {
  const { name, hash, type } = entry;
  if (type === 'gitlink')
    return (
      <div class="panel-body">
        <p>
          A submodule, at the commit <code>{hash}</code> of another repository.
        </p>
      </div>
    );
  return (
    <div class="panel-body">
      <div class="bar">
        <span class="grow muted">
          {kinds[type]} <code>{hash}</code>
        </span>
        <Action action={async () => download(await calls.blob(hash), name)}>Download</Action>
      </div>
      <Preview
        name={name}
        type={type === 'symlink' ? '' : getType(name)}
        load={() => calls.blob(hash)}
        inputs={[name, hash]}
      />
    </div>
  );
}

/** The type of a picture by its name; Git keeps none. */
export function getType(name: string): string {
  const [, ending = ''] = /\.(png|jpe?g|gif|webp|avif|ico|svg)$/i.exec(name) ?? [];
  const kind = ending.toLowerCase();
  if (kind === '') return '';
  return `image/${kind === 'svg' ? 'svg+xml' : kind === 'jpg' ? 'jpeg' : kind === 'ico' ? 'x-icon' : kind}`;
}
