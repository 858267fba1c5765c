import * as z from 'zod/mini'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainNode } from './nodes.ts'
import { amountSchema, bytesSchema } from './scale-json.ts'

/** What an account has of the native currency, in planck. */
export type AccountState = {
  readonly free: bigint
  /** Part of `free` that a lock or freeze holds, beyond what is reserved elsewhere. */
  readonly locked: bigint
}

/** The same with all that is the account's: what is reserved, such as a deposit or newer stakes, counts too. */
export type WholeAccount = AccountState & { readonly total: bigint }

const accountSchema = () =>
  z.object({
    data: z.object({
      free: amountSchema(),
      reserved: amountSchema(),
      frozen: z.optional(amountSchema()),
      miscFrozen: z.optional(amountSchema()),
      feeFrozen: z.optional(amountSchema()),
    }),
  })

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/**
 * Reads `System.Account` as JSON. What is frozen overlaps with what is reserved (and may be less than that); runtimes
 * before that rule froze in two ways and of the free part only.
 */
export function accountState(json: unknown): WholeAccount {
  const { free, reserved, frozen, miscFrozen = 0n, feeFrozen = 0n } = accountSchema().parse(json).data
  const locked = frozen === undefined ? larger(miscFrozen, feeFrozen) : larger(frozen - reserved, 0n)
  return { free, locked, total: free + reserved }
}

/**
 * What can leave an account while it stays alive (facts of `fungible` in Substrate):
 * free − max(frozen − reserved, existential deposit), never below zero. The deposit counts always, because transfers are
 * keep-alive: a balance of which all but the fee can be sent.
 */
export function transferable({ free, locked }: AccountState, existentialDeposit: bigint): bigint {
  return larger(free - larger(locked, existentialDeposit), 0n)
}

/** What an account of this chain must hold to exist, in planck. */
export function existentialDeposit({ api }: Pick<ChainNode, 'api'>): bigint {
  const deposit = amountSchema().safeParse(api.consts.balances?.existentialDeposit?.toJSON())
  if (deposit.success) return deposit.data
  throw new WidgetError('chain/unsupported', 'The chain has no native balances')
}

/** Reads an account in the newest block; one that nobody ever paid has nothing. */
export async function readAccount(
  { api, rpc }: ChainNode,
  address: string,
  signal?: AbortSignal,
): Promise<WholeAccount> {
  const query = api.query.system?.account
  if (query === undefined) throw new WidgetError('chain/unsupported', 'The chain has no accounts')
  const raw = await rpc('state_getStorage', [query.key(address)], z.nullable(bytesSchema()), { signal })
  return accountState(api.registry.createType('FrameSystemAccountInfo', raw ?? undefined).toJSON())
}
