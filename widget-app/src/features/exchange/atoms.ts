import { accountId } from '#shared/caip/account-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import type { ViewName } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { atom } from '#widget/lib/state.ts'

/** The connection whose account the deposit comes to. */
export const receiverAtom = atom((get): Connection | undefined => get(activeConnectionAtom))

/** The account it comes to, on the chain its wallet is on. */
const receiverAccountAtom = atom((get) => {
  const receiver = get(receiverAtom)
  return receiver && accountId(receiver.chain, receiver.accounts[0])
})

/** That chain. */
export const depositNetworkAtom = atom((get) => {
  const chain = get(receiverAtom)?.chain
  return chain === undefined ? undefined : get(networkAtom(chain))
})

/** What is in the form; what is not chosen is the first there is. `assetKey` as `assetKeyOf` has it. */
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

/** What is in the form, for this account. Write changes to it. */
export const draftAtom = atom(
  (get) => get(shownDraftAtom),
  (get, set, change: Partial<Draft>) =>
    set(slotAtom, { account: get(receiverAccountAtom) ?? '', draft: { ...get(shownDraftAtom), ...change } }),
)

/** How many deposits were begun since the page came: each has a page of its own at the exchange. */
export const startedCountAtom = atom(0)

/** Whether it was told that the form is open. */
export const isOpeningTrackedAtom = atom(false)

const exchangeViews: ReadonlySet<ViewName> = new Set([
  'PayWithExchange',
  'PayWithExchangeSelectAsset',
  'PayWithExchangeStatus',
])

/** Mounted by every view of a deposit: when the last one has gone, the form starts anew. Orders go on. */
export const resetOnLeaveAtom = atom(
  () => undefined,
  (get, set) => {
    if (get(viewStackAtom).some(({ name }) => exchangeViews.has(name))) return
    set(slotAtom, undefined)
    set(isOpeningTrackedAtom, false)
  },
)
resetOnLeaveAtom.onMount = (leave) => () => leave()
