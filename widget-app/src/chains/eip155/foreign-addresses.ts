import { hexToBytes } from 'viem/utils'
import type { Call } from './call-facts.ts'
import type { ContractKinds } from './contract-kind.ts'
import { type Hex, isSameHex } from './hex.ts'

/** Smaller words are numbers: an address with as many zeros in front cannot be made. */
const leastAddress = 2n ** 96n
const mostAddress = 2n ** 160n

/** Hex digits of a word of 32 bytes. */
const wordLength = 64

const printable = /^[^\p{C}]*$/u

function isText(hex: string): boolean {
  try {
    return printable.test(new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(`0x${hex}`)))
  } catch {
    return false
  }
}

/** Bytes that begin after a word which is their length: as the ABI has them, with zeros up to the next word. */
function bytesAfter(words: string, at: number, length: bigint): string | undefined {
  const rest = words.slice(at + wordLength)
  if (length < 1n || length * 2n > BigInt(rest.length)) return undefined
  const digits = Number(length) * 2
  const padding = rest.slice(digits, Math.ceil(digits / wordLength) * wordLength)
  const bytes = rest.slice(0, digits)
  return /^0*$/.test(padding) && !/^0*$/.test(bytes) ? bytes : undefined
}

/** Whether bytes inside the arguments name an address of another: a call is looked through, and what is no text cannot be. */
function areBytesForeign(bytes: string, isForeign: (words: string) => boolean): boolean {
  const excess = bytes.length % wordLength
  // Whole words are looked through with those around them.
  if (excess === 0) return false
  // A selector, and arguments.
  if (excess === 8 && bytes.length > wordLength) return isForeign(bytes.slice(8))
  return !isText(bytes)
}

/**
 * Whether the arguments of an unknown function name an address beside the account, the contract itself and known ones, or have
 * bytes that cannot be looked through, such as packed ones.
 */
export function namesOthers({ to, data }: Call, account: string, kindOf: ContractKinds): boolean {
  const isOther = (word: string): boolean => {
    const value = BigInt(`0x${word}`)
    if (value < leastAddress || value >= mostAddress) return false
    const address: Hex = `0x${word.slice(24)}`
    return !isSameHex(address, account) && !isSameHex(address, to) && kindOf(address) === undefined
  }
  const isForeign = (words: string): boolean => {
    if (words.length % wordLength !== 0) return true
    return (words.match(/.{64}/g) ?? []).some((word, index) => {
      const bytes = bytesAfter(words, index * wordLength, BigInt(`0x${word}`))
      return isOther(word) || (bytes !== undefined && areBytesForeign(bytes, isForeign))
    })
  }
  return isForeign(data.slice(10))
}
