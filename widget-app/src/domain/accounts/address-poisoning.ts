import { type AddressEncodings, singleEncoding } from './address-encodings.ts'

/** So many characters at each end are all that most people compare; whoever imitates an address makes them the same. */
const comparedEnds = 3

const isHex = (address: string): boolean => /^0x/i.test(address)

/** Only hex addresses may differ in case. */
const same = (address: string): string => (isHex(address) ? address.toLowerCase() : address)

const endsOf = (address: string): string => {
  const text = address.replace(/^0x/i, '').toLowerCase()
  return `${text.slice(0, comparedEnds)} ${text.slice(-comparedEnds)}`
}

/**
 * Whether two addresses are not the same, and look the same at both ends (address poisoning). Hex addresses all have one
 * length; those in base58 have 43 or 44 characters on Solana, which nobody counts.
 */
export function isSimilarAddress(address: string, other: string): boolean {
  const [one, two] = [same(address), same(other)]
  return one !== two && (!isHex(one) || one.length === two.length) && endsOf(one) === endsOf(two)
}

/** Whether an address is one of those known, as its chain compares them. */
export const includesAddress = (address: string, known: readonly string[]): boolean =>
  known.some((one) => same(one) === same(address))

/** The known address that another one imitates, in any of its forms; none where that one is known itself. */
export function findImpersonatedAddress(
  address: string,
  known: readonly string[],
  formsOf: AddressEncodings = singleEncoding,
): string | undefined {
  if (includesAddress(address, known)) return undefined
  const forms = formsOf(address)
  return known.find((one) => {
    const others = formsOf(one)
    return forms.some((form, at) => isSimilarAddress(form, others[at] ?? one))
  })
}
