import type { LogDetail } from '../../../../spec/services/ai-gateway/logs.ts';
import { Code, ErrorNote, Panel, Text } from '../../parts/basics.tsx';
import { useData } from '../../parts/use-data.ts';
import { hashTo } from '../../route.ts';
import { useSession } from '../../session.ts';

/** One run: the prompt, the answer, and what the gateway noted. */
export function RunDetail({ gateway, log }: { readonly gateway: string; readonly log: string }) {
  const { v4, fetchV4, account } = useSession();
  const path = `accounts/${account.id}/ai-gateway/gateways/${encodeURIComponent(gateway)}/logs/${encodeURIComponent(log)}`;
  const { data, error } = useData(async () => {
    const readText = async (part: string) => (await fetchV4(`${path}/${part}`)).text();
    const [{ result }, prompt, answer] = await Promise.all([
      v4<LogDetail>(path),
      readText('request'),
      readText('response'),
    ]);
    return { entry: result, prompt, answer };
  }, [account.id, gateway, log]);
  return (
    <Panel
      title="Run"
      aside={
        <a class="button" href={hashTo(['models', 'runs', gateway])}>
          Close
        </a>
      }
    >
      {error && <ErrorNote error={error} />}
      {data && (
        <>
          <p>
            <Text>{data.entry.model}</Text>{' '}
            <span class="muted">
              by <Text>{data.entry.provider}</Text>, at <Text>{data.entry.path}</Text>
            </span>
          </p>
          <div class="columns">
            <div>
              <h3>Prompt</h3>
              <Code label="Request to the model" text={data.prompt} />
            </div>
            <div>
              <h3>Answer</h3>
              <Code label="Answer of the model" text={data.answer} />
            </div>
          </div>
        </>
      )}
    </Panel>
  );
}
