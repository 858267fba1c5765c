import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { formDraft } from '#widget/core/form-draft.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { isPrefilled, type ViewOf } from '#widget/core/view.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { flowOf } from '#widget/core/views.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { connectionsAtom, currentConnection } from '#widget/domain/accounts/connections.ts'
import { atom, resetOnUnmountAtom } from '#widget/lib/state.ts'
import { appliedView, emptyDraft, prefilledDraft } from '../draft.ts'
import { isUnderWay, nextSend, type SendEvent, type SendState } from '../model.ts'

/** Whether any send view is in the stack. */
export const isSendingOpenAtom = atom((get) => get(viewStackAtom).some((view) => flowOf(view) === 'send'))

/** Whether a send view is on screen. */
export const isSendingShownAtom = atom((get) => flowOf(get(currentViewAtom)) === 'send')

/** The form's view with the parameters of its request. */
const requestedViewAtom = atom((get): ViewOf<'WalletSend'> => {
  const found = get(viewStackAtom).findLast((view) => view.name === 'WalletSend')
  return found?.name === 'WalletSend' ? found : { name: 'WalletSend' }
})

/** The connection that sends. */
export const senderAtom = atom((get): Connection | undefined => {
  const { namespace } = get(requestedViewAtom)
  return namespace === undefined
    ? get(activeConnectionAtom)
    : currentConnection(get(connectionsAtom)[namespace])
})

/** The form's view with those prefilled fields that apply to the sender's namespace. */
const sendViewAtom = atom((get): ViewOf<'WalletSend'> => {
  const requested = get(requestedViewAtom)
  const sender = get(senderAtom)
  return sender === undefined ? requested : appliedView(requested, sender.namespace)
})

/** Whether the host prefilled any field. */
export const isPrefilledAtom = atom((get) => isPrefilled(get(sendViewAtom)))

/** The chain whose assets are listed: the requested one, else that of the wallet. */
export const listedChainDefaultAtom = atom(
  (get): ChainId | undefined => get(sendViewAtom).chainId ?? get(senderAtom)?.chain,
)

const form = formDraft(
  atom((get) => JSON.stringify(get(sendViewAtom))),
  atom((get) => prefilledDraft(get(sendViewAtom), get(listedChainDefaultAtom), get(localeAtom))),
)

/** The content of the form: the user's edits of this request, else its prefilled fields. Write changes to it. */
export const { draftAtom } = form

/** Empties the form after a send (SPEC §4), including prefilled fields. */
export const emptyDraftAtom = atom(null, (_get, set) => set(draftAtom, emptyDraft))

const stateAtom = atom<SendState>({ is: 'idle' })

/** Progress of the transfer; write events to it. */
export const sendStateAtom = atom(
  (get) => get(stateAtom),
  (_get, set, event: SendEvent) => set(stateAtom, (state) => nextSend(state, event)),
)

/** The address that the user confirmed to have compared, before the first payment to it. */
export const checkedRecipientAtom = atom<string | undefined>(undefined)

/** The user's token search. */
export const tokenSearchAtom = atom('')

/** Resets the form once no send view is open; a transfer under way continues. */
export const resetFormAtom = atom(null, (get, set) => {
  if (get(isSendingOpenAtom)) return
  set(sendStateAtom, { is: 'left' })
  set(tokenSearchAtom, '')
  set(checkedRecipientAtom, undefined)
  if (!isUnderWay(get(sendStateAtom))) set(form.discardEditsAtom)
})

/** Mounted by every send view: resets the form when the last one unmounts. */
export const resetOnLeaveAtom = resetOnUnmountAtom((_get, set) => set(resetFormAtom))
