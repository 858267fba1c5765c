import * as z from '#shared/zod.ts'

/**
 * What a test makes of the services. Paymaster: `refuses` or is `silent`. Bundler: is `silent`, `drops` what it took, `holds` it
 * until released, or has its calls revert.
 */
export const sponsorFaultsSchema = z.strictObject({
  paymaster: z.optional(z.enum(['refuses', 'silent'])),
  bundler: z.optional(z.enum(['silent', 'drops', 'holds', 'reverts'])),
})
export type SponsorFaults = z.infer<typeof sponsorFaultsSchema>
