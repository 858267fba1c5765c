import { type Address, getAddressDecoder, getBase64Encoder } from '@solana/web3.js'
import * as z from 'zod/mini'
import type { Fact } from '../../request-facts.ts'
import type { Svm } from './svm.ts'

const accountSchema = z.object({
  lamports: z.number(),
  owner: z.string(),
  data: z.tuple([z.string(), z.string()]),
})
const accountsSchema = z.object({ value: z.array(z.nullable(accountSchema)) })

/** An account as a node reports it; what is read of it here is read by its bytes. */
export type AccountState = { readonly lamports: bigint; readonly owner: string; readonly data: Uint8Array }
export type States = ReadonlyMap<string, AccountState>

/** The state of accounts now; those that are not there are left out. */
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

/** A token account by its bytes. */
function tokenAccount({ owner, data }: AccountState) {
  const isToken = programs.includes(owner) && (data.length === 165 || (data.length > 165 && data[165] === 2))
  if (!isToken || data[108] === 0) return undefined
  const delegated = data[72] === 1 ? amountAt(data, 121) : 0n
  return {
    mint: keyAt(data, 0),
    owner: keyAt(data, 32),
    amount: amountAt(data, 64),
    delegate: delegated > 0n ? `${keyAt(data, 76)} ${delegated}` : '',
    closer: data[129] === 1 ? keyAt(data, 133) : '',
  }
}

/** What a transaction did to what an account has. */
export type Effects = {
  /** By mint, coins by `''`; the fee is left out. */
  readonly changes: ReadonlyMap<string, bigint>
  /** Accounts over which another one has a right now. */
  readonly rights: readonly string[]
}

/** Compares what an account has, and who has a right in it, before and after. */
export function effectsOf(before: States, after: States, account: string, fee: bigint): Effects {
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
    const value = (has.get(key) ?? 0n) - (had.get(key) ?? 0n) + (key === '' ? fee : 0n)
    return value === 0n ? [] : [[key, value] as const]
  })
  const rights = [...before].flatMap(([key, was]) => {
    const is = after.get(key)
    if (is === undefined) return []
    if (key === account) return was.owner === is.owner && was.data.length === is.data.length ? [] : [key]
    const [held, holds] = [tokenAccount(was), tokenAccount(is)]
    if (held?.owner !== account) return []
    const isDelegated = holds !== undefined && holds.delegate !== '' && holds.delegate !== held.delegate
    const isCloser =
      holds !== undefined && holds.closer !== held.closer && holds.closer !== account && holds.closer !== ''
    return holds?.owner !== account || isDelegated || isCloser ? [key] : []
  })
  return { changes: new Map(changes), rights }
}

/** What opening a token account costs at most, in lamports: 170 bytes of Token-2022. */
const mostRent = 2_100_000n

/** Facts after which anything may be gone. */
const isOpen = (fact: Fact): boolean =>
  fact.is === 'transfer-all' ||
  fact.is === 'authority' ||
  (fact.is === 'unknown-call' && fact.mayTake !== false)

/** Whether facts say that so much of a mint may leave; tokens that name no mint are known by their token account. */
export function saysLoss(facts: readonly Fact[], names: readonly string[], value: bigint): boolean {
  if (facts.some(isOpen)) return true
  let most = 0n
  for (const fact of facts) {
    const isLoss = fact.is === 'transfer' || fact.is === 'burn'
    if (isLoss && names.includes(fact.figure.contract ?? '')) most += fact.figure.value
    if (fact.is === 'known-call' && fact.name === 'CreateTokenAccount' && names.includes('')) most += mostRent
  }
  return most >= value
}

/** Whether facts say that another account gets a right. */
export const saysRight = (facts: readonly Fact[]): boolean =>
  facts.some((fact) => fact.is === 'approval' || isOpen(fact))
