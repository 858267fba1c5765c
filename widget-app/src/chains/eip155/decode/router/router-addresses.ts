import { type DecodedValue, decodedLine } from '../../../decoded-line.ts'
import type { DecodedLine, Fact } from '../../../request-facts.ts'
import { checksummed } from '../../address.ts'
import { type Hex, isSameHex } from '../../hex.ts'
import type { ContractKind } from '../../tokens/contract-kind.ts'
import { isUnlimited, tokenAmount } from '../call-facts.ts'

/** The placeholder for a router's caller. */
export const callerPlaceholder: Hex = `0x${'0'.repeat(39)}1`
const routerPlaceholder = `0x${'0'.repeat(39)}2`
const zero = `0x${'0'.repeat(40)}`

/**
 * The address that a placeholder of Uniswap's routers stands for: 1 is the caller and 2 the router; in the first V3 router,
 * 0 is the router and the others have no meaning. For an unknown router, all of them may apply.
 */
export function resolvePlaceholder(
  party: Hex,
  to: Hex,
  account: string,
  kind: ContractKind | undefined,
): string {
  if (kind === 'router-v3') return isSameHex(party, zero) ? to : party
  if (isSameHex(party, callerPlaceholder)) return account
  return isSameHex(party, routerPlaceholder) || (kind === undefined && isSameHex(party, zero)) ? to : party
}

/** 20 bytes of a token, then 3 bytes of a fee and 20 bytes of the next token for each hop. */
const pathPattern = /^0x[0-9a-f]{40}(?:[0-9a-f]{46})+$/i

/** First and last token of a packed path of Uniswap V3; `undefined` for invalid bytes. */
export function pathEnds(path: Hex): readonly [first: Hex, last: Hex] | undefined {
  if (!pathPattern.test(path)) return undefined
  const [first, last] = [checksummed(path.slice(0, 42)), checksummed(`0x${path.slice(-40)}`)]
  return first && last && [first, last]
}

/** A command by its name, with its values. */
export const commandFact = (
  name: string,
  values: Readonly<Record<string, DecodedValue | undefined>>,
): Fact => ({
  is: 'known-call',
  name,
  lines: Object.entries(values).flatMap(([label, value]): readonly DecodedLine[] =>
    value === undefined ? [] : [decodedLine(label, value)],
  ),
})

/** A Permit2 approval that the account has signed, with which the router moves tokens. */
export const permitFact = (
  { token: contract, amount }: { readonly token: Hex; readonly amount: bigint },
  spender: Hex,
  deadline: bigint,
): Fact => ({
  is: 'permit',
  standard: 'Permit2',
  spender,
  figure: tokenAmount(contract, amount),
  isUnlimited: isUnlimited(amount),
  deadline,
})
