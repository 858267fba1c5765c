import * as z from '#shared/zod.ts'
import { getEndpoint, noQuery } from './endpoint.ts'
import { chainIdText } from './query-text.ts'

/** Chains (CAIP-2) that the RPC gateway and the balance API serve, by transport. */
export const getSupportedChains = getEndpoint('/v1/supported-chains', noQuery, () =>
  z.object({ http: z.array(chainIdText), ws: z.array(chainIdText) }),
)
