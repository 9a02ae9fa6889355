import { useState } from 'preact/hooks';
import type { Rendering } from '../../../../spec/services/touchstone/renderings.ts';
import { Action, Badge, ErrorNote, Status, Text, Time } from '../../parts/basics.tsx';
import { toSize } from '../../parts/text.ts';
import { useData } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';
import { RenderedFile } from './rendered-file.tsx';

/** One rendering: its page, its outcome and its picture. */
export function RenderingCard({ rendering }: { readonly rendering: Rendering }) {
  const { id, at, operation, status, browser_ms, cached, problem, media_type, bytes } = rendering;
  const session = useSession();
  const [shown, setShown] = useState<Blob>();
  const place = `accounts/${session.account.id}/renderings/${id}`;
  const name = getPageName(rendering);
  const isPicture = media_type?.startsWith('image/') === true;
  const showAnswer = async () => setShown(await (await session.fetchAdmin(place)).blob());
  const showPage = async () => {
    const body = await session.admin<Record<string, unknown>>(`${place}/request`);
    const path = `accounts/${session.account.id}/browser-rendering/screenshot`;
    const picture = { ...body, screenshotOptions: undefined };
    setShown(await (await session.fetchV4(path, { body: picture })).blob());
  };
  return (
    <section class="panel" aria-label={`Rendering ${id}`}>
      <header class="panel-head">
        <h3 class="card-title">
          <Status status={status} /> {operation.split('.')[1]}
        </h3>
        <Time at={at} />
      </header>
      <div class="panel-body">
        <p class="page-name" title={name}>
          <Text>{name}</Text>
        </p>
        <p class="muted">
          {cached ? <Badge>cached</Badge> : `${browser_ms} ms`}
          {media_type !== null && `, ${media_type}, ${toSize(bytes)}`}
        </p>
        {problem !== null && (
          <p class="note refused">
            <Text>{problem}</Text>
          </p>
        )}
        {isPicture && <KeptPicture place={place} at={at} name={name} />}
        {!isPicture && shown && <RenderedFile blob={shown} name={name} />}
        {!isPicture && (
          <div class="bar">
            {media_type !== null && <Action action={showAnswer}>Show the answer</Action>}
            <Action action={showPage}>Show the page</Action>
          </div>
        )}
      </div>
    </section>
  );
}

function KeptPicture({
  place,
  at,
  name,
}: {
  readonly place: string;
  readonly at: string;
  readonly name: string;
}) {
  const { fetchAdmin } = useSession();
  const { data, error } = useData(async () => (await fetchAdmin(place)).blob(), [place, at]);
  if (error) return <ErrorNote error={error} />;
  return data ? <RenderedFile blob={data} name={name} /> : <p class="muted">Loading</p>;
}

/** The address of a page, or how much HTML it was. */
const getPageName = ({ url, html_characters }: Rendering) =>
  url ?? `HTML of ${html_characters} character${html_characters === 1 ? '' : 's'}`;
