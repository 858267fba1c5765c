import { base58Decode, base58Encode } from '@polkadot/util-crypto/base58'
import * as z from '../../../../shared/zod.ts'
import { callChain } from '../../chain-clients/call-chain.ts'
import { ChainCallError } from '../../ports/chain-call-error.ts'
import type { ChainRpc } from '../../ports/rpc.ts'
import type { NameService, ResolvedName } from '../../ports/sources/name-services.ts'
import { domainAccounts, favouriteAccount, isOnCurve, reverseAccount } from './name-accounts.ts'

const nameProgram = 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX'
const offersProgram = '85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29'
/** SLIP-44. */
const solanaCoinType = 501

const keyLength = 32
/** Parent, owner, class: three keys before the data of a name account. */
const headerLength = 3 * keyLength
const labelPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const accountsSchema = z.object({
  value: z.array(
    z.nullable(z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) })),
  ),
})
type Account = z.output<typeof accountsSchema>['value'][number]

/** The label of `label.sol`; undefined for other texts, including subdomains. */
function labelOf(text: string): string | undefined {
  const name = text.toLowerCase()
  const label = name.endsWith('.sol') ? name.slice(0, -'.sol'.length) : ''
  return labelPattern.test(label) ? label : undefined
}

/** Data of an account that a program owns; undefined for other accounts. */
function dataOf(account: Account | undefined, program: string): Buffer | undefined {
  return account?.owner === program ? Buffer.from(account.data[0], 'base64') : undefined
}

/** The owner in a name account; undefined without a name. */
function ownerOf(account: Account | undefined): Uint8Array | undefined {
  const data = dataOf(account, nameProgram)
  return data && data.length >= headerLength ? data.subarray(keyLength, 2 * keyLength) : undefined
}

/** The text after the header: its length in four bytes, then UTF-8. */
function textOf(account: Account | undefined): string | undefined {
  const data = dataOf(account, nameProgram)?.subarray(headerLength)
  if (data === undefined || data.length < 4) return undefined
  const length = data.readUInt32LE(0)
  return length + 4 <= data.length ? data.toString('utf8', 4, 4 + length) : undefined
}

/** The name account in a favourite domain: after a tag of one byte. */
function favouriteOf(account: Account | undefined): string | undefined {
  const data = dataOf(account, offersProgram)
  return data && data.length >= 1 + keyLength ? base58Encode(data.subarray(1, 1 + keyLength)) : undefined
}

/**
 * Domains of the Solana Name Service under `.sol`. A domain resolves to its owner; one whose owner is a program (a tokenized
 * domain, or one for sale), or that has a SOL record, is absent, because SNS's own resolver would return another account.
 * Never tested against Solana mainnet.
 */
export function createSnsNames(rpc: ChainRpc, chainId: string): NameService {
  const readAccounts = async (addresses: readonly string[]): Promise<readonly Account[]> => {
    const params = [addresses, { commitment: 'confirmed', encoding: 'base64' }]
    const call = { method: 'getMultipleAccounts', params }
    const { value } = await callChain(rpc, chainId, call, accountsSchema)
    if (value.length !== addresses.length)
      throw new ChainCallError({ chainId, method: call.method }, 'an account is missing')
    return value
  }

  async function resolve(text: string): Promise<ResolvedName | undefined> {
    const label = labelOf(text)
    if (label === undefined) return undefined
    const { domain, solRecords } = domainAccounts(label)
    const [account, ...records] = await readAccounts([domain, ...solRecords])
    const owner = ownerOf(account)
    if (owner === undefined || !isOnCurve(owner) || records.some((record) => record !== null))
      return undefined
    return { name: `${label}.sol`, addresses: { [solanaCoinType]: base58Encode(owner) }, avatar: undefined }
  }

  return {
    isName: (text) => labelOf(text) !== undefined,
    resolve,
    reverseResolve: async (address) => {
      let owner: Uint8Array
      try {
        owner = base58Decode(address)
      } catch {
        return undefined
      }
      if (owner.length !== keyLength) return undefined
      const [favourite] = await readAccounts([favouriteAccount(owner)])
      const domain = favouriteOf(favourite)
      if (domain === undefined) return undefined
      const [reverse] = await readAccounts([reverseAccount(domain)])
      const label = textOf(reverse)
      const resolved = label === undefined ? undefined : await resolve(`${label}.sol`)
      return resolved?.addresses[solanaCoinType] === address ? resolved : undefined
    },
  }
}
