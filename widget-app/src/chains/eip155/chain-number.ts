import { type ChainId, chainReference, parseChainId } from '#shared/caip/chain-id.ts'
import { type Hex, toQuantity } from './hex.ts'

const decimalPattern = /^\d{1,32}$/
const hexPattern = /^0x[0-9a-f]{1,26}$/i

/** The CAIP-2 id of a chain that a wallet names in hex, decimal text or as a number; `undefined` for anything else. */
export function parseWalletChain(value: unknown): ChainId | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || !(hexPattern.test(text) || decimalPattern.test(text))) return undefined
  const number = BigInt(text)
  return number > 0n ? parseChainId(`eip155:${number}`) : undefined
}

/** The EIP-155 chain number in hex, the format of wallets: `0x1` for `eip155:1`. */
export const walletChain = (chain: ChainId): Hex => toQuantity(BigInt(chainReference(chain)))
