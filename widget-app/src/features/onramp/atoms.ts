import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import type { ViewName } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { atom } from '#widget/lib/state.ts'

/** The connection whose account gets what is bought. */
export const buyerAtom = atom((get): Connection | undefined => get(activeConnectionAtom))

/** The chain on which it comes: the one the wallet is on. */
export const buyChainAtom = atom((get): ChainId | undefined => get(buyerAtom)?.chain)

/** What is known of that chain. */
export const buyNetworkAtom = atom((get) => {
  const chain = get(buyChainAtom)
  return chain === undefined ? undefined : get(networkAtom(chain))
})

/** What to buy: the service's own id of it, or, as an order has it, its contract; without one the native coin. */
export type TokenChoice =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'contract'; readonly address: string | undefined }

/** What a person has filled in; undefined is what the service lists first. */
export type Draft = {
  /** Money to pay, as typed. */
  readonly text: string
  /** ISO 4217. */
  readonly currency: string | undefined
  readonly method: string | undefined
  readonly token: TokenChoice | undefined
}

const emptyDraft: Draft = { text: '', currency: undefined, method: undefined, token: undefined }
const filledAtom = atom<Draft>(emptyDraft)

/** When the price was told that had lapsed as a person went on, in epoch milliseconds; undefined once they go on or type. */
export const lapsedAtAtom = atom<number | undefined>(undefined)

/** What is in the form. Write changes to it. */
export const draftAtom = atom(
  (get) => get(filledAtom),
  (_get, set, change: Partial<Draft>) => {
    set(filledAtom, (draft) => ({ ...draft, ...change }))
    set(lapsedAtAtom, undefined)
  },
)

/** The search of the person among tokens or currencies. */
export const searchAtom = atom('')

/** How many orders were begun since the page came: each has a page of its own at the provider. */
export const begunCountAtom = atom(0)

const buyViews: ReadonlySet<ViewName> = new Set([
  'OnRampProviders',
  'OnRampAmount',
  'OnRampFiatSelect',
  'OnRampTokenSelect',
])

/** Mounted by every view of the form: when the last one has gone, it starts anew. */
export const presenceAtom = atom(
  () => undefined,
  (get, set) => {
    if (get(viewStackAtom).some(({ name }) => buyViews.has(name))) return
    set(filledAtom, emptyDraft)
    set(searchAtom, '')
    set(lapsedAtAtom, undefined)
  },
)
presenceAtom.onMount = (leave) => () => leave()
