import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { isPrefilled, type ViewName, type ViewOf } from '#widget/core/view.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { connectionsAtom, currentConnection } from '#widget/domain/accounts/connections.ts'
import { atom } from '#widget/lib/state.ts'
import { appliedView, type Draft, emptyDraft, prefilledDraft } from './draft.ts'
import { isUnderWay, nextSend, type SendEvent, type SendState } from './model.ts'

/** The views of sending; once the wallet is asked, each shows what becomes of that. */
export const sendViews: ReadonlySet<ViewName> = new Set([
  'WalletSend',
  'WalletSendSelectToken',
  'WalletSendScan',
  'WalletSendReview',
])

/** Whether any view of sending is open, also below another one. */
export const isSendingOpenAtom = atom((get) => get(viewStackAtom).some(({ name }) => sendViews.has(name)))

/** Whether a view of sending is on screen. */
export const isSendingShownAtom = atom((get) => sendViews.has(get(currentViewAtom).name))

/** The form's view as it was asked for. */
const askedViewAtom = atom((get): ViewOf<'WalletSend'> => {
  const found = get(viewStackAtom).findLast((view) => view.name === 'WalletSend')
  return found?.name === 'WalletSend' ? found : { name: 'WalletSend' }
})

/** The connection that pays. */
export const senderAtom = atom((get): Connection | undefined => {
  const { namespace } = get(askedViewAtom)
  return namespace === undefined
    ? get(activeConnectionAtom)
    : currentConnection(get(connectionsAtom)[namespace])
})

/** The form's view with what a host filled in, where that counts for who pays. */
const sendViewAtom = atom((get): ViewOf<'WalletSend'> => {
  const asked = get(askedViewAtom)
  const sender = get(senderAtom)
  return sender === undefined ? asked : appliedView(asked, sender.namespace)
})

/** Whether the site filled in any field. */
export const isPrefilledAtom = atom((get) => isPrefilled(get(sendViewAtom)))

/** The chain whose assets are offered: the one asked for, else the one the wallet is on. */
export const offeredChainAtom = atom(
  (get): ChainId | undefined => get(sendViewAtom).chainId ?? get(senderAtom)?.chain,
)

type Slot = { readonly view: string; readonly draft: Draft }
const slotAtom = atom<Slot | undefined>(undefined)
const viewKeyAtom = atom((get) => JSON.stringify(get(sendViewAtom)))

const shownDraftAtom = atom((get): Draft => {
  const slot = get(slotAtom)
  if (slot?.view === get(viewKeyAtom)) return slot.draft
  return prefilledDraft(get(sendViewAtom), get(offeredChainAtom), get(localeAtom))
})

/** What is in the form: the person's edits of this very request, else what the request filled in. Write changes to it. */
export const draftAtom = atom(
  (get) => get(shownDraftAtom),
  (get, set, change: Partial<Draft>) =>
    set(slotAtom, { view: get(viewKeyAtom), draft: { ...get(shownDraftAtom), ...change } }),
)

/** Empties the form after a send (SPEC §4), what a host filled in included. */
export const emptyDraftAtom = atom(null, (get, set) =>
  set(slotAtom, { view: get(viewKeyAtom), draft: emptyDraft }),
)

const stateAtom = atom<SendState>({ is: 'idle' })

/** Where the transfer stands; write events to it. */
export const sendStateAtom = atom(
  (get) => get(stateAtom),
  (_get, set, event: SendEvent) => set(stateAtom, (state) => nextSend(state, event)),
)

/** The address the person said they compared, before the first payment to it. */
export const checkedRecipientAtom = atom<string | undefined>(undefined)

/** The token search of the person. */
export const tokenSearchAtom = atom('')

/** Starts anew once no view of sending is open; what is under way goes on. */
export const resetFormAtom = atom(null, (get, set) => {
  if (get(isSendingOpenAtom)) return
  set(sendStateAtom, { is: 'left' })
  set(tokenSearchAtom, '')
  set(checkedRecipientAtom, undefined)
  if (!isUnderWay(get(sendStateAtom))) set(slotAtom, undefined)
})

/** Mounted by every view of sending: when the last one has gone, the form starts anew. */
export const resetOnLeaveAtom = atom(
  () => undefined,
  (_get, set) => set(resetFormAtom),
)
resetOnLeaveAtom.onMount = (leave) => () => leave()
