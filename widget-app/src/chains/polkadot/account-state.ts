import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { ChainNode } from './nodes.ts'
import { amountSchema, bytesSchema } from './scale-json.ts'

/** Native balance of an account, in planck. */
export type AccountState = {
  readonly free: bigint
  /** Part of `free` that a lock or freeze covers, beyond what is reserved. */
  readonly locked: bigint
}

/** The same with the total balance, which includes reserved amounts such as deposits or newer stakes. */
export type AccountWithTotal = AccountState & { readonly total: bigint }

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

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/**
 * Parses `System.Account` as JSON. Frozen amounts overlap with reserved ones (and may be lower); older runtimes had two
 * kinds of freezes, of the free part only.
 */
export function accountState(json: unknown): AccountWithTotal {
  const { free, reserved, frozen, miscFrozen = 0n, feeFrozen = 0n } = accountSchema().parse(json).data
  const locked = frozen === undefined ? max(miscFrozen, feeFrozen) : max(frozen - reserved, 0n)
  return { free, locked, total: free + reserved }
}

/**
 * The amount that can leave an account while it stays alive (by `fungible` in Substrate): free − max(frozen − reserved,
 * existential deposit), never below zero. The deposit always counts, because transfers are keep-alive: all of this amount
 * except the fee can be sent.
 */
export function transferable({ free, locked }: AccountState, existentialDeposit: bigint): bigint {
  return max(free - max(locked, existentialDeposit), 0n)
}

/** The minimum balance for an account of this chain to exist, in planck. */
export function existentialDeposit({ api }: Pick<ChainNode, 'api'>): bigint {
  const deposit = amountSchema().safeParse(api.consts.balances?.existentialDeposit?.toJSON())
  if (deposit.success) return deposit.data
  throw new WidgetError('chain/unsupported', 'The chain has no native balances')
}

/** Reads an account in the latest block; an account that does not exist has a balance of zero. */
export async function readAccount(
  { api, rpc }: ChainNode,
  address: string,
  signal?: AbortSignal,
): Promise<AccountWithTotal> {
  const query = api.query.system?.account
  if (query === undefined) throw new WidgetError('chain/unsupported', 'The chain has no accounts')
  const raw = await rpc('state_getStorage', [query.key(address)], z.nullable(bytesSchema()), { signal })
  return accountState(api.registry.createType('FrameSystemAccountInfo', raw ?? undefined).toJSON())
}
