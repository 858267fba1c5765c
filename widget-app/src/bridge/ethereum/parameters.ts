import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import { isProviderRpcError, ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'

/** Parses a parameter of a dApp. @throws ProviderRpcError −32602 that names the invalid one. */
export function parameter<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.join('.') ?? ''
  const subject = path === '' ? 'parameters' : `parameter ${path}`
  throw new ProviderRpcError(providerCodes.invalidParams, `Invalid ${subject}`)
}

/** A chain number of EIP-695 in hex, as CAIP-2; leading zeros are accepted, because dApps write them. */
export const hexChainSchema = z.pipe(
  z.string().check(z.regex(/^0x0*[1-9a-f][0-9a-f]{0,15}$/i)),
  z.transform((text): ChainId => parseChainId(`eip155:${BigInt(text)}`)),
)

export const hexAddressSchema = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i))

const unsupportedCodes: readonly number[] = [
  providerCodes.unsupportedMethod,
  providerCodes.methodNotFound,
  -32004,
]

/** Whether a wallet reports that it does not support a method (EIP-1193 4200, JSON-RPC −32601, EIP-1474 −32004). */
export const isMethodUnsupported = (error: unknown): boolean => isProviderRpcError(error, ...unsupportedCodes)
