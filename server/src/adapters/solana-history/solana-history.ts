import { base58Decode } from '@polkadot/util-crypto/base58'
import * as z from '../../../../shared/zod.ts'
import { resultOf, sendCalls } from '../../chain-clients/call-chain.ts'
import { type ChainRpc, UnsupportedChainError } from '../../ports/rpc.ts'
import { InvalidAddressError } from '../../ports/sources/balances.ts'
import type { HistorySource } from '../../ports/sources/history.ts'
import { parseCursor, type Source, serializeCursor, sourceLimit } from './cursor.ts'
import { bareEntry, entryOf, type TokenLabel, transactionSchema } from './entries.ts'

/** A cluster whose history is read. */
export type SolanaHistoryChain = {
  /** CAIP-2. */
  readonly chainId: string
  readonly native: TokenLabel
  readonly tokens: readonly (TokenLabel & { readonly mint: string })[]
}

const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const
const pageSize = 25
const addressLength = 32
const confirmed = { commitment: 'confirmed' }

const ownedSchema = z.object({ value: z.array(z.object({ pubkey: z.string() })) })
const signaturesSchema = z.array(
  z.object({ signature: z.string(), slot: z.int(), err: z.unknown(), blockTime: z.nullish(z.int()) }),
)

type Signature = z.output<typeof signaturesSchema>[number]

function isAddress(text: string): boolean {
  try {
    return base58Decode(text).length === addressLength
  } catch {
    return false
  }
}

/** The wallet and its token accounts: a transfer to a token account does not mention the wallet. */
async function sourcesOf(rpc: ChainRpc, chainId: string, account: string): Promise<readonly Source[]> {
  const method = 'getTokenAccountsByOwner'
  // Only the addresses of the accounts, none of their data.
  const settings = { ...confirmed, encoding: 'base64', dataSlice: { offset: 0, length: 0 } }
  const responses = await sendCalls(
    rpc,
    chainId,
    tokenPrograms.map((programId) => ({ method, params: [account, { programId }, settings] })),
  )
  const tokenAccounts = responses.flatMap(
    (response) => resultOf(chainId, method, response, ownedSchema).value,
  )
  return [{ account }, ...tokenAccounts.map(({ pubkey }) => ({ account: pubkey }))].slice(0, sourceLimit)
}

/** The newest signatures over all sources, and the sources that continue after them; exhausted ones are dropped. */
function merge(sources: readonly Source[], listed: readonly (readonly Signature[])[]) {
  const distinct = new Map(listed.flat().map((one) => [one.signature, one]))
  const newest = [...distinct.values()].sort((a, b) => b.slot - a.slot).slice(0, pageSize)
  const selected = new Set(newest.map(({ signature }) => signature))
  const remaining = sources.flatMap((source, at): readonly Source[] => {
    const signatures = listed[at] ?? []
    const firstUnused = signatures.findIndex(({ signature }) => !selected.has(signature))
    const used = firstUnused < 0 ? signatures.length : firstUnused
    if (used === signatures.length && signatures.length < pageSize) return []
    return [{ account: source.account, before: signatures[used - 1]?.signature ?? source.before }]
  })
  return { newest, rest: remaining }
}

/**
 * History of a wallet from the signatures of its own account and of its first eleven token accounts, by the changes of its
 * balances. Three requests for the first page and two for each other, of 25 transactions.
 */
export function createSolanaHistory(rpc: ChainRpc, chains: readonly SolanaHistoryChain[]): HistorySource {
  const chainsById = new Map(
    chains.map((chain) => [
      chain.chainId,
      { native: chain.native, tokens: new Map(chain.tokens.map((token) => [token.mint, token])) },
    ]),
  )
  return {
    chainIds: () => [...chainsById.keys()],
    page: async (chainId, address, cursor) => {
      const chain = chainsById.get(chainId)
      if (chain === undefined) throw new UnsupportedChainError(chainId)
      if (!isAddress(address)) throw new InvalidAddressError(address)
      const sources = cursor === undefined ? await sourcesOf(rpc, chainId, address) : parseCursor(cursor)
      const list = 'getSignaturesForAddress'
      const responses = await sendCalls(
        rpc,
        chainId,
        sources.map(({ account, before }) => ({
          method: list,
          params: [account, { ...confirmed, limit: pageSize, ...(before === undefined ? {} : { before }) }],
        })),
      )
      const listed = responses.map((response) => resultOf(chainId, list, response, signaturesSchema))
      const { newest, rest: remaining } = merge(sources, listed)
      const read = 'getTransaction'
      const settings = { ...confirmed, encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }
      const transactions =
        newest.length === 0
          ? []
          : await sendCalls(
              rpc,
              chainId,
              newest.map(({ signature }) => ({ method: read, params: [signature, settings] })),
            )
      return {
        data: newest.map((listedAs, at) => {
          const wire = resultOf(chainId, read, transactions[at], z.nullable(transactionSchema))
          // Nodes list signatures of transactions that they no longer, or do not yet, have.
          return wire === null
            ? bareEntry(listedAs, chainId, address)
            : entryOf(wire, listedAs.signature, chainId, address, chain.native, chain.tokens)
        }),
        next: remaining.length === 0 ? null : serializeCursor(remaining),
      }
    },
  }
}
