import type { Call } from './call-facts.ts'
import type { ContractKinds } from './contract-kind.ts'
import { isSameHex } from './hex.ts'

/** Smaller words are numbers: an address with as many zeros in front cannot be made. */
const leastAddress = 2n ** 96n
const mostAddress = 2n ** 160n

/**
 * Whether the arguments of an unknown function name an address beside the account, the contract itself and known ones, or are
 * no words of 32 bytes, so that they cannot be looked through.
 */
export function namesOthers({ to, data }: Call, account: string, kindOf: ContractKinds): boolean {
  const words = data.slice(10)
  if (words.length % 64 !== 0) return true
  return (words.match(/.{64}/g) ?? []).some((word) => {
    const value = BigInt(`0x${word}`)
    if (value < leastAddress || value >= mostAddress) return false
    const address = `0x${word.slice(24)}`
    return !isSameHex(address, account) && !isSameHex(address, to) && kindOf(address) === undefined
  })
}
