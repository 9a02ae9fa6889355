import type { ScannedWords } from '../../../../spec/services/ai-gateway/guardrails.ts';
import type { Scanner } from '../../../engines/guardrails/guardrails.ts';

/** What finds unsafe content for the guardrails of gateways. */
export interface GuardrailOptions {
  /**
   * Words of each category. By default `unsafe s1` to `unsafe s13` and `unsafe p1`, and a few plain phrases
   * such as "build a bomb".
   */
  readonly words?: readonly ScannedWords[] | undefined;
  /** A scanner of one's own, which is asked in place of the words. */
  readonly scanner?: Scanner | undefined;
}
