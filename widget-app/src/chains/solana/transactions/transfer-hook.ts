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
import { transferError } from './transfer-failure.ts'

// https://github.com/solana-program/transfer-hook/tree/main/interface
// https://github.com/solana-program/libraries/tree/main/tlv-account-resolution

/** A transfer, with the hook of its token. */
export type HookedTransfer = {
  readonly hook: Address
  readonly mint: Address
  readonly source: Address
  readonly destination: Address
  readonly authority: Address
  readonly amount: bigint
}

/** Account data by address; `null` if there is no account. */
export type AccountData = ReadonlyMap<Address, Uint8Array | null>

/** First bytes of the instruction `Execute`, and of its account list. */
const executeTag: readonly number[] = [105, 37, 101, 197, 75, 251, 102, 26]
const entryLength = 35
const configLength = 32
/**
 * Length of a key, which is also the maximum length of a seed. A derived address has at most 16 seeds, including the one
 * that the chain adds.
 */
const keyLength = 32
const maxSeeds = 15
/** More accounts do not fit in a transaction. */
const maxAccounts = 24

/** An entry of the list of extra accounts. */
type Entry = {
  /** 0 a fixed address, 1 derived from the hook, 2 stored in data, from 128 on derived from the account at an index. */
  readonly kind: number
  readonly config: Uint8Array
  readonly isSigner: boolean
  readonly isWritable: boolean
}

/** The list cannot be resolved; this error is only used within this file. */
class UnreadableList extends Error {}

/** Bytes `from` to `from + length`. @throws UnreadableList if the data is shorter. */
function slice(data: Uint8Array, from: number | undefined, length: number | undefined): Uint8Array {
  if (from === undefined || length === undefined || from + length > data.length) throw new UnreadableList()
  return data.slice(from, from + length)
}

/** The entries of a list: a tag, a length and a count, then 35 bytes each. @throws UnreadableList */
function entriesOf(data: Uint8Array): readonly Entry[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (data.length < 16 || executeTag.some((byte, at) => data[at] !== byte)) throw new UnreadableList()
  const [length, count] = [view.getUint32(8, true), view.getUint32(12, true)]
  if (count > maxAccounts || length < 4 + count * entryLength) throw new UnreadableList()
  return Array.from({ length: count }, (_, index) => {
    const entry = slice(data, 16 + index * entryLength, entryLength)
    const [signer, writable] = entry.slice(1 + configLength)
    return {
      ...{ kind: entry[0] ?? 0, config: entry.slice(1, 1 + configLength) },
      ...{ isSigner: signer !== 0, isWritable: writable !== 0 },
    }
  })
}

/** What entries refer to: the accounts before them, their data, and the instruction's data. */
type Context = {
  readonly at: (index: number | undefined) => Address
  readonly dataAt: (index: number | undefined) => Promise<Uint8Array>
  readonly instruction: Uint8Array
}

/** The seeds of a derived address, packed one after another up to a zero. @throws UnreadableList */
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
        seeds.push(slice(config, from + 2, first))
        from += 2 + (first ?? 0)
        break
      case 2:
        seeds.push(slice(instruction, first, second))
        from += 3
        break
      case 3:
        seeds.push(Uint8Array.from(getAddressEncoder().encode(at(first))))
        from += 2
        break
      case 4:
        seeds.push(slice(await dataAt(first), second, third))
        from += 4
        break
      default:
        throw new UnreadableList()
    }
    if (from > config.length) throw new UnreadableList()
  }
  return seeds
}

async function deriveAddress(
  programAddress: Address,
  config: Uint8Array,
  context: Context,
): Promise<Address> {
  const seeds = await seedsOf(config, context)
  if (seeds.length > maxSeeds || seeds.some(({ length }) => length > keyLength)) throw new UnreadableList()
  return (await getProgramDerivedAddress({ programAddress, seeds: [...seeds] }))[0]
}

/** An address that is stored in the data of the instruction or of an account. @throws UnreadableList */
async function storedAddress(config: Uint8Array, { dataAt, instruction }: Context): Promise<Address> {
  const [kind, first, second] = config
  if (kind !== 1 && kind !== 2) throw new UnreadableList()
  const key =
    kind === 1 ? slice(instruction, first, keyLength) : slice(await dataAt(first), second, keyLength)
  return getAddressDecoder().decode(key)
}

function addressOf({ kind, config }: Entry, hook: Address, context: Context): Address | Promise<Address> {
  if (kind === 0) return getAddressDecoder().decode(config)
  if (kind === 1) return deriveAddress(hook, config, context)
  if (kind === 2) return storedAddress(config, context)
  if (kind >= 128) return deriveAddress(context.at(kind - 128), config, context)
  throw new UnreadableList()
}

type ListedAccount = { readonly address: Address; readonly isSigner: boolean; readonly isWritable: boolean }

/** An entry gets no privilege that the same account does not have in an earlier entry, as in the program. */
function limitPrivileges(one: ListedAccount, before: readonly ListedAccount[]): ListedAccount {
  const same = before.filter(({ address }) => address === one.address)
  if (same.length === 0) return one
  return {
    address: one.address,
    isSigner: one.isSigner && same.some(({ isSigner }) => isSigner),
    isWritable: one.isWritable && same.some(({ isWritable }) => isWritable),
  }
}

const unprivileged = (address: Address): ListedAccount => ({ address, isSigner: false, isWritable: false })

/** Account data: known data, else read once. */
function dataReader(rpc: JsonRpc, known: AccountData) {
  const cache = new Map(known)
  return async (address: Address): Promise<Uint8Array | null> => {
    const found = cache.get(address)
    if (found !== undefined) return found
    const params = [[address], { ...confirmed, encoding: 'base64' }]
    const { value } = await rpc('getMultipleAccounts', params, accountsSchema())
    const data = value[0]?.data ?? null
    cache.set(address, data)
    return data
  }
}

async function resolveAccounts(
  rpc: JsonRpc,
  transfer: HookedTransfer,
  known: AccountData,
): Promise<readonly IAccountMeta[]> {
  const { hook, mint, amount } = transfer
  const dataOf = dataReader(rpc, known)
  const seeds = ['extra-account-metas', getAddressEncoder().encode(mint)]
  const [list] = await getProgramDerivedAddress({ programAddress: hook, seeds })
  const listData = await dataOf(list)
  const program: IAccountMeta = { address: hook, role: AccountRole.READONLY }
  // Without a list the program is called with only the four accounts of the transfer.
  if (listData === null) return [program]
  const listed: ListedAccount[] = [transfer.source, mint, transfer.destination, transfer.authority, list].map(
    unprivileged,
  )
  const ownCount = listed.length
  const at = (index: number | undefined): Address => {
    const found = index === undefined ? undefined : listed[index]
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
    const one = limitPrivileges({ address, isSigner, isWritable }, listed)
    // The widget can only provide the sender's signature, which the hook must not use.
    if (one.isSigner) throw new UnreadableList()
    listed.push(one)
  }
  const extra = listed.slice(ownCount).map(
    ({ address, isWritable }): IAccountMeta => ({
      address,
      role: isWritable ? AccountRole.WRITABLE : AccountRole.READONLY,
    }),
  )
  return [...extra, program, { address: list, role: AccountRole.READONLY }]
}

/**
 * The extra accounts of a transfer for the hook of its token, after the transfer's own: those of the hook's list for the
 * mint, the hook itself, and the list. `known` has the data of accounts that are not read, such as one that the same
 * transaction creates.
 * @throws WidgetError `send/failed`, `data.reason` `token-hook`, if the list cannot be resolved or requires another
 * signature; `http/*` and ProviderRpcError of the node.
 */
export async function hookAccounts(
  rpc: JsonRpc,
  transfer: HookedTransfer,
  known: AccountData = new Map(),
): Promise<readonly IAccountMeta[]> {
  try {
    return await resolveAccounts(rpc, transfer, known)
  } catch (error) {
    throw error instanceof UnreadableList
      ? transferError('token-hook', { program: transfer.hook }, error)
      : error
  }
}
