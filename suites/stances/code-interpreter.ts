import { ask, getText, type InterpreterRequest, send } from '../code-interpreter/asking.ts';
import { isObject } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { OtherBehaviour, type Probes } from './probe.ts';

const needs = ['code-interpreter'] as const;

/** A probe for the status of a request. */
const status = (request: InterpreterRequest) => ({
  needs,
  ask: async (t: TestContext) => (await send(t, request)).status,
});

export const codeInterpreterProbes: Probes<'code-interpreter'> = {
  'code-interpreter.body': {
    needs,
    async ask(t) {
      const reply = await ask(t, 'Say hello.');
      if (reply.status >= 300) return new OtherBehaviour(`status ${reply.status}`);
      return isJsonObject(getText(reply)) ? 'JSON' : 'text';
    },
  },
  'code-interpreter.no-input.status': status({ body: '{}' }),
  'code-interpreter.malformed.status': status({ body: '{"input":' }),
  'code-interpreter.other-path.status': status({ path: '/touchstone-nowhere', body: '{"input":"Hello"}' }),
};

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}
