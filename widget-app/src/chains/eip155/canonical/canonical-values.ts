import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { Connection } from '../../chain-adapter.ts'
import { parseAddress } from '../address.ts'
import { parseWalletChain } from '../chain-number.ts'
import { addressSchema, bytesSchema, type Hex, isSameHex, lowerHex } from '../hex.ts'

/** The error of an invalid parameter. */
export const invalid = (what: string) => new ProviderRpcError(providerCodes.invalidParams, `Invalid ${what}`)

/** The error of a request for another chain than the wallet's. */
export const otherChain = () =>
  new ProviderRpcError(providerCodes.chainDisconnected, 'The wallet is on another chain')

const hexQuantity = /^0x[0-9a-f]{1,64}$/i

/**
 * A quantity as dApps write it: hex with or without leading zeros, or a number. Decimal text is rejected, because some
 * wallets read it as hex.
 */
const toBigInt = (value: unknown): bigint | undefined => {
  if (typeof value === 'string') return hexQuantity.test(value) ? BigInt(value) : undefined
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  return typeof value === 'bigint' && value >= 0n && value < 2n ** 256n ? value : undefined
}

/** A quantity; `null` counts as absent. @throws ProviderRpcError −32602. */
export function optionalQuantity(value: unknown, name: string): bigint | undefined {
  if (value === undefined || value === null) return undefined
  const quantity = toBigInt(value)
  if (quantity === undefined) throw invalid(name)
  return quantity
}

/**
 * A native amount; `0x` counts as zero, as old dApps write it: viem, ethers and nodes reject it, and wallets that accept it
 * read zero, so no client reads another amount. @throws ProviderRpcError −32602.
 */
export const optionalNativeValue = (value: unknown, name: string): bigint | undefined =>
  value === '0x' ? 0n : optionalQuantity(value, name)

/** An address with a valid checksum, or none (EIP-55). @throws ProviderRpcError −32602. */
export function canonicalAddress(value: unknown, name: string): Hex {
  const parsed = addressSchema.safeParse(value)
  if (!parsed.success) throw invalid(name)
  try {
    const checksummed = parseAddress(parsed.data)
    // Some wallets reject capitals that are not a checksum.
    return parsed.data === parsed.data.toLowerCase() ? parsed.data : checksummed
  } catch (error) {
    if (isWidgetError(error)) throw invalid(name)
    throw error
  }
}

/**
 * Bytes in lower case. `null` counts as absent, and so does empty text, as old dApps write it: every client rejects it or
 * reads no bytes. @throws ProviderRpcError −32602.
 */
export function optionalBytes(value: unknown, name: string): Hex | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const bytes = bytesSchema.safeParse(value)
  if (!bytes.success) throw invalid(name)
  return lowerHex(bytes.data)
}

/** One value under two names: both may be set if they are equal. @throws ProviderRpcError −32602. */
export function requireEqual<Value extends string | bigint>(
  first: Value | undefined,
  second: Value | undefined,
  name: string,
): Value | undefined {
  if (first === undefined || second === undefined) return first ?? second
  if (String(first).toLowerCase() !== String(second).toLowerCase()) throw invalid(name)
  return first
}

/** The connected account with that address; the first account without an address. @throws ProviderRpcError −32602, 4100. */
export function connectedAccount({ accounts }: Connection, value: unknown): Hex {
  const address = canonicalAddress(value ?? accounts[0], 'address')
  if (!accounts.some((account) => isSameHex(account, address)))
    throw new ProviderRpcError(providerCodes.unauthorized, 'The account is not connected')
  return address
}

/** Validates that a request is for the wallet's chain, if it names one. @throws ProviderRpcError −32602, 4901. */
export function checkChain({ chain }: Connection, value: unknown, error: () => Error = otherChain): void {
  if (value === undefined || value === null) return
  const requestedChain = parseWalletChain(value)
  if (requestedChain === undefined) throw invalid('chainId')
  if (requestedChain !== chain) throw error()
}

/** An object's members. @throws ProviderRpcError −32602. */
export function membersOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(value)
  if (!parsed.success) throw invalid(name)
  return parsed.data
}
