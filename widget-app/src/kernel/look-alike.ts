/** So many characters at each end are all that most people compare; whoever imitates an address makes them the same. */
const comparedEnds = 3

const plain = (address: string): string => address.replace(/^0x/i, '').toLowerCase()

/** Whether two addresses are not the same, and look the same at both ends (address poisoning). */
export function resembles(address: string, other: string): boolean {
  const [one, two] = [plain(address), plain(other)]
  const ends = (text: string) => `${text.slice(0, comparedEnds)} ${text.slice(-comparedEnds)}`
  return one !== two && one.length === two.length && ends(one) === ends(two)
}

/** Whether an address is one of those known, letter case aside. */
export const isAmong = (address: string, known: readonly string[]): boolean =>
  known.some((one) => plain(one) === plain(address))

/** The known address that another one imitates; none where that one is known itself. */
export const imitated = (address: string, known: readonly string[]): string | undefined =>
  isAmong(address, known) ? undefined : known.find((one) => resembles(address, one))
