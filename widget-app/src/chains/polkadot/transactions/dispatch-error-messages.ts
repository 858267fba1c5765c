import * as z from '#shared/zod.ts'
import { sanitizeSentence } from '#widget/lib/text/sanitize-text.ts'
import type { ChainNode } from '../nodes.ts'

// https://github.com/paritytech/polkadot-sdk/blob/master/substrate/primitives/runtime/src/lib.rs (`DispatchError`, `TokenError`)

const notOpen =
  'The receiver’s account is not open: it needs coins of the network before it can hold this asset'
const tooMany = 'The receiver’s account can hold no more kinds of assets'
const frozen = 'The account or the asset is frozen'
const needed = 'The account cannot be emptied: tokens or stakes on the network need it open'
const belowMinimum = 'The amount is less than the least balance of the asset'
const tooLittle = 'The account has less than that'

/** Errors of the runtime itself and of its tokens. */
const general: Readonly<Record<string, string>> = {
  ConsumerRemaining: needed,
  NoProviders: notOpen,
  TooManyConsumers: tooMany,
  'Token.FundsUnavailable': tooLittle,
  'Token.NoFunds': tooLittle,
  'Token.OnlyProvider': needed,
  'Token.NotExpendable': needed,
  'Token.BelowMinimum': belowMinimum,
  'Token.CannotCreate': notOpen,
  'Token.CannotCreateHold': tooMany,
  'Token.UnknownAsset': 'The network has no such asset',
  'Token.Frozen': frozen,
  'Token.Blocked': 'The receiver’s account is blocked for this asset',
}

/** Errors of pallets, by section and name. */
const palletMessages: Readonly<Record<string, string>> = {
  'assets.BalanceLow': tooLittle,
  'assets.NoAccount': tooLittle,
  'assets.Unknown': 'The network has no such asset',
  'assets.Frozen': frozen,
  'assets.AssetNotLive': frozen,
  'assets.LiveAsset': frozen,
  'assets.UnavailableConsumer': tooMany,
  'assets.NoProvider': notOpen,
  'assets.WouldDie': 'What would be left is less than the least balance of the asset',
  'assets.CallbackFailed': 'Another part of the network holds the account',
  'balances.InsufficientBalance': 'The account has less than the amount and the fee',
  'balances.LiquidityRestrictions': 'Part of the balance is locked',
  'balances.Expendability': 'What would be left is less than the network needs to keep the account open',
  'balances.ExistentialDeposit': 'The amount is less than the network needs to open the receiver’s account',
}

const moduleSchema = () =>
  z.object({ Module: z.object({ index: z.coerce.number(), error: z.union([z.string(), z.number()]) }) })
const nestedSchema = () => z.record(z.string(), z.string())
const errorSchema = () => z.object({ error: z.unknown() })

const lookUp = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

const reasonMaxLength = 160

/** The message of a pallet's error: index of the pallet, and of the error, of which only the first byte counts. */
function palletMessage(registry: ChainNode['api']['registry'], error: unknown): string | undefined {
  const parsed = moduleSchema().safeParse(error)
  if (!parsed.success) return undefined
  const { index, error: code } = parsed.data.Module
  const first = typeof code === 'number' ? code : Number.parseInt(code.slice(2, 4), 16)
  try {
    const { section, name, docs } = registry.findMetaError(Uint8Array.of(index, first))
    const key = `${section}.${name}`
    return lookUp(palletMessages, key) ?? [`${key}:`, ...docs].join(' ')
  } catch {
    return undefined
  }
}

/**
 * Why a runtime fails a call, as text; `failure` is the dry run's error in readable form (`toHuman`). Errors without a text
 * of the widget have the runtime's.
 */
export function dispatchErrorMessage(registry: ChainNode['api']['registry'], failure: unknown): string {
  const outer = errorSchema().safeParse(failure)
  const error = outer.success ? outer.data.error : failure
  const nested = nestedSchema().safeParse(error)
  const [[kind, name] = []] = nested.success ? Object.entries(nested.data) : []
  const key = typeof error === 'string' ? error : `${kind}.${name}`
  const message = lookUp(general, key) ?? palletMessage(registry, error) ?? JSON.stringify(error)
  return sanitizeSentence(message, reasonMaxLength)
}
