import { formatUnits, getAddress, isAddress } from 'viem'
import type * as z from 'zod/mini'
import { InvalidAddressError } from '#server/ports/balances.ts'
import { type HistorySource, InvalidCursorError } from '#server/ports/history.ts'
import type { historyEntry } from '#shared/api/history.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { createHistoryIndex, type Flow, type MinedTransaction } from './history-index.ts'

type Entry = z.input<ReturnType<typeof historyEntry>>

const pageSize = 50

/** A place in the history: after the transaction of this block and index. Opaque to callers. */
const writeCursor = ({ block, index }: MinedTransaction) =>
  Buffer.from(`${block}.${index}`).toString('base64url')

/** @throws InvalidCursorError */
function readCursor(cursor: string): Pick<MinedTransaction, 'block' | 'index'> {
  const match = /^(\d{1,15})\.(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (match === null) throw new InvalidCursorError()
  return { block: BigInt(match[1] ?? ''), index: Number(match[2]) }
}

const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()

const directionOf = ({ from, to }: Flow, address: string) =>
  isSame(from, address) ? (isSame(to, address) ? 'self' : 'out') : 'in'

function operationOf({ from, to, owners, input }: MinedTransaction, flows: readonly Flow[], address: string) {
  const directions = new Set(flows.map((flow) => directionOf(flow, address)))
  if (directions.has('in') && directions.has('out')) return 'trade'
  if (directions.has('in')) return 'receive'
  if (directions.size > 0) return 'send'
  if (to === null) return 'deploy'
  if (owners.some((owner) => isSame(owner, address))) return 'approve'
  return input === '0x' && isSame(from, address) ? 'send' : 'execute'
}

/** One transaction as an account sees it: of what moved, only its own part. */
function entryOf(mined: MinedTransaction, chainId: string, address: string): Entry {
  const flows = mined.flows.filter(({ from, to }) => isSame(from, address) || isSame(to, address))
  const operationType = operationOf(mined, flows, address)
  const [first] = flows
  // Of a plain transfer the other side is who has the money, not the token's contract.
  const receiver = operationType === 'send' && flows.length === 1 ? first?.to : undefined
  const sender = operationType === 'receive' && first?.value ? first.from : undefined
  return {
    id: `${chainId}:${mined.hash}:${address.toLowerCase()}`,
    metadata: {
      operationType,
      hash: mined.hash,
      chain: chainId,
      minedAt: new Date(Number(mined.at) * 1_000).toISOString(),
      sentFrom: sender ?? mined.from,
      sentTo: receiver ?? mined.to,
      status: mined.isFailed ? 'failed' : 'confirmed',
      nonce: mined.nonce,
    },
    transfers: flows.map((flow) => ({
      direction: directionOf(flow, address),
      quantity: { numeric: formatUnits(flow.value, flow.token?.decimals ?? 18) },
      fungible_info: {
        name: flow.token?.name ?? 'Ether',
        symbol: flow.token?.symbol ?? 'ETH',
        icon: { url: `/tokens/${(flow.token?.symbol ?? 'ETH').toLowerCase()}.svg` },
      },
    })),
  }
}

/** History of accounts on the local Ethereum chains, from their blocks, by pages of 50. */
export function localHistory(chains: readonly RunningChain[]): HistorySource {
  const indexes = new Map(chains.map((chain) => [`eip155:${chain.plan.chainId}`, createHistoryIndex(chain)]))
  return {
    chainIds: () => [...indexes.keys()],
    page: async (chainId, account, cursor) => {
      if (!isAddress(account, { strict: false })) throw new InvalidAddressError(account)
      const address = getAddress(account)
      const all = (await indexes.get(chainId)?.of(address)) ?? []
      const after = cursor === undefined ? undefined : readCursor(cursor)
      const isLater = ({ block, index }: MinedTransaction) =>
        after === undefined || block < after.block || (block === after.block && index < after.index)
      const rest = all.filter(isLater)
      const page = rest.slice(0, pageSize)
      const last = page.at(-1)
      return {
        data: page.map((mined) => entryOf(mined, chainId, address)),
        next: last === undefined || rest.length <= pageSize ? null : writeCursor(last),
      }
    },
  }
}
