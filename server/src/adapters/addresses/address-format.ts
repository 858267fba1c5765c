import { getAddress, isAddress } from 'viem'
import type { AddressFormat } from '../../ports/sources/addresses.ts'

const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** EIP-55 on Ethereum; base58 on Solana, which is case-sensitive. */
export const addressFormat: AddressFormat = {
  normalized: (chainId, address) => {
    if (chainId.startsWith('eip155:'))
      return isAddress(address, { strict: false }) ? getAddress(address) : undefined
    if (chainId.startsWith('solana:')) return solanaAddress.test(address) ? address : undefined
    return undefined
  },
}
