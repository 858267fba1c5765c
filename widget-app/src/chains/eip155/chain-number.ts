import { type ChainId, chainReference, parseChainId } from '#shared/caip/chain-id.ts'
import { type Hex, toQuantity } from './hex.ts'

const decimalPattern = /^\d{1,32}$/
const hexPattern = /^0x[0-9a-f]{1,26}$/i

/** The chain a wallet names, as CAIP-2: wallets write hex, decimal text or a number; `undefined` for anything else. */
export function parseWalletChain(value: unknown): ChainId | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || !(hexPattern.test(text) || decimalPattern.test(text))) return undefined
  const number = BigInt(text)
  return number > 0n ? parseChainId(`eip155:${number}`) : undefined
}

/** The chain number of EIP-155 in hex, as wallets want it: `0x1` of `eip155:1`. */
export const walletChain = (chain: ChainId): Hex => toQuantity(BigInt(chainReference(chain)))
