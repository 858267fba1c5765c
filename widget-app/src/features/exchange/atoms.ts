import { accountId } from '#shared/caip/account-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import type { ViewName } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { atom } from '#widget/lib/state.ts'

/** The connection whose account receives the deposit. */
export const receiverAtom = atom((get): Connection | undefined => get(activeConnectionAtom))

/** The account that receives it, on the chain of its wallet. */
const receiverAccountAtom = atom((get) => {
  const receiver = get(receiverAtom)
  return receiver && accountId(receiver.chain, receiver.accounts[0])
})

/** The network of that chain. */
export const depositNetworkAtom = atom((get) => {
  const chain = get(receiverAtom)?.chain
  return chain === undefined ? undefined : get(networkAtom(chain))
})

/** The state of the form; an undefined selection means the first option. `assetKey` as in `assetKeyOf`. */
export type Draft = {
  readonly amount: string
  readonly exchangeId: string | undefined
  readonly assetKey: string | undefined
}

const emptyDraft: Draft = { amount: '', exchangeId: undefined, assetKey: undefined }

type Slot = { readonly account: string; readonly draft: Draft }
const slotAtom = atom<Slot | undefined>(undefined)

const shownDraftAtom = atom((get): Draft => {
  const slot = get(slotAtom)
  return slot && slot.account === get(receiverAccountAtom) ? slot.draft : emptyDraft
})

/** The form of this account. Write a partial change to it. */
export const draftAtom = atom(
  (get) => get(shownDraftAtom),
  (get, set, change: Partial<Draft>) =>
    set(slotAtom, { account: get(receiverAccountAtom) ?? '', draft: { ...get(shownDraftAtom), ...change } }),
)

/** How many deposits were started in this document. Each needs its own page of the exchange. */
export const startedCountAtom = atom(0)

/** True if the opening of the form was tracked. */
export const isOpeningTrackedAtom = atom(false)

const exchangeViews: ReadonlySet<ViewName> = new Set([
  'PayWithExchange',
  'PayWithExchangeSelectAsset',
  'PayWithExchangeStatus',
])

/** Mounted by every view of a deposit. Resets the form when the last one is left; orders continue. */
export const resetOnLeaveAtom = atom(
  () => undefined,
  (get, set) => {
    if (get(viewStackAtom).some(({ name }) => exchangeViews.has(name))) return
    set(slotAtom, undefined)
    set(isOpeningTrackedAtom, false)
  },
)
resetOnLeaveAtom.onMount = (leave) => () => leave()
