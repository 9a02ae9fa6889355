import { useState } from 'preact/hooks';
import type { ReadCommit, ReadTreeEntry } from '../../../../spec/services/artifacts/schemas.ts';
import { Badge, Code, ErrorNote, Facts, Panel, Text } from '../../parts/basics.tsx';
import { readFile } from '../../parts/preview.tsx';
import { toCount, toDateTime, visible } from '../../parts/text.ts';
import { useData } from '../../parts/use-data.ts';
import { getTitle } from './commits-view.tsx';
import { type Change, compareTrees } from './compare-trees.ts';
import { LineDiff } from './line-diff.tsx';
import type { RepositoryCalls } from './repository-calls.ts';

/** Changed files up to which all are open. */
const opened = 5;

interface CommitViewProps {
  readonly calls: RepositoryCalls;
  readonly hash: string;
  readonly toCommit: (hash: string) => string;
  readonly closeHref: string;
}

/** One commit: its message, and what it changed since its first parent. */
export function CommitView({ calls, hash, toCommit, closeHref }: CommitViewProps) {
  const { data: commit, error } = useData(() => calls.commit(hash), [hash]);
  if (error) return <ErrorNote error={error} />;
  if (!commit) return <p class="muted">Loading</p>;
  const { message, author, committer, parents, authoredAt, committedAt } = commit;
  return (
    <>
      <Panel
        title={visible(getTitle(message))}
        aside={
          <a class="button" href={closeHref}>
            All commits
          </a>
        }
      >
        {message.trim() !== getTitle(message) && <Code label="Message of the commit" text={message.trim()} />}
        <Facts
          rows={[
            ['Commit', <code key="hash">{hash}</code>],
            [
              'Author',
              <Text key="author">{`${author.name} <${author.email}>, ${toDateTime(authoredAt * 1000)}`}</Text>,
            ],
            [
              'Committer',
              <Text key="committer">
                {`${committer.name} <${committer.email}>, ${toDateTime(committedAt * 1000)}`}
              </Text>,
            ],
            [
              'Parents',
              parents.length === 0
                ? 'none'
                : parents.map((parent) => (
                    <a key={parent} class="parent" href={toCommit(parent)}>
                      <code>{parent.slice(0, 10)}</code>
                    </a>
                  )),
            ],
          ]}
        />
      </Panel>
      <ChangesPanel calls={calls} commit={commit} />
    </>
  );
}

function ChangesPanel({ calls, commit }: { readonly calls: RepositoryCalls; readonly commit: ReadCommit }) {
  const { data, error } = useData(async () => {
    const [first] = commit.parents;
    // The parent may be missing in a shallow import.
    const parent = first === undefined ? undefined : await calls.commit(first);
    return compareTrees(calls.tree, parent?.treeHash, commit.treeHash);
  }, [commit.hash]);
  if (error) return <ErrorNote error={error} />;
  if (!data) return <p class="muted">Loading</p>;
  const { changes, isCut } = data;
  return (
    <Panel title={`${isCut ? 'More than ' : ''}${toCount(changes.length, 'changed file')}`}>
      {changes.length === 0 && <p class="muted">The files are those of the first parent.</p>}
      {changes.map((change) => (
        <ChangedFile key={change.path} calls={calls} change={change} isOpenFirst={changes.length <= opened} />
      ))}
    </Panel>
  );
}

function ChangedFile({
  calls,
  change,
  isOpenFirst,
}: {
  readonly calls: RepositoryCalls;
  readonly change: Change;
  readonly isOpenFirst: boolean;
}) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  const { path, before, after } = change;
  const [word, tone] = before ? (after ? ['changed', 'accent'] : ['removed', 'bad']) : ['added', 'good'];
  return (
    <details class="change" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Badge tone={tone as 'accent' | 'bad' | 'good'}>{word}</Badge> <Text class="mono">{path}</Text>
      </summary>
      {isOpen && <FileDiff calls={calls} change={change} />}
    </details>
  );
}

function FileDiff({ calls, change }: { readonly calls: RepositoryCalls; readonly change: Change }) {
  const { path, before, after } = change;
  const { data, error } = useData(
    () => Promise.all([readText(calls, before), readText(calls, after)]),
    [before?.hash ?? '', after?.hash ?? ''],
  );
  if (error) return <ErrorNote error={error} />;
  if (!data) return <p class="muted">Loading</p>;
  const [older, newer] = data;
  if (before && after && before.hash === after.hash)
    return (
      <p class="muted">
        Its mode changed from {before.mode} to {after.mode}.
      </p>
    );
  if (older === undefined || newer === undefined) return <p class="muted">No text, or too much of it.</p>;
  return <LineDiff name={path} before={older} after={newer} />;
}

/** Characters of a file up to which its lines are compared. */
const comparedCharacters = 500_000;

/** The text of a version; empty for none, undefined for bytes that are no text. */
async function readText(
  calls: RepositoryCalls,
  entry: ReadTreeEntry | undefined,
): Promise<string | undefined> {
  if (!entry) return '';
  if (entry.type === 'gitlink') return `Submodule at ${entry.hash}\n`;
  const blob = await calls.blob(entry.hash);
  if (blob.size > comparedCharacters) return undefined;
  const file = await readFile(blob, '');
  return file.kind === 'text' ? file.text : undefined;
}
