import * as z from '#shared/zod.ts'
import { flatFacts } from '#widget/domain/review/request-risk.ts'
import type { Fact } from '../../request-facts.ts'
import { normalizeAddress } from '../address.ts'

/** An event of a block, as the runtime's metadata names it. */
export const runtimeEventSchema = z.object({ section: z.string(), method: z.string(), data: z.unknown() })
type RuntimeEvent = z.output<typeof runtimeEventSchema>

/** A loss of the account, or an authority that it granted. */
export type Effect = {
  readonly is: 'loss' | 'approval' | 'authority'
  readonly to: string
  /** In base units of the asset. */
  readonly value: bigint
  readonly asset: string | undefined
}

const number = z.pipe(
  z.string(),
  z.transform((text) => BigInt(text.replaceAll(',', ''))),
)
const id = z.pipe(
  z.string(),
  z.transform((text) => text.replaceAll(',', '')),
)

const schemas = {
  'balances.Transfer': z.object({ from: z.string(), to: z.string(), amount: number }),
  'assets.Transferred': z.object({ assetId: id, from: z.string(), to: z.string(), amount: number }),
  'assets.ApprovedTransfer': z.object({
    assetId: id,
    source: z.string(),
    delegate: z.string(),
    amount: number,
  }),
  'proxy.ProxyAdded': z.object({ delegator: z.string(), delegatee: z.string() }),
}

/** Effect of an event on an account; undefined for events of others, and if the account loses nothing. */
export function effectOf({ section, method, data }: RuntimeEvent, account: string): Effect | undefined {
  const isOwn = (address: string) => normalizeAddress(address) === normalizeAddress(account)
  const effect = (is: Effect['is'], to: string, value = 0n, asset?: string): Effect | undefined =>
    isOwn(to) ? undefined : { is, to: normalizeAddress(to) ?? to, value, asset }
  switch (`${section}.${method}`) {
    case 'balances.Transfer': {
      const { from, to, amount } = z.parse(schemas['balances.Transfer'], data)
      return isOwn(from) ? effect('loss', to, amount) : undefined
    }
    case 'assets.Transferred': {
      const { assetId, from, to, amount } = z.parse(schemas['assets.Transferred'], data)
      return isOwn(from) ? effect('loss', to, amount, assetId) : undefined
    }
    case 'assets.ApprovedTransfer': {
      const { assetId, source, delegate, amount } = z.parse(schemas['assets.ApprovedTransfer'], data)
      return isOwn(source) ? effect('approval', delegate, amount, assetId) : undefined
    }
    case 'proxy.ProxyAdded': {
      const { delegator, delegatee } = z.parse(schemas['proxy.ProxyAdded'], data)
      return isOwn(delegator) ? effect('authority', delegatee) : undefined
    }
    default:
      return undefined
  }
}

const isDisclosed = (facts: readonly Fact[], { is, to, value, asset }: Effect): boolean =>
  facts.some((fact) => {
    const isAsset = (contract: string | undefined) =>
      asset === undefined ? contract === undefined : contract?.includes(asset) === true
    switch (fact.is) {
      case 'transfer':
        return (
          is === 'loss' &&
          fact.from === undefined &&
          fact.to === to &&
          fact.figure.value === value &&
          isAsset(fact.figure.contract)
        )
      case 'approval':
        return (
          is === 'approval' &&
          fact.spender === to &&
          fact.figure.value === value &&
          isAsset(fact.figure.contract)
        )
      case 'authority':
        return is === 'authority' && fact.to === to
      case 'unknown-call':
        return fact.mayTake !== false
      default:
        return false
    }
  })

/** Effects of an extrinsic that no fact names with the right amount and recipient. */
export const undisclosedEffects = (effects: readonly Effect[], facts: readonly Fact[]): readonly Effect[] => {
  const flat = flatFacts(facts)
  return effects.filter((effect) => !isDisclosed(flat, effect))
}
