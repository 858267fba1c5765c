import * as z from '#shared/zod.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import { invalid } from '../canonical/canonical-values.ts'
import { addressSchema, bytesSchema } from '../hex.ts'

const chainNumberSchema = z.string().check(z.regex(/^0x[\da-f]{1,64}$/i))

/** A bundle's id (EIP-5792) is a text of at most 4,096 bytes. */
const bundleIdSchema = z.string().check(z.minLength(1), z.maxLength(4_096))

/**
 * Methods that sign nothing and reach the wallet without a review, with all parameters that do. Anything else from a dApp is
 * rejected or dropped; `docs/security.md` explains for each why an attacker gains nothing.
 */
export const passThroughMethods = {
  eth_sendRawTransaction: z.tuple([bytesSchema.check(z.refine((bytes) => bytes.length > 2))]),
  wallet_getCallsStatus: z.tuple([bundleIdSchema]),
  wallet_getCapabilities: z.union([
    z.tuple([addressSchema]),
    z.tuple([addressSchema, z.array(chainNumberSchema).check(z.maxLength(256))]),
  ]),
  // The wallet prompts its user for the accounts; the dApp's caveats are dropped.
  wallet_requestPermissions: z.tuple([
    z.strictObject({
      eth_accounts: z.pipe(
        z.record(z.string(), z.unknown()),
        z.transform(() => ({})),
      ),
    }),
  ]),
} as const

type PassThroughMethod = keyof typeof passThroughMethods

const isPassThrough = (method: string): method is PassThroughMethod =>
  Object.hasOwn(passThroughMethods, method)

/**
 * The request as the wallet gets it; undefined for an unlisted method.
 * @throws ProviderRpcError −32602 for other parameters.
 */
export function parsePassThrough({ method, params }: RpcRequest): RpcRequest | undefined {
  if (!isPassThrough(method)) return undefined
  const parsed = z.safeParse<z.ZodMiniType<readonly unknown[]>>(passThroughMethods[method], params)
  if (!parsed.success) throw invalid('params')
  return { method, params: parsed.data }
}
