import { z } from 'zod';

/** How the configuration refuses: `path` says where the fault is. Fact sheet inference, section 6.8. */
export const gatewayConfigErrorSchema = z.object({
  success: z.literal(false),
  errors: z
    .array(
      z.object({
        code: z.int(),
        message: z.string().min(1),
        path: z.array(z.union([z.string(), z.int()])).optional(),
      }),
    )
    .min(1),
});

export type GatewayConfigError = z.infer<typeof gatewayConfigErrorSchema>;
