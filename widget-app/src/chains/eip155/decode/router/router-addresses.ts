import type { DecodedLine, Fact } from '../../../request-facts.ts'
import { checksummed } from '../../address.ts'
import { type Hex, isSameHex } from '../../hex.ts'
import type { ContractKind } from '../../tokens/contract-kind.ts'
import { isUnlimited, token } from '../call-facts.ts'

/** Who calls a router, as its steps name that account. */
export const caller: Hex = `0x${'0'.repeat(39)}1`
const router = `0x${'0'.repeat(39)}2`
const zero = `0x${'0'.repeat(40)}`

/**
 * Whom Uniswap's routers mean: 1 stands for who calls and 2 for the router itself, in the first V3 router 0 for itself and
 * nothing else. Of an unknown router the widget knows neither.
 */
export function routerParty(party: Hex, to: Hex, account: string, kind: ContractKind | undefined): string {
  if (kind === 'router-v3') return isSameHex(party, zero) ? to : party
  if (isSameHex(party, caller)) return account
  return isSameHex(party, router) || (kind === undefined && isSameHex(party, zero)) ? to : party
}

/** 20 bytes of a token, then as often as it is swapped on 3 bytes of a fee and 20 of the next token. */
const pathPattern = /^0x[0-9a-f]{40}(?:[0-9a-f]{46})+$/i

/** First and last token of a packed path of Uniswap V3; `undefined` for bytes that are none. */
export function pathEnds(path: Hex): readonly [first: Hex, last: Hex] | undefined {
  if (!pathPattern.test(path)) return undefined
  const [first, last] = [checksummed(path.slice(0, 42)), checksummed(`0x${path.slice(-40)}`)]
  return first && last && [first, last]
}

/** A command by its name, with what is said of it. */
export const step = (name: string, values: Readonly<Record<string, string | bigint | undefined>>): Fact => ({
  is: 'known-call',
  name,
  lines: Object.entries(values).flatMap(([label, value]): readonly DecodedLine[] =>
    value === undefined ? [] : [{ label, value: String(value) }],
  ),
})

/** An approval of Permit2 that the account has signed, by which the router takes. */
export const routerPermit = (
  { token: contract, amount }: { readonly token: Hex; readonly amount: bigint },
  spender: Hex,
  deadline: bigint,
): Fact => ({
  is: 'permit',
  standard: 'Permit2',
  spender,
  figure: token(contract, amount),
  isUnlimited: isUnlimited(amount),
  deadline,
})
