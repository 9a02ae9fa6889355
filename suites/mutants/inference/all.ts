import { accessMutants } from './access.mutants.ts';
import { backgroundMutants } from './background.mutants.ts';
import { batchMutants } from './batches.mutants.ts';
import { billingMutants } from './billing.mutants.ts';
import { bindingMutants } from './binding.mutants.ts';
import { chatMutants } from './chat.mutants.ts';
import { finetuneMutants } from './finetunes.mutants.ts';
import { formatMutants } from './formats.mutants.ts';
import { runMutants } from './run.mutants.ts';
import { webhookMutants } from './webhook.mutants.ts';

/** Wrong servers of inference. */
export const inferenceMutants = [
  ...accessMutants,
  ...runMutants,
  ...backgroundMutants,
  ...webhookMutants,
  ...chatMutants,
  ...formatMutants,
  ...billingMutants,
  ...bindingMutants,
  ...batchMutants,
  ...finetuneMutants,
];
