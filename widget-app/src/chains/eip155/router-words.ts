import { checksummed } from './address.ts'
import { type Hex, isSameHex } from './hex.ts'

const caller = `0x${'0'.repeat(39)}1`
const router = [`0x${'0'.repeat(40)}`, `0x${'0'.repeat(39)}2`]

/** Whom Uniswap's routers mean: 1 stands for who calls, 2 for the router itself, and so does 0 in the first V3 router. */
export function routerParty(party: Hex, to: Hex, account: string): string {
  if (isSameHex(party, caller)) return account
  return router.some((one) => isSameHex(party, one)) ? to : party
}

/** 20 bytes of a token, then as often as it is swapped on 3 bytes of a fee and 20 of the next token. */
const pathPattern = /^0x[0-9a-f]{40}(?:[0-9a-f]{46})+$/i

/** First and last token of a packed path of Uniswap V3; `undefined` for bytes that are none. */
export function pathEnds(path: Hex): readonly [first: Hex, last: Hex] | undefined {
  if (!pathPattern.test(path)) return undefined
  const [first, last] = [checksummed(path.slice(0, 42)), checksummed(`0x${path.slice(-40)}`)]
  return first && last && [first, last]
}
