import type { Fact } from '../../request-facts.ts'
import type { CanonicalTypedData } from '../canonical/canonical-typed-data.ts'
import { isUnlimited } from '../decode/call-facts.ts'
import {
  addressOf,
  allStructs,
  boolOf,
  type Fields,
  messageFields,
  structsOf,
  uintOf,
  uintsOf,
} from './typed-data-fields.ts'

type Permit = Extract<Fact, { is: 'permit' }>

const maxUint256 = 2n ** 256n - 1n

const deadlineNames = /^(?:deadline|expiry|expiration|sigDeadline|validBefore|validUntil|validTo|endTime)$/

/**
 * The latest expiry of a signature; undefined if it never expires. Zero is not a time: DAI (`expiry == 0 || now <= expiry`)
 * and Vyper's vaults treat it as forever, other tokens as never.
 */
function deadlineOf(fields: Fields, names = deadlineNames): bigint | undefined {
  return uintsOf(fields, names).includes(0n) ? undefined : uintOf(fields, names)
}

const permitFact = (
  standard: Permit['standard'],
  spender: string,
  contract: string,
  value: bigint,
  deadline: bigint | undefined,
): Permit => ({
  is: 'permit',
  standard,
  spender,
  figure: { value, contract },
  isUnlimited: isUnlimited(value),
  deadline,
})

/** Permit2: each struct under `details` or `permitted` is a token and an amount. */
function permit2Facts(typed: CanonicalTypedData, fields: Fields, spender: string): readonly Permit[] {
  return structsOf(typed, fields, /^(?:details|permitted)$/).flatMap((entry) => {
    const token = addressOf(entry, /^token$/)
    const amount = uintOf(entry, /^amount$/)
    if (token === undefined || amount === undefined) return []
    // An allowance has its own expiration; zero means until the end of the block, so the signature's deadline counts.
    const expiry = uintOf(entry, /^expiration$/) || deadlineOf(fields)
    return [permitFact('Permit2', spender, token, amount, expiry)]
  })
}

/** Whether the primary struct has the members of Permit2's structs. */
export function isPermit2Shape(typed: CanonicalTypedData): boolean {
  const fields = messageFields(typed)
  const spender = addressOf(fields, /^spender$/)
  return spender !== undefined && permit2Facts(typed, fields, spender).length > 0
}

/** Whether a spender gets an allowance that restarts in each period, as in Coinbase's `SpendPermission`. */
export const isRecurring = (fields: Fields): boolean =>
  addressOf(fields, /^spender$/) !== undefined &&
  uintOf(fields, /^allowance$/) !== undefined &&
  uintOf(fields, /^period/) !== undefined

/** The token in a struct, otherwise the contract that verifies the signature. */
const tokenOf = (typed: CanonicalTypedData, fields: Fields): string =>
  addressOf(fields, /^token$/) ?? typed.domain.verifyingContract ?? ''

function recurringFacts(typed: CanonicalTypedData, fields: Fields, spender: string): readonly Permit[] {
  const allowance = uintOf(fields, /^allowance$/)
  if (allowance === undefined || !isRecurring(fields)) return []
  return [
    permitFact('Spend permission', spender, tokenOf(typed, fields), allowance, deadlineOf(fields, /^end$/)),
  ]
}

/** EIP-2612, DAI and EIP-4494: each that the members allow, because only the contract knows which it is. */
function spenderFacts(typed: CanonicalTypedData, fields: Fields, spender: string): readonly Fact[] {
  const contract = tokenOf(typed, fields)
  const deadline = deadlineOf(fields)
  const isAllowed = boolOf(fields, /^allowed$/)
  const collectible = uintOf(fields, /^(?:tokenId|id)$/)
  const value = uintOf(fields, /^(?:value|amount|wad|allowance)$/)
  return [
    ...(isAllowed === undefined
      ? []
      : [permitFact('DAI', spender, contract, isAllowed ? maxUint256 : 0n, deadline)]),
    ...(collectible === undefined
      ? []
      : [{ ...permitFact('EIP-4494', spender, contract, 1n, deadline), collectible }]),
    ...(value === undefined ? [] : [permitFact('EIP-2612', spender, contract, value, deadline)]),
  ]
}

/** EIP-3009: any account with the signature, or only the recipient, moves the amount to the recipient. */
function authorizationFacts(typed: CanonicalTypedData, fields: Fields): readonly Fact[] {
  const to = addressOf(fields, /^to$/)
  const value = uintOf(fields, /^(?:value|amount)$/)
  const validBefore = /^validBefore$/
  if (to === undefined || value === undefined || uintOf(fields, validBefore) === undefined) return []
  const contract = typed.domain.verifyingContract ?? ''
  return [permitFact('EIP-3009', to, contract, value, deadlineOf(fields, validBefore))]
}

/** Operators of a whole collection: ERC-721 `PermitForAll`, `PermitAll` and `SetApprovalForAll` by signature. */
function operatorFacts(typed: CanonicalTypedData, fields: Fields): readonly Fact[] {
  const operator = addressOf(fields, /^operator$/) ?? addressOf(fields, /^spender$/)
  const isApproved = boolOf(fields, /^(?:approved|isApproved)$/)
  const isForAll = /ForAll$|PermitAll$/.test(fields.type)
  if (operator === undefined || (isApproved === undefined && !isForAll)) return []
  const collection = typed.domain.verifyingContract ?? ''
  return [{ is: 'approval-for-all', operator, collection, isGranted: isApproved ?? true }]
}

/** Aave's `DelegationWithSig`: the delegatee borrows against what the account has supplied. */
function debtFacts(fields: Fields): readonly Fact[] {
  const to = addressOf(fields, /^delegatee$/)
  return to === undefined || uintOf(fields, /^(?:value|amount)$/) === undefined
    ? []
    : [{ is: 'authority', name: fields.type, right: 'debt', to }]
}

function structAuthorities(typed: CanonicalTypedData, fields: Fields): readonly Fact[] {
  const spender = addressOf(fields, /^spender$/)
  const permits =
    spender === undefined
      ? []
      : [...permit2Facts(typed, fields, spender), ...recurringFacts(typed, fields, spender)]
  return [
    ...permits,
    ...(spender === undefined || permits.length > 0 ? [] : spenderFacts(typed, fields, spender)),
    ...authorizationFacts(typed, fields),
    ...operatorFacts(typed, fields),
    ...debtFacts(fields),
  ]
}

/**
 * The authorities that EIP-712 data grants by itself, at every depth: approvals, transfers, operators and debt. They are
 * recognized by names and types of members, with any name of the struct; the contract decides which type it accepts.
 */
export const authoritiesOf = (typed: CanonicalTypedData): readonly Fact[] =>
  allStructs(typed, messageFields(typed)).flatMap((fields) => structAuthorities(typed, fields))
