import { type AddressEncodings, singleEncoding } from './address-encodings.ts'

/** Number of characters compared at each end. Most users compare no more, and address poisoning makes these equal. */
const comparedEnds = 3

const isHex = (address: string): boolean => /^0x/i.test(address)

/** Only hex addresses may differ in case. */
const same = (address: string): string => (isHex(address) ? address.toLowerCase() : address)

const endsOf = (address: string): string => {
  const text = address.replace(/^0x/i, '').toLowerCase()
  return `${text.slice(0, comparedEnds)} ${text.slice(-comparedEnds)}`
}

/**
 * Whether two different addresses have equal ends (address poisoning). Hex addresses all have one length; base58 addresses
 * have 43 or 44 characters on Solana, a difference that users do not notice.
 */
export function isSimilarAddress(address: string, other: string): boolean {
  const [one, two] = [same(address), same(other)]
  return one !== two && (!isHex(one) || one.length === two.length) && endsOf(one) === endsOf(two)
}

/** Whether an address is in a list, compared as its chain does. */
export const includesAddress = (address: string, knownAddresses: readonly string[]): boolean =>
  knownAddresses.some((one) => same(one) === same(address))

/** The known address that another one impersonates in any encoding; undefined if the address itself is known. */
export function findImpersonatedAddress(
  address: string,
  knownAddresses: readonly string[],
  formsOf: AddressEncodings = singleEncoding,
): string | undefined {
  if (includesAddress(address, knownAddresses)) return undefined
  const forms = formsOf(address)
  return knownAddresses.find((one) => {
    const others = formsOf(one)
    return forms.some((form, at) => isSimilarAddress(form, others[at] ?? one))
  })
}
