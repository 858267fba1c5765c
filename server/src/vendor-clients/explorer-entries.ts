import { type Address, formatUnits, isAddressEqual } from 'viem'
import type { HistoryPage } from '../ports/sources/history.ts'
import type { ExplorerRow, ExplorerToken } from './explorer-rows.ts'

type Entry = HistoryPage['data'][number]
type TokenMetadata = Pick<ExplorerToken, 'name' | 'symbol' | 'decimals' | 'iconUrl'>
type Transaction = Extract<ExplorerRow, { is: 'transaction' }>

/** A transfer, in base units. */
type Transfer = {
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly token: TokenMetadata
}

/** The account of the history. */
export type EntryOptions = {
  /** CAIP-2. */
  readonly chainId: string
  readonly account: Address
  readonly native: TokenMetadata
  /** Tokens of the deployment's lists by address in lower case, which take precedence over an explorer's metadata. */
  readonly listed: ReadonlyMap<string, TokenMetadata>
}

/** `approve(address,uint256)` of ERC-20 and ERC-721. */
const approveSelector = '0x095ea7b3'

const [nameMaxLength, symbolMaxLength] = [256, 64]
/** The first half of a surrogate pair that truncation has split. */
const halfSurrogate = /[\ud800-\udbff]$/
const truncate = (text: string, length: number): string => text.slice(0, length).replace(halfSurrogate, '')

/** Some explorers also list the value of a contract creation as an internal transfer. */
const isCreationValue = (row: ExplorerRow, transaction: Transaction | undefined): boolean =>
  row.is === 'coins' &&
  transaction?.created !== undefined &&
  row.to !== undefined &&
  isAddressEqual(row.to, transaction.created) &&
  isAddressEqual(row.from, transaction.from) &&
  row.value === transaction.value

function transferOf(row: ExplorerRow, { native, listed }: EntryOptions): Transfer | undefined {
  const to = row.to ?? (row.is === 'transaction' ? row.created : undefined)
  if (to === undefined) return undefined
  if (row.is !== 'token')
    return row.value > 0n ? { from: row.from, to, value: row.value, token: native } : undefined
  if (row.amount === undefined) return undefined
  const { value, token } = row.amount
  return { from: row.from, to, value, token: listed.get(token.address.toLowerCase()) ?? token }
}

/** Transfers of a transaction to or from the account. */
function transfersOf(
  rows: readonly ExplorerRow[],
  transaction: Transaction | undefined,
  options: EntryOptions,
): readonly Transfer[] {
  if (transaction?.status === 'failed') return []
  const { account } = options
  return rows.flatMap((row) => {
    const transfer = isCreationValue(row, transaction) ? undefined : transferOf(row, options)
    const isAccountTransfer =
      transfer && (isAddressEqual(transfer.from, account) || isAddressEqual(transfer.to, account))
    return isAccountTransfer ? [transfer] : []
  })
}

function directionOf({ from, to }: Transfer, account: Address) {
  if (!isAddressEqual(from, account)) return 'in'
  return isAddressEqual(to, account) ? 'self' : 'out'
}

function operationOf(
  transaction: Transaction | undefined,
  transfers: readonly Transfer[],
  account: Address,
): string {
  const directions = new Set(transfers.map((transfer) => directionOf(transfer, account)))
  if (directions.has('in') && directions.has('out')) return 'trade'
  if (directions.has('in')) return 'receive'
  if (directions.size > 0) return 'send'
  if (transaction === undefined) return 'execute'
  const { from, to, input, status } = transaction
  if (to === undefined) return 'deploy'
  if (!isAddressEqual(from, account)) return 'execute'
  if (status !== 'failed' && input.startsWith(approveSelector)) return 'approve'
  return input === '0x' ? 'send' : 'execute'
}

/** One transaction from the account's view: only its own transfers. `rows` are those with its hash, one or more. */
function entryOf(rows: readonly [ExplorerRow, ...ExplorerRow[]], options: EntryOptions): Entry {
  const { chainId, account } = options
  const [anyRow] = rows
  const transaction = rows.find((row) => row.is === 'transaction')
  const transfers = transfersOf(rows, transaction, options)
  const operationType = operationOf(transaction, transfers, account)
  const first = transfers.find((transfer) => directionOf(transfer, account) === 'out') ?? transfers[0]
  // For a plain transfer, the counterparty is the other account, not the token contract.
  const sender = operationType === 'receive' || transaction === undefined ? (first ?? anyRow).from : undefined
  const recipient =
    (operationType === 'send' && transfers.length === 1) || transaction === undefined
      ? (first ?? anyRow).to
      : undefined
  return {
    id: `${chainId}:${anyRow.hash}:${account.toLowerCase()}`,
    metadata: {
      operationType,
      hash: anyRow.hash,
      chain: chainId,
      minedAt: new Date(anyRow.minedAtMs).toISOString(),
      sentFrom: sender ?? anyRow.from,
      sentTo: recipient ?? transaction?.to ?? transaction?.created ?? null,
      status: transaction?.status ?? 'confirmed',
      nonce: transaction?.nonce ?? null,
    },
    transfers: transfers.map((transfer) => ({
      direction: directionOf(transfer, account),
      quantity: { numeric: formatUnits(transfer.value, transfer.token.decimals) },
      fungible_info: {
        name: truncate(transfer.token.name, nameMaxLength),
        symbol: truncate(transfer.token.symbol, symbolMaxLength),
        icon: transfer.token.iconUrl === undefined ? null : { url: transfer.token.iconUrl },
      },
    })),
  }
}

/** The transactions of an explorer's rows, newest first. */
export function explorerEntries(rows: readonly ExplorerRow[], options: EntryOptions): readonly Entry[] {
  const byHash = new Map<string, [ExplorerRow, ...ExplorerRow[]]>()
  // Transactions first, so that each is the first of its group.
  const ordered = [...rows].sort((a, b) => Number(b.is === 'transaction') - Number(a.is === 'transaction'))
  for (const row of ordered) {
    const others = byHash.get(row.hash)
    if (others) others.push(row)
    else byHash.set(row.hash, [row])
  }
  const indexOf = (row: ExplorerRow) => (row.is === 'transaction' ? (row.index ?? 0) : 0)
  return [...byHash.values()]
    .sort(([a], [b]) => b.block - a.block || indexOf(b) - indexOf(a))
    .map((group) => entryOf(group, options))
}
