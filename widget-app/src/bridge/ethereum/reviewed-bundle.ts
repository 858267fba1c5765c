import * as z from '#shared/zod.ts'
import type { PreparedRequest } from '#widget/chains/chain-adapter.ts'
import { hexAddressSchema, hexChainSchema, parameter } from './parameters.ts'

export const idSchema = z.string().check(z.minLength(1), z.maxLength(4_096))
const bytesSchema = z.string().check(z.regex(/^0x([0-9a-f]{2})*$/i))
const quantitySchema = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))

/** The bundle of `wallet_sendCalls` as the adapter has parsed it; the host's own text is not read here. */
const canonicalParams = z.tuple([
  z.object({
    id: z.optional(idSchema),
    from: hexAddressSchema,
    chainId: hexChainSchema,
    atomicRequired: z.boolean(),
    calls: z
      .array(
        z.object({
          to: z.optional(hexAddressSchema),
          data: z.optional(bytesSchema),
          value: z.optional(quantitySchema),
        }),
      )
      .check(z.minLength(1)),
    capabilities: z.optional(z.record(z.string(), z.looseObject({ optional: z.optional(z.boolean()) }))),
  }),
])
export type Bundle = z.output<typeof canonicalParams>[0]

/** The bundle that was reviewed. @throws ProviderRpcError −32602. */
export const bundleOf = ({ request }: PreparedRequest): Bundle =>
  parameter(canonicalParams, request.params)[0]
