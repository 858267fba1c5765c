import { formatUnits } from 'viem'
import * as z from '../../../../shared/zod.ts'
import type { HistoryPage } from '../../ports/sources/history.ts'

type Entry = HistoryPage['data'][number]

/** Name and icon of a token or the native currency. */
export type TokenLabel = { readonly name: string; readonly symbol: string; readonly iconUrl?: string }

const tokenBalancesSchema = z.nullish(
  z.array(
    z.object({
      mint: z.string(),
      owner: z.optional(z.string()),
      uiTokenAmount: z.object({
        amount: z.string().check(z.regex(/^\d{1,20}$/)),
        decimals: z.int().check(z.gte(0), z.lte(255)),
      }),
    }),
  ),
)

/** The members of `getTransaction` with `jsonParsed` that are read. */
export const transactionSchema = z.object({
  blockTime: z.nullish(z.int()),
  transaction: z.object({
    message: z.object({ accountKeys: z.array(z.object({ pubkey: z.string() })) }),
  }),
  meta: z.nullable(
    z.object({
      err: z.unknown(),
      fee: z.int(),
      preBalances: z.array(z.int()),
      postBalances: z.array(z.int()),
      preTokenBalances: tokenBalancesSchema,
      postTokenBalances: tokenBalancesSchema,
    }),
  ),
})
export type WireTransaction = z.output<typeof transactionSchema>

/** The amount of one token that an account gained (or lost, below zero), in base units. */
type Change = { readonly amount: bigint; readonly decimals: number; readonly mint: string | undefined }

const lamportDecimals = 9

const shortenedMint = (mint: string): string => `${mint.slice(0, 4)}…${mint.slice(-4)}`

/** Changes of the account's native currency, without the fee it paid, and of its tokens. */
function changesOf({ transaction, meta }: WireTransaction, account: string): readonly Change[] {
  if (meta === null) return []
  const at = transaction.message.accountKeys.findIndex(({ pubkey }) => pubkey === account)
  const balanceChange = at < 0 ? 0 : (meta.postBalances[at] ?? 0) - (meta.preBalances[at] ?? 0)
  const lamports = BigInt(balanceChange) + (at === 0 ? BigInt(meta.fee) : 0n)
  const tokens = new Map<string, Change>()
  const add = (balances: z.output<typeof tokenBalancesSchema>, sign: bigint) => {
    for (const { mint, owner, uiTokenAmount } of balances ?? []) {
      if (owner !== account) continue
      const amount = (tokens.get(mint)?.amount ?? 0n) + sign * BigInt(uiTokenAmount.amount)
      tokens.set(mint, { mint, amount, decimals: uiTokenAmount.decimals })
    }
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)
  const nativeChange = { mint: undefined, amount: lamports, decimals: lamportDecimals }
  return [nativeChange, ...tokens.values()].filter(({ amount }) => amount !== 0n)
}

function operationOf(changes: readonly Change[]): string {
  const [isIn, isOut] = [changes.some(({ amount }) => amount > 0n), changes.some(({ amount }) => amount < 0n)]
  if (isIn && isOut) return 'trade'
  if (isIn) return 'receive'
  return isOut ? 'send' : 'execute'
}

/** The other account of a plain native transfer: the one whose balance changed the opposite way. */
function counterpartOf({ transaction, meta }: WireTransaction, account: string, change: Change | undefined) {
  if (meta === null || change === undefined || change.mint !== undefined) return undefined
  const found = transaction.message.accountKeys.filter(({ pubkey }, at) => {
    const balanceChange = BigInt((meta.postBalances[at] ?? 0) - (meta.preBalances[at] ?? 0))
    const changeWithoutFee = balanceChange + (at === 0 ? BigInt(meta.fee) : 0n)
    return pubkey !== account && changeWithoutFee === -change.amount
  })
  return found.length === 1 ? found[0]?.pubkey : undefined
}

/** One transaction from the account's view: its gains and losses. */
export function entryOf(
  wire: WireTransaction,
  signature: string,
  chainId: string,
  account: string,
  native: TokenLabel,
  tokens: ReadonlyMap<string, TokenLabel>,
): Entry {
  const isFailed = wire.meta !== null && wire.meta.err !== null && wire.meta.err !== undefined
  const changes = isFailed ? [] : changesOf(wire, account)
  const operationType = operationOf(changes)
  const payer = wire.transaction.message.accountKeys[0]?.pubkey ?? ''
  const other = changes.length === 1 ? counterpartOf(wire, account, changes[0]) : undefined
  return {
    id: `${chainId}:${signature}:${account}`,
    metadata: {
      operationType,
      hash: signature,
      chain: chainId,
      minedAt: new Date((wire.blockTime ?? 0) * 1_000).toISOString(),
      sentFrom: operationType === 'receive' ? (other ?? payer) : payer,
      sentTo: operationType === 'receive' ? account : (other ?? null),
      status: isFailed ? 'failed' : 'confirmed',
      nonce: null,
    },
    transfers: changes.map(({ mint, amount, decimals }) => {
      const label =
        mint === undefined
          ? native
          : (tokens.get(mint) ?? { name: shortenedMint(mint), symbol: shortenedMint(mint) })
      return {
        direction: amount > 0n ? 'in' : 'out',
        quantity: { numeric: formatUnits(amount > 0n ? amount : -amount, decimals) },
        fungible_info: {
          name: label.name,
          symbol: label.symbol,
          icon: label.iconUrl === undefined ? null : { url: label.iconUrl },
        },
      }
    }),
  }
}

/** A transaction of which the node has only the signature. */
export const bareEntry = (
  { signature, err, blockTime }: { signature: string; err?: unknown; blockTime?: number | null | undefined },
  chainId: string,
  account: string,
): Entry => ({
  id: `${chainId}:${signature}:${account}`,
  metadata: {
    operationType: 'execute',
    hash: signature,
    chain: chainId,
    minedAt: new Date((blockTime ?? 0) * 1_000).toISOString(),
    sentFrom: account,
    sentTo: null,
    status: err === null || err === undefined ? 'confirmed' : 'failed',
    nonce: null,
  },
  transfers: [],
})
