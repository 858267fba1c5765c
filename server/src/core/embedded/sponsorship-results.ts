import type { SponsorshipMethod } from '../../../../shared/api/embedded-sponsorship.ts'
import { entryPointAddress } from '../../../../shared/config/embedded-account.ts'
import * as z from '../../../../shared/zod.ts'
import type { ServiceResponse } from '../../ports/sponsorship.ts'
import { VendorError } from '../../ports/vendor.ts'

const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
/** Some services state null for a limit that they do not set. */
const optionalQuantity = z.pipe(
  z.nullish(quantity),
  z.transform((value) => value ?? undefined),
)
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const bytes = z.string().check(z.regex(/^0x([0-9a-fA-F]{2}){0,16384}$/))
const hash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const payingAddress = z.string().check(z.regex(/^0x(?!0{40}$)[0-9a-fA-F]{40}$/))

const paymasterData = z.object({
  paymaster: payingAddress,
  paymasterData: z._default(bytes, '0x'),
  paymasterVerificationGasLimit: optionalQuantity,
  paymasterPostOpGasLimit: optionalQuantity,
  isFinal: z.optional(z.boolean()),
})

const gas = z.object({
  preVerificationGas: quantity,
  verificationGasLimit: quantity,
  callGasLimit: quantity,
  paymasterVerificationGasLimit: optionalQuantity,
  paymasterPostOpGasLimit: optionalQuantity,
})

const isEntryPoint = (value: string) => value.toLowerCase() === entryPointAddress.toLowerCase()

const receipt = z.object({
  userOpHash: hash,
  sender: address,
  nonce: quantity,
  success: z.boolean(),
  receipt: z.object({ transactionHash: hash }),
})

/** The operation itself is known to its user. */
const known = z.object({
  userOperation: z.object({ sender: address }),
  transactionHash: z.optional(z.nullable(hash)),
})

const schemas = {
  eth_supportedEntryPoints: z.pipe(
    z.array(address),
    z.transform((list) => list.filter(isEntryPoint)),
  ),
  pm_getPaymasterStubData: paymasterData,
  pm_getPaymasterData: paymasterData,
  eth_estimateUserOperationGas: gas,
  eth_sendUserOperation: hash,
  eth_getUserOperationReceipt: z.nullable(receipt),
  eth_getUserOperationByHash: z.nullable(known),
} satisfies { readonly [Method in SponsorshipMethod]: z.core.$ZodType }

const stated = z.union([
  z.object({ sender: address }),
  z.object({ userOperation: z.object({ sender: address }) }),
])

/** Whether a result is about another account's operation. */
function isOfOther(result: unknown, account: string): boolean {
  const parsed = z.safeParse(stated, result)
  if (!parsed.success) return false
  const { sender } = 'sender' in parsed.data ? parsed.data : parsed.data.userOperation
  return sender.toLowerCase() !== account.toLowerCase()
}

/**
 * The listed members of a service's response; null instead of an operation of another account.
 * @throws VendorError `invalid` for a result of another form.
 */
export function readServiceResult(
  method: SponsorshipMethod,
  response: ServiceResponse,
  account: string,
): ServiceResponse {
  if ('error' in response) return response
  const parsed = z.safeParse(schemas[method], response.result)
  if (!parsed.success) throw new VendorError('Sponsorship', 'invalid', 'the answer has an unknown shape')
  return { result: isOfOther(parsed.data, account) ? null : parsed.data }
}
