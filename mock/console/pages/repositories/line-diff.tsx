import { structuredPatch } from 'diff';
import { visible } from '../../parts/text.ts';

/** The changed lines of a text, each with three lines around it. */
export function LineDiff({
  name,
  before,
  after,
}: {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}) {
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, timeout: 2_000 });
  if (!patch) return <p class="muted">Too different to be compared line by line.</p>;
  const { hunks } = patch;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard.
    <section class="code diff" dir="ltr" tabIndex={0} aria-label={`Changed lines of ${visible(name)}`}>
      {hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => (
        <div key={`${oldStart} ${newStart}`}>
          <p class="hunk">{`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`}</p>
          {lines.map((line, at) => (
            <p key={at} class={kinds[line[0] ?? ''] ?? ''}>
              {visible(line)}
            </p>
          ))}
        </div>
      ))}
    </section>
  );
}

const kinds: Readonly<Record<string, string>> = {
  '+': 'line good',
  '-': 'line bad',
  ' ': 'line',
  '\\': 'hunk',
};
