import { randomBytes } from 'node:crypto'
import { type Deliver, deliverFrom } from '../goods/deliver.ts'
import type { Goods } from '../goods/goods.ts'
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
  /** The caller's own id (`partnerUserId`), with the project (tag included) it came for. */
  readonly id: string
  readonly project: string
  /** Whose page it is, by name. */
  readonly provider: string
  /** Secret part of the page's address. */
  readonly session: string
  readonly goods: Goods
  readonly offer: Offer
  readonly currency: string
  readonly to: string
  readonly at: number
  state: SaleState
  /** `Cross-Origin-Opener-Policy` that its page sends. */
  readonly openerPolicy: string | undefined
}

/** How long a price is held. */
const heldMs = 300_000

const cards = { good: '4242424242424242', declined: '4000000000000002' } as const

/** The provider's book. A sale is paid and delivered once, however often its page is opened or its forms are sent. */
export function createSales(send: Deliver = deliverFrom('onramp provider')) {
  const bySession = new Map<string, Sale>()
  const policies = new Map<string, string>()
  const isUnpaid = ({ state: { is } }: Sale) => is === 'card' || is === 'identity' || is === 'proof'

  const seen = (sale: Sale | undefined): Sale | undefined => {
    if (sale && isUnpaid(sale) && Date.now() - sale.at > heldMs) sale.state = { is: 'expired' }
    return sale
  }
  const find = (session: string) => seen(bySession.get(session))

  return {
    /** Keeps a price for somebody; the same caller's id gives the same sale. */
    open(wanted: Pick<Sale, 'id' | 'project' | 'provider' | 'goods' | 'offer' | 'currency' | 'to'>): Sale {
      const known = [...bySession.values()].find(
        ({ id, project }) => id === wanted.id && project === wanted.project,
      )
      if (known) return known
      const session = randomBytes(16).toString('hex')
      const openerPolicy = policies.get(wanted.project)
      const sale: Sale = { ...wanted, session, openerPolicy, at: Date.now(), state: { is: 'card' } }
      bySession.set(session, sale)
      return sale
    },
    find,
    /** By the caller's id. */
    findOrder: (project: string, id: string) =>
      seen([...bySession.values()].find((sale) => sale.id === id && sale.project === project)),
    /** Looks at a card; undefined when it is fine, else what is wrong with the number. */
    card(sale: Sale, number: string): string | undefined {
      const digits = number.replaceAll(/\D/g, '')
      if (sale.state.is !== 'card') return undefined
      if (digits === cards.declined) sale.state = { is: 'failed', reason: 'The card was declined' }
      else if (digits === cards.good) sale.state = { is: 'identity' }
      else return 'This is no card that we know'
      return undefined
    },
    identify(sale: Sale): void {
      if (sale.state.is === 'identity') sale.state = { is: 'proof' }
    },
    /** Charges the card and sends the goods. */
    async confirm(sale: Sale): Promise<void> {
      if (sale.state.is !== 'proof') return
      sale.state = { is: 'processing' }
      const hash = await send(sale.goods, sale.to, sale.offer.value)
      sale.state = { is: 'sent', hash }
    },
    /** For tests: as if the price had been held long enough. */
    expire(project: string): void {
      for (const sale of bySession.values())
        if (sale.project === project && isUnpaid(sale)) sale.state = { is: 'expired' }
    },
    /** For tests: what the pages of a project's next sales send as `Cross-Origin-Opener-Policy`. */
    setOpenerPolicy: (project: string, policy: string) => void policies.set(project, policy),
  }
}

export type Sales = ReturnType<typeof createSales>
