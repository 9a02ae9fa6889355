import { useState } from 'preact/hooks';
import { Empty, ErrorNote, Text } from '../../parts/basics.tsx';
import { toDateTime } from '../../parts/text.ts';
import { useData } from '../../parts/use-data.ts';
import type { RepositoryCalls } from './repository-calls.ts';

/** Commits that are listed at first, and more with each click. */
const pageSize = 50;

/** The commits of a branch, a tag or a commit, along first parents. */
export function CommitsView({
  calls,
  at,
  toCommit,
}: {
  readonly calls: RepositoryCalls;
  readonly at: string;
  readonly toCommit: (hash: string) => string;
}) {
  const [count, setCount] = useState(pageSize);
  const { data, error } = useData(() => calls.log(at, count), [at, count]);
  if (error) return <ErrorNote error={error} />;
  if (!data) return <p class="muted">Loading</p>;
  if (data.length === 0) return <Empty title="No commits here yet." />;
  return (
    <section class="panel" aria-label="Commits">
      <div class="scroll">
        <table class="files">
          <thead>
            <tr>
              <th scope="col">Message</th>
              <th scope="col" class="minor">
                Author
              </th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ hash, message, author, committedAt }) => (
              <tr key={hash}>
                <td class="name">
                  <a href={toCommit(hash)}>
                    <Text>{getTitle(message)}</Text>
                  </a>
                  <code class="muted">{hash.slice(0, 10)}</code>
                </td>
                <td class="muted minor">
                  <Text>{author.name}</Text>
                </td>
                <td class="muted">{toDateTime(committedAt * 1000)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.length === count && (
        <p class="panel-body">
          <button type="button" class="button" onClick={() => setCount(count + pageSize)}>
            Show more
          </button>
        </p>
      )}
    </section>
  );
}

/** The first line of a message. */
export const getTitle = (message: string) => message.trimStart().split('\n', 1)[0] || '(no message)';
