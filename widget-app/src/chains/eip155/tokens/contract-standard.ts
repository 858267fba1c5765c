import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { bytesSchema, type Hex } from '../hex.ts'

/** The standard that an unlisted contract reports: an ERC-721 collection or an ERC-20 token. */
export type ContractStandard = 'collectible' | 'amount'

/** `supportsInterface(bytes4)` of ERC-165, with the argument as a word. */
const supportsInterface = (id: string): Hex => `0x01ffc9a7${id.padEnd(64, '0')}`

/** The id of ERC-721 (EIP-721). */
const erc721 = supportsInterface('80ac58cd')

/**
 * An id that no contract with ERC-165 supports (EIP-165): a contract that returns true for it returns true for everything.
 */
const unsupportedInterface = supportsInterface('ffffffff')

const trueWord = `0x${'1'.padStart(64, '0')}`
const falseWord = `0x${'0'.repeat(64)}`

/** The result of a call; undefined if it reverts. @throws if the endpoint does not respond. */
async function callContract(
  rpc: JsonRpc,
  contract: string,
  data: Hex,
  signal: AbortSignal,
): Promise<Hex | undefined> {
  try {
    return await rpc('eth_call', [{ to: contract, data }, 'latest'], bytesSchema, { signal })
  } catch (error) {
    signal.throwIfAborted()
    if (isProviderRpcError(error)) return undefined
    throw error
  }
}

/**
 * Whether a contract is an ERC-721 collection by ERC-165; undefined if it returns neither, such as one without
 * ERC-165, which reverts.
 * @throws if the endpoint does not respond.
 */
async function isCollection(
  rpc: JsonRpc,
  contract: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const callWith = (data: Hex) => callContract(rpc, contract, data, signal)
  const [supportsErc721, supportsInvalid] = await Promise.all([
    callWith(erc721),
    callWith(unsupportedInterface),
  ])
  if (supportsInvalid !== falseWord) return undefined
  return supportsErc721 === trueWord ? true : supportsErc721 === falseWord ? false : undefined
}

/**
 * The standard of a contract that one endpoint reports; undefined if it is not certain. A contract with decimals that is not
 * a collection counts as a token: early collections without ERC-165 have none.
 */
export async function readStandard(
  rpc: JsonRpc,
  contract: string,
  hasDecimals: boolean,
  signal: AbortSignal,
): Promise<ContractStandard | undefined> {
  try {
    if (await isCollection(rpc, contract, signal)) return 'collectible'
    return hasDecimals ? 'amount' : undefined
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/** A word that is a non-zero address. */
const nonZeroAddress = /^0x0{24}(?!0{40})[\da-f]{40}$/i

/**
 * Whether a contract has an NFT with this id: some tokens are collections too (ERC-404), whose `approve` and `transferFrom`
 * take a number as an id if such an NFT exists, otherwise as an amount. Also true if the endpoint does not respond.
 */
export async function hasOwner(
  rpc: JsonRpc,
  contract: string,
  id: bigint,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const data: Hex = `0x6352211e${id.toString(16).padStart(64, '0')}`
    return nonZeroAddress.test((await callContract(rpc, contract, data, signal)) ?? '')
  } catch {
    signal.throwIfAborted()
    return true
  }
}
