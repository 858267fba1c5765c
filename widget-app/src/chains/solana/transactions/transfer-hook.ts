import {
  AccountRole,
  type Address,
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
  type IAccountMeta,
} from '@solana/web3.js'
import type { JsonRpc } from '../../json-rpc.ts'
import { accountsSchema } from '../chain-records.ts'
import { confirmed } from '../rpc.ts'
import { refused } from './transfer-failure.ts'

// https://github.com/solana-program/transfer-hook/tree/main/interface
// https://github.com/solana-program/libraries/tree/main/tlv-account-resolution

/** A transfer as the hook of its token sees it. */
export type HookedMove = {
  readonly hook: Address
  readonly mint: Address
  readonly source: Address
  readonly destination: Address
  readonly authority: Address
  readonly amount: bigint
}

/** The data of accounts by address; null where there is none. */
export type AccountData = ReadonlyMap<Address, Uint8Array | null>

/** First bytes of the instruction `Execute`, and of the list of its accounts. */
const executeTag: readonly number[] = [105, 37, 101, 197, 75, 251, 102, 26]
const entryLength = 35
const configLength = 32
/** A key, and the longest seed of a derived address, which has at most 16 with the one that the chain adds. */
const keyLength = 32
const mostSeeds = 15
/** More than that fit in no transaction. */
const mostAccounts = 24

/** An extra account as a list describes it. */
type Entry = {
  /** 0 a fixed address, 1 derived from the hook, 2 written in data, from 128 on derived from the account at an index. */
  readonly kind: number
  readonly config: Uint8Array
  readonly isSigner: boolean
  readonly isWritable: boolean
}

/** Why a list is not followed; it never leaves this file. */
class UnreadableList extends Error {}

/** Bytes `from` to `from + length`. @throws UnreadableList where the data is shorter. */
function part(data: Uint8Array, from: number | undefined, length: number | undefined): Uint8Array {
  if (from === undefined || length === undefined || from + length > data.length) throw new UnreadableList()
  return data.slice(from, from + length)
}

/** The entries of a list: a tag, a length and a count, then 35 bytes each. @throws UnreadableList */
function entriesOf(data: Uint8Array): readonly Entry[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (data.length < 16 || executeTag.some((byte, at) => data[at] !== byte)) throw new UnreadableList()
  const [length, count] = [view.getUint32(8, true), view.getUint32(12, true)]
  if (count > mostAccounts || length < 4 + count * entryLength) throw new UnreadableList()
  return Array.from({ length: count }, (_, index) => {
    const entry = part(data, 16 + index * entryLength, entryLength)
    const [signer, writable] = entry.slice(1 + configLength)
    return {
      ...{ kind: entry[0] ?? 0, config: entry.slice(1, 1 + configLength) },
      ...{ isSigner: signer !== 0, isWritable: writable !== 0 },
    }
  })
}

/** What entries refer to: the accounts before them, their data, and the data of the instruction. */
type Context = {
  readonly at: (index: number | undefined) => Address
  readonly dataAt: (index: number | undefined) => Promise<Uint8Array>
  readonly instruction: Uint8Array
}

/** The seeds of a derived address, packed one behind the other until a zero. @throws UnreadableList */
async function seedsOf(
  config: Uint8Array,
  { at, dataAt, instruction }: Context,
): Promise<readonly Uint8Array[]> {
  const seeds: Uint8Array[] = []
  let from = 0
  while (from < config.length && config[from] !== 0) {
    const [kind, first, second, third] = config.slice(from)
    switch (kind) {
      case 1:
        seeds.push(part(config, from + 2, first))
        from += 2 + (first ?? 0)
        break
      case 2:
        seeds.push(part(instruction, first, second))
        from += 3
        break
      case 3:
        seeds.push(Uint8Array.from(getAddressEncoder().encode(at(first))))
        from += 2
        break
      case 4:
        seeds.push(part(await dataAt(first), second, third))
        from += 4
        break
      default:
        throw new UnreadableList()
    }
    if (from > config.length) throw new UnreadableList()
  }
  return seeds
}

async function derived(programAddress: Address, config: Uint8Array, context: Context): Promise<Address> {
  const seeds = await seedsOf(config, context)
  if (seeds.length > mostSeeds || seeds.some(({ length }) => length > keyLength)) throw new UnreadableList()
  return (await getProgramDerivedAddress({ programAddress, seeds: [...seeds] }))[0]
}

/** An address that is written in the data of the instruction or of an account. @throws UnreadableList */
async function written(config: Uint8Array, { dataAt, instruction }: Context): Promise<Address> {
  const [kind, first, second] = config
  if (kind !== 1 && kind !== 2) throw new UnreadableList()
  const key = kind === 1 ? part(instruction, first, keyLength) : part(await dataAt(first), second, keyLength)
  return getAddressDecoder().decode(key)
}

function addressOf({ kind, config }: Entry, hook: Address, context: Context): Address | Promise<Address> {
  if (kind === 0) return getAddressDecoder().decode(config)
  if (kind === 1) return derived(hook, config, context)
  if (kind === 2) return written(config, context)
  if (kind >= 128) return derived(context.at(kind - 128), config, context)
  throw new UnreadableList()
}

type Named = { readonly address: Address; readonly isSigner: boolean; readonly isWritable: boolean }

/** An entry has no right over an account that the same account has not where it is named first, as the program does it. */
function withoutMoreRights(one: Named, before: readonly Named[]): Named {
  const same = before.filter(({ address }) => address === one.address)
  if (same.length === 0) return one
  return {
    address: one.address,
    isSigner: one.isSigner && same.some(({ isSigner }) => isSigner),
    isWritable: one.isWritable && same.some(({ isWritable }) => isWritable),
  }
}

const plain = (address: Address): Named => ({ address, isSigner: false, isWritable: false })

/** Data of accounts: that which is known, else read once. */
function dataReader(rpc: JsonRpc, known: AccountData) {
  const read = new Map(known)
  return async (address: Address): Promise<Uint8Array | null> => {
    const found = read.get(address)
    if (found !== undefined) return found
    const params = [[address], { ...confirmed, encoding: 'base64' }]
    const { value } = await rpc('getMultipleAccounts', params, accountsSchema())
    const data = value[0]?.data ?? null
    read.set(address, data)
    return data
  }
}

async function resolved(
  rpc: JsonRpc,
  move: HookedMove,
  known: AccountData,
): Promise<readonly IAccountMeta[]> {
  const { hook, mint, amount } = move
  const dataOf = dataReader(rpc, known)
  const seeds = ['extra-account-metas', getAddressEncoder().encode(mint)]
  const [list] = await getProgramDerivedAddress({ programAddress: hook, seeds })
  const listData = await dataOf(list)
  const program: IAccountMeta = { address: hook, role: AccountRole.READONLY }
  // Without a list the program is called with the four accounts of the transfer alone.
  if (listData === null) return [program]
  const named: Named[] = [move.source, mint, move.destination, move.authority, list].map(plain)
  const own = named.length
  const at = (index: number | undefined): Address => {
    const found = index === undefined ? undefined : named[index]
    if (found === undefined) throw new UnreadableList()
    return found.address
  }
  const instruction = new Uint8Array(16)
  instruction.set(executeTag)
  new DataView(instruction.buffer).setBigUint64(8, amount, true)
  const dataAt = async (index: number | undefined): Promise<Uint8Array> => {
    const data = await dataOf(at(index))
    if (data === null) throw new UnreadableList()
    return data
  }
  for (const entry of entriesOf(listData)) {
    const address = await addressOf(entry, hook, { at, dataAt, instruction })
    const { isSigner, isWritable } = entry
    const one = withoutMoreRights({ address, isSigner, isWritable }, named)
    // The widget has no other key than the sender's, whose signature is not the hook's to use.
    if (one.isSigner) throw new UnreadableList()
    named.push(one)
  }
  const extra = named.slice(own).map(
    ({ address, isWritable }): IAccountMeta => ({
      address,
      role: isWritable ? AccountRole.WRITABLE : AccountRole.READONLY,
    }),
  )
  return [...extra, program, { address: list, role: AccountRole.READONLY }]
}

/**
 * The accounts that a transfer carries for the hook of its token, behind its own: those of the list that the hook keeps for
 * the mint, the hook itself, and the list. `known` has the data of accounts that need no reading, such as one that the same
 * transaction opens.
 * @throws WidgetError `send/failed`, `data.reason` `token-hook`, where the list cannot be followed, or wants another's
 * signature; `http/*` and ProviderRpcError of the node.
 */
export async function hookAccounts(
  rpc: JsonRpc,
  move: HookedMove,
  known: AccountData = new Map(),
): Promise<readonly IAccountMeta[]> {
  try {
    return await resolved(rpc, move, known)
  } catch (error) {
    throw error instanceof UnreadableList ? refused('token-hook', { program: move.hook }, error) : error
  }
}
