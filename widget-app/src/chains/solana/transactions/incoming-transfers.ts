import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { parseAddress } from '../address.ts'
import { lamportsSchema, transactionErrorSchema, transactionSchema } from '../chain-records.ts'
import { decodeTransaction } from '../decode/decode-transaction.ts'
import { wrappedSol } from '../programs.ts'
import { readConfig } from './verify-sent.ts'

// https://solana.com/docs/rpc/http/gettransaction

/**
 * Token balances, by the index of the token account among the transaction's accounts; `owner` is the wallet, which old nodes
 * do not report.
 */
const tokenBalancesSchema = () =>
  z.optional(
    z.nullable(
      z.array(
        z.object({
          accountIndex: z.optional(z.int()),
          mint: z.string(),
          owner: z.optional(z.string()),
          uiTokenAmount: z.object({ amount: z.string().check(z.regex(/^\d{1,20}$/)) }),
        }),
      ),
    ),
  )

type TokenBalances = z.output<ReturnType<typeof tokenBalancesSchema>>

/** A transaction in a block, with the balances before and after, by its accounts. */
const balancesAroundSchema = () =>
  z.nullable(
    z.object({
      transaction: transactionSchema().def.innerType.shape.transaction,
      meta: z.object({
        err: transactionErrorSchema(),
        fee: lamportsSchema(),
        loadedAddresses: transactionSchema().def.innerType.shape.meta.shape.loadedAddresses,
        preBalances: z.array(lamportsSchema()),
        postBalances: z.array(lamportsSchema()),
        preTokenBalances: tokenBalancesSchema(),
        postTokenBalances: tokenBalancesSchema(),
      }),
    }),
  )

type BalancesAround = NonNullable<z.output<ReturnType<typeof balancesAroundSchema>>>

/**
 * A wallet's amount of a mint over all its accounts, or the amount in the token account at an index; undefined if the node
 * does not report the owners.
 */
function tokenAmountOf(
  balances: TokenBalances,
  account: string,
  mint: string,
  index: number,
): bigint | undefined {
  const ofMint = (balances ?? []).filter((one) => one.mint === mint)
  if (ofMint.some(({ owner }) => owner === undefined)) return undefined
  return ofMint
    .filter(({ owner, accountIndex }) => owner === account || accountIndex === index)
    .reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), 0n)
}

const keysOf = ({ meta, transaction }: BalancesAround): readonly string[] =>
  decodeTransaction(transaction, meta.loadedAddresses)?.keys ?? []

/** Lamports of the account's own wrapped SOL that the transaction returned to it by closing those token accounts. */
const unwrappedLamports = (
  { preBalances, postBalances, preTokenBalances }: BalancesAround['meta'],
  account: string,
): bigint =>
  (preTokenBalances ?? []).reduce((sum, { mint, owner, accountIndex = -1 }) => {
    const isClosed = postBalances[accountIndex] === 0n
    return mint === wrappedSol && owner === account && isClosed
      ? sum + (preBalances[accountIndex] ?? 0n)
      : sum
  }, 0n)

/**
 * The received lamports, without the fee that the account paid and without its own wrapped SOL. Undefined if the transaction
 * cannot be decoded.
 */
function lamportsOf({ meta, transaction }: BalancesAround, account: string): bigint | undefined {
  const { preBalances, postBalances, fee, loadedAddresses } = meta
  const decoded = decodeTransaction(transaction, loadedAddresses)
  if (!decoded || decoded.keys.length !== postBalances.length) return undefined
  const at = decoded.keys.indexOf(parseAddress(account))
  if (at < 0) return 0n
  const [before, after] = [preBalances[at], postBalances[at]]
  if (before === undefined || after === undefined) return undefined
  return after - before + (at === 0 ? fee : 0n) - unwrappedLamports(meta, account)
}

/**
 * The amount that an account, a wallet or a token account, received in a transaction: of a token by mint, or of the native
 * currency. Undefined if it is unknown, zero if the transaction failed.
 * @throws WidgetError `http/*`, ProviderRpcError of the node.
 */
export async function receivedAmount(
  rpc: JsonRpc,
  hash: string,
  account: string,
  mint: string | undefined,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const found = await rpc('getTransaction', [hash, readConfig], balancesAroundSchema(), { signal })
  if (found === null) return undefined
  const { err, preTokenBalances, postTokenBalances } = found.meta
  if (err !== null) return 0n
  if (mint === undefined) return lamportsOf(found, account)
  // A node that stores no balances cannot report the received amount.
  if (preTokenBalances == null || postTokenBalances == null) return undefined
  const index = keysOf(found).indexOf(account)
  const before = tokenAmountOf(preTokenBalances, account, mint, index)
  const after = tokenAmountOf(postTokenBalances, account, mint, index)
  return before === undefined || after === undefined ? undefined : after - before
}

/** The block time of a transaction, in epoch milliseconds; undefined while it is in no block, or if the time is unknown. */
export async function minedAt(rpc: JsonRpc, hash: string, signal: AbortSignal): Promise<number | undefined> {
  const time = z.nullable(z.object({ blockTime: z.optional(z.nullable(z.int())) }))
  const found = await rpc('getTransaction', [hash, readConfig], time, { signal })
  return found?.blockTime == null ? undefined : found.blockTime * 1_000
}
