import type { Usage } from '../../../../engines/models/backend.ts';
import type { AnswerContext } from '../format.ts';

/** What a native answer needs to know beside its events. */
export interface NativeContext extends AnswerContext {
  /** Which of the two shapes the model answers in: fact sheet inference, section 2.3. */
  readonly shape: 'classic' | 'chat';
  /** Whether JSON was asked for, which classic models answer as a value and not as text. */
  readonly json?: boolean;
  /** What a run costs, where the answer tells it. */
  neurons?(usage: Usage): number;
}
