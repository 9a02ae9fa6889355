import type { pythonLimits } from '../../../spec/engine-limits.ts';

/** Settings of the Python engine: whatever is left out is as `pythonLimits` says. */
export type PythonOptions = { readonly [Limit in keyof typeof pythonLimits]?: number | undefined };
