import type { ConfirmOffer } from '#shared/confirm/messages.ts'
import type { ConfirmWindowPorts } from '#widget/app/confirm/boot-confirm-window.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { type LimitAsset, limitAssetOf } from '../spending/limit-asset.ts'
import type { FlowPorts } from './flow-ports.ts'
import { loadSpending } from './load-spending.ts'
import type { VaultPage } from './vault-ports.ts'

type OfferPorts = {
  readonly page: VaultPage
  readonly ports: ConfirmWindowPorts
} & Pick<FlowPorts, 'ask' | 'show'>

/** The offer of a spending limit after a payment, where the vault's frame on the site can use one. */
export type LimitOffer = {
  /** Whether the frame on the site is needed for it. */
  readonly isPossible: boolean
  /** The frame has loaded. */
  readonly setFrame: (index: number) => void
  /** Follows the request on screen until `signal` aborts: once it is approved, its review has ended. */
  readonly watch: (signal: AbortSignal) => void
  /** Pins what the approved request pays; whether a limit is to be offered for it. */
  readonly pin: () => boolean
  /** Offers the limit after the payment; resolves to whether one was set. */
  readonly run: (openFlows: () => Promise<FlowPorts>) => Promise<boolean>
}

/**
 * Prepares the offer. Only for a payment that the opener proves to be of a frame, in a browser that proves what is visible, and from the
 * second one on the site: a limit saves nothing to those who pay once. A user who has declined is not asked again.
 */
export function createLimitOffer(
  { page, ports, ask, show }: OfferPorts,
  { userId = '', origin, request }: ConfirmOffer,
  isProven: boolean,
): LimitOffer {
  const { store } = ports
  const canUse = isProven && page.provesVisibility && request.method === 'eth_sendTransaction'
  const isPossible = canUse && page.paidSites.state(userId, origin) === 'paid'
  let frameIndex: number | undefined
  let paid: LimitAsset | undefined
  let limited: LimitAsset | undefined
  return {
    isPossible,
    setFrame: (index) => {
      frameIndex = index
    },
    watch: (signal) => {
      if (!canUse) return
      const follow = () => {
        if (store.get(reviewsAtom).length > 0) paid = limitAssetOf(store)
      }
      signal.addEventListener('abort', store.sub(reviewsAtom, follow))
    },
    pin: () => {
      if (isPossible) limited = paid
      else if (paid && page.paidSites.state(userId, origin) === undefined)
        page.paidSites.set(userId, origin, 'paid')
      return limited !== undefined
    },
    run: async (openFlows) => {
      const frame = frameIndex === undefined ? undefined : page.frameOfOpener(frameIndex)
      if (limited === undefined || frame === undefined) return false
      const part = await loadSpending().catch(() => undefined)
      if (part === undefined) return false
      const { clock } = store.get(portsAtom)
      const place = { frame, origin: new URL(page.url).origin, site: origin, clock }
      const outcome = await part.offerLimit(openFlows, { ask, show }, limited, place)
      if (outcome === 'declined') page.paidSites.set(userId, origin, 'declined')
      return outcome === 'set'
    },
  }
}
