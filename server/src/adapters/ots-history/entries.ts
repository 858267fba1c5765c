import { type Address, formatUnits, isAddressEqual } from 'viem'
import type { HistoryPage } from '../../ports/sources/history.ts'
import type { FoundTransaction } from './search.ts'
import type { TokenFacts } from './token-facts.ts'

type Entry = HistoryPage['data'][number]

/** A transfer, in base units; `token` may be the native currency. */
type Flow = {
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly token: TokenFacts
}

/** Transfers of native currency and tokens to or from the account. */
function flowsOf(
  { transaction: { from, to, value }, isFailed, logs, operations }: FoundTransaction,
  account: Address,
  native: TokenFacts,
  tokens: ReadonlyMap<string, TokenFacts>,
): readonly Flow[] {
  if (isFailed) return []
  const isOwn = (flow: { from: Address; to: Address }) =>
    isAddressEqual(flow.from, account) || isAddressEqual(flow.to, account)
  const coins = to && value > 0n ? [{ from, to, value }] : []
  const moved = [...coins, ...operations].filter(isOwn).map((flow) => ({ ...flow, token: native }))
  const transfers = logs.flatMap(({ kind, token: contract, ...flow }) => {
    const token = kind === 'transfer' ? tokens.get(contract.toLowerCase()) : undefined
    return token === undefined ? [] : [{ ...flow, token }]
  })
  return [...moved, ...transfers]
}

function directionOf({ from, to }: Flow, account: Address) {
  if (!isAddressEqual(from, account)) return 'in'
  return isAddressEqual(to, account) ? 'self' : 'out'
}

function operationOf(
  { transaction: { from, to, input }, isFailed, logs }: FoundTransaction,
  flows: readonly Flow[],
  account: Address,
): string {
  const directions = new Set(flows.map((flow) => directionOf(flow, account)))
  if (directions.has('in') && directions.has('out')) return 'trade'
  if (directions.has('in')) return 'receive'
  if (directions.size > 0) return 'send'
  if (!to) return 'deploy'
  if (
    !isFailed &&
    logs.some(({ kind, from: owner }) => kind === 'approval' && isAddressEqual(owner, account))
  )
    return 'approve'
  return input === '0x' && isAddressEqual(from, account) ? 'send' : 'execute'
}

/** One transaction from the account's view: only its own transfers. */
export function entryOf(
  found: FoundTransaction,
  chainId: string,
  account: Address,
  native: TokenFacts,
  tokens: ReadonlyMap<string, TokenFacts>,
): Entry {
  const { transaction, timestamp, isFailed } = found
  const flows = flowsOf(found, account, native, tokens)
  const operationType = operationOf(found, flows, account)
  const [first] = flows
  // For a plain transfer, the counterparty is the other account, not the token contract.
  const receiver = operationType === 'send' && flows.length === 1 ? first?.to : undefined
  const sender = operationType === 'receive' && first?.value ? first.from : undefined
  return {
    id: `${chainId}:${transaction.hash}:${account.toLowerCase()}`,
    metadata: {
      operationType,
      hash: transaction.hash,
      chain: chainId,
      minedAt: new Date(timestamp * 1_000).toISOString(),
      sentFrom: sender ?? transaction.from,
      sentTo: receiver ?? transaction.to ?? null,
      status: isFailed ? 'failed' : 'confirmed',
      nonce: Number(transaction.nonce),
    },
    transfers: flows.map((flow) => ({
      direction: directionOf(flow, account),
      quantity: { numeric: formatUnits(flow.value, flow.token.decimals) },
      fungible_info: {
        name: flow.token.name,
        symbol: flow.token.symbol,
        icon: flow.token.iconUrl === undefined ? null : { url: flow.token.iconUrl },
      },
    })),
  }
}
