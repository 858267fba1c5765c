import { type Address, getAddressDecoder, getBase64Encoder } from '@solana/web3.js'
import * as z from '#shared/zod.ts'
import type { Svm } from './svm.ts'

const accountSchema = z.object({
  lamports: z.number(),
  owner: z.string(),
  data: z.tuple([z.string(), z.string()]),
})
const accountsSchema = z.object({ value: z.array(z.nullable(accountSchema)) })

/** An account as a node reports it; this file decodes its data independently of the product code. */
export type AccountState = { readonly lamports: bigint; readonly owner: string; readonly data: Uint8Array }
export type States = ReadonlyMap<string, AccountState>

/** The current state of accounts; those that do not exist are omitted. */
export async function statesOf(node: Svm, keys: readonly string[]): Promise<States> {
  const config = { encoding: 'base64', commitment: 'processed' }
  const { value } = accountsSchema.parse(await node.call('getMultipleAccounts', keys, config))
  return new Map(
    keys.flatMap((key, at) => {
      const recipients = value[at]
      if (!recipients) return []
      const data = Uint8Array.from(getBase64Encoder().encode(recipients.data[0]))
      return [[key, { lamports: BigInt(recipients.lamports), owner: recipients.owner, data }] as const]
    }),
  )
}

const programs = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const keyAt = (data: Uint8Array, at: number): Address => getAddressDecoder().decode(data, at)
const amountAt = (data: Uint8Array, at: number): bigint =>
  new DataView(data.buffer, data.byteOffset).getBigUint64(at, true)

/** Decodes a token account. */
function tokenAccount({ owner, data }: AccountState) {
  const isToken = programs.includes(owner) && (data.length === 165 || (data.length > 165 && data[165] === 2))
  if (!isToken || data[108] === 0) return undefined
  const delegated = data[72] === 1 ? amountAt(data, 121) : 0n
  return {
    mint: keyAt(data, 0),
    owner: keyAt(data, 32),
    amount: amountAt(data, 64),
    delegate:
      delegated > 0n
        ? { to: keyAt(data, 76), value: delegated, text: `${keyAt(data, 76)} ${delegated}` }
        : undefined,
    closeAuthority: data[129] === 1 ? keyAt(data, 133) : '',
  }
}

/** An authority over one of the user's accounts that another account has now. */
export type Right = {
  readonly is: 'approval' | 'authority'
  /** The account that the authority is over, and its mint if it is a token account. */
  readonly over: string
  readonly mint: string | undefined
  readonly to: string
  /** Amount that a delegate may transfer. */
  readonly value: bigint
}

/** Effects of a transaction on an account. */
export type Effects = {
  /** By mint, native amounts by `''`; without the fee. */
  readonly changes: ReadonlyMap<string, bigint>
  /** By mint, native amounts by `''`: accounts of others that have more of it now. */
  readonly receivers: ReadonlyMap<string, ReadonlySet<string>>
  readonly rights: readonly Right[]
}

function authoritiesOver(
  key: string,
  was: AccountState,
  is: AccountState,
  account: string,
): readonly Right[] {
  const right = (kind: Right['is'], mint: string | undefined, to: string, value = 0n): Right => ({
    ...{ is: kind, over: key, mint, to, value },
  })
  if (key === account) {
    const isSame = was.owner === is.owner && was.data.length === is.data.length
    return isSame ? [] : [right('authority', undefined, is.owner)]
  }
  const [accountBefore, accountAfter] = [tokenAccount(was), tokenAccount(is)]
  if (accountBefore?.owner !== account) return []
  if (accountAfter?.owner !== account)
    return [right('authority', accountBefore.mint, accountAfter?.owner ?? is.owner)]
  const { delegate, closeAuthority } = accountAfter
  return [
    ...(delegate && delegate.text !== accountBefore.delegate?.text
      ? [right('approval', accountBefore.mint, delegate.to, delegate.value)]
      : []),
    ...(closeAuthority !== '' && closeAuthority !== accountBefore.closeAuthority && closeAuthority !== account
      ? [right('authority', accountBefore.mint, closeAuthority)]
      : []),
  ]
}

/** Accounts of others that have more after a transaction, by asset. */
function recipientsOf(
  before: States,
  after: States,
  account: string,
  { payer, fee }: Paid,
): Effects['receivers'] {
  const recipients = new Map<string, Set<string>>()
  const put = (mint: string, key: string) =>
    recipients.set(mint, new Set([...(recipients.get(mint) ?? []), key]))
  for (const [key, is] of after) {
    const was = before.get(key)
    const paidFee = key === payer ? fee : 0n
    if (key !== account && is.lamports + paidFee > (was?.lamports ?? 0n)) put('', key)
    const accountBefore = was && tokenAccount(was)
    const accountAfter = tokenAccount(is)
    const hadAmount =
      accountBefore?.mint === accountAfter?.mint && accountBefore?.owner !== account
        ? (accountBefore?.amount ?? 0n)
        : 0n
    if (accountAfter && accountAfter.owner !== account && accountAfter.amount > hadAmount)
      put(accountAfter.mint, key)
  }
  return recipients
}

/** The fee payer, and the fee in lamports. */
type Paid = { readonly payer: string | undefined; readonly fee: bigint }

/** Compares an account's balances and the authorities over it before and after. */
export function effectsOf(before: States, after: States, account: string, paid: Paid): Effects {
  const totals = (states: States) => {
    const sums = new Map([['', states.get(account)?.lamports ?? 0n]])
    for (const state of states.values()) {
      const accountBefore = tokenAccount(state)
      if (accountBefore?.owner === account)
        sums.set(accountBefore.mint, (sums.get(accountBefore.mint) ?? 0n) + accountBefore.amount)
    }
    return sums
  }
  const [totalsBefore, totalsAfter] = [totals(before), totals(after)]
  const keys = [...new Set([...totalsBefore.keys(), ...totalsAfter.keys()])]
  const changes = keys.flatMap((key) => {
    const value =
      (totalsAfter.get(key) ?? 0n) -
      (totalsBefore.get(key) ?? 0n) +
      (key === '' && paid.payer === account ? paid.fee : 0n)
    return value === 0n ? [] : [[key, value] as const]
  })
  const rights = [...before].flatMap(([key, was]) => {
    const is = after.get(key)
    return is === undefined ? [] : authoritiesOver(key, was, is, account)
  })
  return { changes: new Map(changes), receivers: recipientsOf(before, after, account, paid), rights }
}
