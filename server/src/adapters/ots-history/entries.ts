import { type Address, formatUnits, isAddressEqual } from 'viem'
import type { HistoryPage } from '../../ports/sources/history.ts'
import type { FoundTransaction } from './search.ts'
import type { TokenMetadata } from './token-facts.ts'

type Entry = HistoryPage['data'][number]

/** A transfer, in base units; `token` may be the native currency. */
type Transfer = {
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly token: TokenMetadata
}

/** Transfers of native currency and tokens to or from the account. */
function transfersOf(
  { transaction: { from, to, value }, isFailed, logs, operations }: FoundTransaction,
  account: Address,
  native: TokenMetadata,
  tokens: ReadonlyMap<string, TokenMetadata>,
): readonly Transfer[] {
  if (isFailed) return []
  const isAccountTransfer = (transfer: { from: Address; to: Address }) =>
    isAddressEqual(transfer.from, account) || isAddressEqual(transfer.to, account)
  const valueTransfers = to && value > 0n ? [{ from, to, value }] : []
  const nativeTransfers = [...valueTransfers, ...operations]
    .filter(isAccountTransfer)
    .map((transfer) => ({ ...transfer, token: native }))
  const tokenTransfers = logs.flatMap(({ kind, token: contract, ...transfer }) => {
    const token = kind === 'transfer' ? tokens.get(contract.toLowerCase()) : undefined
    return token === undefined ? [] : [{ ...transfer, token }]
  })
  return [...nativeTransfers, ...tokenTransfers]
}

function directionOf({ from, to }: Transfer, account: Address) {
  if (!isAddressEqual(from, account)) return 'in'
  return isAddressEqual(to, account) ? 'self' : 'out'
}

function operationOf(
  { transaction: { from, to, input }, isFailed, logs }: FoundTransaction,
  accountTransfers: readonly Transfer[],
  account: Address,
): string {
  const directions = new Set(accountTransfers.map((transfer) => directionOf(transfer, account)))
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
  native: TokenMetadata,
  tokens: ReadonlyMap<string, TokenMetadata>,
): Entry {
  const { transaction, timestamp, isFailed } = found
  const accountTransfers = transfersOf(found, account, native, tokens)
  const operationType = operationOf(found, accountTransfers, account)
  const [first] = accountTransfers
  // For a plain transfer, the counterparty is the other account, not the token contract.
  const recipient = operationType === 'send' && accountTransfers.length === 1 ? first?.to : undefined
  const sender = operationType === 'receive' && first?.value ? first.from : undefined
  return {
    id: `${chainId}:${transaction.hash}:${account.toLowerCase()}`,
    metadata: {
      operationType,
      hash: transaction.hash,
      chain: chainId,
      minedAt: new Date(timestamp * 1_000).toISOString(),
      sentFrom: sender ?? transaction.from,
      sentTo: recipient ?? transaction.to ?? null,
      status: isFailed ? 'failed' : 'confirmed',
      nonce: Number(transaction.nonce),
    },
    transfers: accountTransfers.map((transfer) => ({
      direction: directionOf(transfer, account),
      quantity: { numeric: formatUnits(transfer.value, transfer.token.decimals) },
      fungible_info: {
        name: transfer.token.name,
        symbol: transfer.token.symbol,
        icon: transfer.token.iconUrl === undefined ? null : { url: transfer.token.iconUrl },
      },
    })),
  }
}
