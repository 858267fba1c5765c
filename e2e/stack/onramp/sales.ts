import { randomBytes, randomUUID } from 'node:crypto'
import type { OnrampEvent } from '#server/ports/sources/onramp.ts'
import type { SoldAsset } from '../sold-assets/sold-assets.ts'
import { createTransferAsset, type TransferAsset } from '../sold-assets/transfer-asset.ts'
import type { Offer } from './offers.ts'

/** State of a sale. The card is charged once, between `identity` and `processing`. */
export type SaleState =
  | { readonly is: 'card' }
  | { readonly is: 'identity' }
  | { readonly is: 'proof' }
  | { readonly is: 'processing' }
  | { readonly is: 'sent'; readonly hash: string }
  | { readonly is: 'failed'; readonly reason: string }
  | { readonly is: 'expired' }

export type Sale = {
  /** The caller's reference of the sale, sent in its events. */
  readonly reference: string
  /** The provider that the page names. */
  readonly provider: { readonly id: string; readonly name: string }
  /** Secret part of the page's address. */
  readonly session: string
  readonly asset: SoldAsset
  readonly offer: Offer
  readonly currency: string
  readonly to: string
  readonly openedAtMs: number
  state: SaleState
  /** Project id of the purchase, tag included. Only tests use it. */
  project: string | undefined
  /** `Cross-Origin-Opener-Policy` of its page. */
  openerPolicy: string | undefined
}

/** Reports an event of a sale to its caller. */
export type ReportSale = (sale: Sale, event: OnrampEvent) => Promise<void>

/** Lifetime of a price, in milliseconds. */
const priceLifetimeMs = 300_000

const testCards = { good: '4242424242424242', declined: '4000000000000002' } as const

/** Converts the state of a sale to that of its events; undefined if it is not reported. */
function toEventState(state: SaleState): OnrampEvent['state'] | undefined {
  switch (state.is) {
    case 'card':
    case 'identity':
    case 'proof':
      return undefined
    case 'sent':
      return { is: 'sent', transactionHash: state.hash }
    default:
      return state
  }
}

/**
 * Creates the provider's sales. A sale is paid and delivered once, even if its page is opened or its forms are sent again.
 * Each state that has an event is reported once, in order.
 */
export function createSales(
  report: ReportSale,
  send: TransferAsset = createTransferAsset('onramp provider'),
) {
  const bySession = new Map<string, Sale>()
  const openerPolicies = new Map<string, string>()
  const isUnpaid = ({ state: { is } }: Sale) => is === 'card' || is === 'identity' || is === 'proof'

  async function setState(sale: Sale, state: SaleState): Promise<void> {
    sale.state = state
    const eventState = toEventState(state)
    if (eventState === undefined) return
    const event = {
      ...{ eventId: randomUUID(), reference: sale.reference, paymentId: sale.session },
      ...{ occurredAtMs: Date.now(), state: eventState },
    }
    await report(sale, event).catch((error: unknown) => console.error(error))
  }

  async function expireUnpaid(sale: Sale): Promise<void> {
    if (isUnpaid(sale)) await setState(sale, { is: 'expired' })
  }

  return {
    /** Opens a sale at a fixed price. */
    open(terms: Pick<Sale, 'reference' | 'provider' | 'asset' | 'offer' | 'currency' | 'to'>): Sale {
      const session = randomBytes(16).toString('hex')
      const initial = { session, openedAtMs: Date.now(), project: undefined, openerPolicy: undefined }
      const sale: Sale = { ...terms, ...initial, state: { is: 'card' } }
      bySession.set(session, sale)
      setTimeout(() => void expireUnpaid(sale), priceLifetimeMs).unref()
      return sale
    },
    find: (session: string) => bySession.get(session),
    /** Validates a card number; returns undefined if it is accepted or declined, else the problem. */
    async card(sale: Sale, number: string): Promise<string | undefined> {
      const digits = number.replaceAll(/\D/g, '')
      if (sale.state.is !== 'card') return undefined
      if (digits === testCards.declined)
        await setState(sale, { is: 'failed', reason: 'The card was declined' })
      else if (digits === testCards.good) await setState(sale, { is: 'identity' })
      else return 'This is no card that we know'
      return undefined
    },
    async identify(sale: Sale): Promise<void> {
      if (sale.state.is === 'identity') await setState(sale, { is: 'proof' })
    },
    /** Charges the card and sends the asset. */
    async confirm(sale: Sale): Promise<void> {
      if (sale.state.is !== 'proof') return
      await setState(sale, { is: 'processing' })
      try {
        await setState(sale, { is: 'sent', hash: await send(sale.asset, sale.to, sale.offer.value) })
      } catch (error) {
        console.error(error)
        await setState(sale, { is: 'failed', reason: 'The delivery did not work' })
      }
    },
    /** For tests: sets the project of a sale. */
    assign(session: string, project: string): void {
      const sale = bySession.get(session)
      if (sale === undefined || sale.project !== undefined) return
      sale.project = project
      sale.openerPolicy = openerPolicies.get(project)
    },
    /** For tests: expires the unpaid sales of a project. */
    expire: (project: string) =>
      Promise.all([...bySession.values()].filter((sale) => sale.project === project).map(expireUnpaid)),
    /** For tests: sets `Cross-Origin-Opener-Policy` for the pages of a project's next sales. */
    setOpenerPolicy: (project: string, policy: string) => void openerPolicies.set(project, policy),
  }
}

export type Sales = ReturnType<typeof createSales>
