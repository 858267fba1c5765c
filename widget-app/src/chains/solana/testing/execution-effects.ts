import { type Address, getAddressDecoder, getBase64Encoder } from '@solana/web3.js'
import * as z from 'zod/mini'
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
      const found = value[at]
      if (!found) return []
      const data = Uint8Array.from(getBase64Encoder().encode(found.data[0]))
      return [[key, { lamports: BigInt(found.lamports), owner: found.owner, data }] as const]
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
    closer: data[129] === 1 ? keyAt(data, 133) : '',
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

function rightsOver(key: string, was: AccountState, is: AccountState, account: string): readonly Right[] {
  const right = (kind: Right['is'], mint: string | undefined, to: string, value = 0n): Right => ({
    ...{ is: kind, over: key, mint, to, value },
  })
  if (key === account) {
    const isSame = was.owner === is.owner && was.data.length === is.data.length
    return isSame ? [] : [right('authority', undefined, is.owner)]
  }
  const [held, holds] = [tokenAccount(was), tokenAccount(is)]
  if (held?.owner !== account) return []
  if (holds?.owner !== account) return [right('authority', held.mint, holds?.owner ?? is.owner)]
  const { delegate, closer } = holds
  return [
    ...(delegate && delegate.text !== held.delegate?.text
      ? [right('approval', held.mint, delegate.to, delegate.value)]
      : []),
    ...(closer !== '' && closer !== held.closer && closer !== account
      ? [right('authority', held.mint, closer)]
      : []),
  ]
}

/** Accounts of others that have more after a transaction, by asset. */
function receiversOf(
  before: States,
  after: States,
  account: string,
  { payer, fee }: Paid,
): Effects['receivers'] {
  const found = new Map<string, Set<string>>()
  const put = (mint: string, key: string) => found.set(mint, new Set([...(found.get(mint) ?? []), key]))
  for (const [key, is] of after) {
    const was = before.get(key)
    const beside = key === payer ? fee : 0n
    if (key !== account && is.lamports + beside > (was?.lamports ?? 0n)) put('', key)
    const held = was && tokenAccount(was)
    const holds = tokenAccount(is)
    const hadAmount = held?.mint === holds?.mint && held?.owner !== account ? (held?.amount ?? 0n) : 0n
    if (holds && holds.owner !== account && holds.amount > hadAmount) put(holds.mint, key)
  }
  return found
}

/** The fee payer, and the fee in lamports. */
type Paid = { readonly payer: string | undefined; readonly fee: bigint }

/** Compares an account's balances and the authorities over it before and after. */
export function effectsOf(before: States, after: States, account: string, paid: Paid): Effects {
  const totals = (states: States) => {
    const sums = new Map([['', states.get(account)?.lamports ?? 0n]])
    for (const state of states.values()) {
      const held = tokenAccount(state)
      if (held?.owner === account) sums.set(held.mint, (sums.get(held.mint) ?? 0n) + held.amount)
    }
    return sums
  }
  const [had, has] = [totals(before), totals(after)]
  const keys = [...new Set([...had.keys(), ...has.keys()])]
  const changes = keys.flatMap((key) => {
    const value =
      (has.get(key) ?? 0n) - (had.get(key) ?? 0n) + (key === '' && paid.payer === account ? paid.fee : 0n)
    return value === 0n ? [] : [[key, value] as const]
  })
  const rights = [...before].flatMap(([key, was]) => {
    const is = after.get(key)
    return is === undefined ? [] : rightsOver(key, was, is, account)
  })
  return { changes: new Map(changes), receivers: receiversOf(before, after, account, paid), rights }
}
