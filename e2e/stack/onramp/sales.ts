import { randomBytes, randomUUID } from 'node:crypto'
import type { OnrampEvent } from '#server/ports/sources/onramp.ts'
import type { SoldAsset } from '../sold-assets/sold-assets.ts'
import { type TransferAsset, transferFrom } from '../sold-assets/transfer-asset.ts'
import type { Offer } from './offers.ts'

/** Where a sale stands. Money is taken once, between `identity` and `processing`. */
export type SaleState =
  | { readonly is: 'card' }
  | { readonly is: 'identity' }
  | { readonly is: 'proof' }
  | { readonly is: 'processing' }
  | { readonly is: 'sent'; readonly hash: string }
  | { readonly is: 'failed'; readonly reason: string }
  | { readonly is: 'expired' }

export type Sale = {
  /** By which the caller knows the sale in its events. */
  readonly reference: string
  /** Whose page it is. */
  readonly provider: { readonly id: string; readonly name: string }
  /** Secret part of the page's address. */
  readonly session: string
  readonly goods: SoldAsset
  readonly offer: Offer
  readonly currency: string
  readonly to: string
  readonly at: number
  state: SaleState
  /** The project (tag included) that it is for, of which only the world's tests know. */
  project: string | undefined
  /** `Cross-Origin-Opener-Policy` that its page sends. */
  openerPolicy: string | undefined
}

/** Sends an event of a sale to its caller. */
export type ReportSale = (sale: Sale, event: OnrampEvent) => Promise<void>

/** How long a price is held. */
const heldMs = 300_000

const cards = { good: '4242424242424242', declined: '4000000000000002' } as const

/** The state of a sale in the caller's words; undefined for a state that the caller is not told. */
function reportedState(state: SaleState): OnrampEvent['state'] | undefined {
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
 * The provider's book. A sale is paid and delivered once, however often its page is opened or its forms are sent. Each state
 * that the caller can know is reported once, in order.
 */
export function createSales(report: ReportSale, send: TransferAsset = transferFrom('onramp provider')) {
  const bySession = new Map<string, Sale>()
  const policies = new Map<string, string>()
  const isUnpaid = ({ state: { is } }: Sale) => is === 'card' || is === 'identity' || is === 'proof'

  async function move(sale: Sale, state: SaleState): Promise<void> {
    sale.state = state
    const reported = reportedState(state)
    if (reported === undefined) return
    const event = {
      ...{ eventId: randomUUID(), reference: sale.reference, paymentId: sale.session },
      ...{ occurredAtMs: Date.now(), state: reported },
    }
    await report(sale, event).catch((error: unknown) => console.error(error))
  }

  async function lapse(sale: Sale): Promise<void> {
    if (isUnpaid(sale)) await move(sale, { is: 'expired' })
  }

  return {
    /** Keeps a price for a purchase. */
    open(wanted: Pick<Sale, 'reference' | 'provider' | 'goods' | 'offer' | 'currency' | 'to'>): Sale {
      const session = randomBytes(16).toString('hex')
      const own = { session, at: Date.now(), project: undefined, openerPolicy: undefined }
      const sale: Sale = { ...wanted, ...own, state: { is: 'card' } }
      bySession.set(session, sale)
      setTimeout(() => void lapse(sale), heldMs).unref()
      return sale
    },
    find: (session: string) => bySession.get(session),
    /** Looks at a card; undefined when it is fine, else what is wrong with the number. */
    async card(sale: Sale, number: string): Promise<string | undefined> {
      const digits = number.replaceAll(/\D/g, '')
      if (sale.state.is !== 'card') return undefined
      if (digits === cards.declined) await move(sale, { is: 'failed', reason: 'The card was declined' })
      else if (digits === cards.good) await move(sale, { is: 'identity' })
      else return 'This is no card that we know'
      return undefined
    },
    async identify(sale: Sale): Promise<void> {
      if (sale.state.is === 'identity') await move(sale, { is: 'proof' })
    },
    /** Charges the card and sends the goods. */
    async confirm(sale: Sale): Promise<void> {
      if (sale.state.is !== 'proof') return
      await move(sale, { is: 'processing' })
      try {
        await move(sale, { is: 'sent', hash: await send(sale.goods, sale.to, sale.offer.value) })
      } catch (error) {
        console.error(error)
        await move(sale, { is: 'failed', reason: 'The delivery did not work' })
      }
    },
    /** For tests: the project that a sale is for. */
    assign(session: string, project: string): void {
      const sale = bySession.get(session)
      if (sale === undefined || sale.project !== undefined) return
      sale.project = project
      sale.openerPolicy = policies.get(project)
    },
    /** For tests: as if the price had been held long enough. */
    expire: (project: string) =>
      Promise.all([...bySession.values()].filter((sale) => sale.project === project).map(lapse)),
    /** For tests: what the pages of a project's next sales send as `Cross-Origin-Opener-Policy`. */
    setOpenerPolicy: (project: string, policy: string) => void policies.set(project, policy),
  }
}

export type Sales = ReturnType<typeof createSales>
