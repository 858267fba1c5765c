import { type ChainId, chainReference, namespaceOf } from '../caip/chain-id.ts'

const highBit = 0x80000000
const ethereum = 60
const solana = 501

/**
 * The coin type of a chain's account in a name's records (SLIP-44, ENSIP-9): on EVM chains the chain id with the high bit
 * set (ENSIP-11; SPEC §9), Ethereum itself 60. Undefined if names have no accounts there.
 * @example coinTypeOf('eip155:8453') // 2147492101
 */
export function coinTypeOf(chain: ChainId): number | undefined {
  switch (namespaceOf(chain)) {
    case 'eip155': {
      const id = Number(chainReference(chain))
      if (id === 1) return ethereum
      return Number.isInteger(id) && id > 0 && id < highBit ? id + highBit : undefined
    }
    case 'solana':
      return solana
    default:
      return undefined
  }
}

/**
 * A name's account on a chain: that of the chain's coin type, else on EVM chains Ethereum's, as in ENS. An account on
 * another chain implies nothing for this one: a contract account may not exist here.
 */
export function accountOf(
  addresses: Readonly<Record<string, { readonly address: string }>>,
  chain: ChainId,
): string | undefined {
  const coinType = coinTypeOf(chain)
  if (coinType === undefined) return undefined
  const account = addresses[coinType] ?? (namespaceOf(chain) === 'eip155' ? addresses[ethereum] : undefined)
  return account?.address
}
