import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { configuredChainIdsAtom, networkAtom } from '#widget/domain/networks/networks.ts'
import { canRequestCamera } from '#widget/lib/camera/can-request-camera.ts'
import { canReadClipboard, readClipboard } from '#widget/lib/page/clipboard.ts'
import { atom } from '#widget/lib/state.ts'
import type { AssetKey } from '../draft.ts'
import { draftAtom, senderAtom, sendStateAtom, tokenSearchAtom } from './draft.ts'
import { previewAtom, problemsAtom, recipientAtom, roughFeeAtom } from './form.ts'
import { setRecipientAtom } from './link.ts'
import { pinResolvedNameAtom, refetchRecipientAtom } from './resolved-recipient.ts'
import { amountTextAtom } from './texts.ts'

/** Opens the list of tokens. */
export const openTokensAtom = atom(null, (_get, set) =>
  set(viewStackAtom, { to: 'push', view: { name: 'WalletSendSelectToken' } }),
)

/** Selects a token and returns to the form. An exact amount becomes its displayed text. */
export const selectTokenAtom = atom(null, (get, set, asset: AssetKey) => {
  const { amount } = get(draftAtom)
  // Base units of one token are a different amount of another: keep the displayed digits.
  const shown = amount.is === 'exact' ? { amount: { is: 'typed' as const, text: get(amountTextAtom) } } : {}
  set(draftAtom, { asset, ...shown })
  set(tokenSearchAtom, '')
  if (get(currentViewAtom).name === 'WalletSendSelectToken') set(viewStackAtom, { to: 'back' })
})

/** Fills in the maximum amount, and estimates the fee again if the last estimate failed. */
export const selectMaxAtom = atom(null, (get, set) => {
  set(draftAtom, { amount: { is: 'max' } })
  if (get(roughFeeAtom).is === 'failed') void set(roughFeeAtom)
})

/** Whether the Paste button is shown. */
export const canPasteAtom = atom(() => canReadClipboard(window))

/** Fills in the recipient from the clipboard; without permission the field stays as it is. */
export const pasteAtom = atom(null, async (_get, set) => {
  const text = await readClipboard(window)
  if (text) await set(setRecipientAtom, text)
})

/** Whether the Scan button is shown. */
export const canScanAtom = atom(() => canRequestCamera(window))

/** Opens the camera view over the form. */
export const openScanAtom = atom(null, (_get, set) =>
  set(viewStackAtom, { to: 'push', view: { name: 'WalletSendScan' } }),
)

/** The configured network that the address names, if the sender's wallet can use it; undefined otherwise. */
export const addressNetworkAtom = atom((get): Network | undefined => {
  const recipient = get(recipientAtom)
  if (recipient.is !== 'elsewhere' || recipient.chain === undefined) return undefined
  const { chain } = recipient
  const isConfigured = get(configuredChainIdsAtom).includes(chain)
  return isConfigured && namespaceOf(chain) === get(senderAtom)?.namespace
    ? get(networkAtom(chain))
    : undefined
})

/**
 * Switches the form to the network that the address names and selects its native currency, since the former token is of
 * another network.
 */
export const switchToAddressNetworkAtom = atom(null, (get, set) => {
  const network = get(addressNetworkAtom)
  const recipient = get(recipientAtom)
  if (!network || recipient.is !== 'elsewhere') return
  set(selectTokenAtom, { chain: network.id, address: undefined })
  set(draftAtom, { to: recipient.address })
})

/** Opens the review of a form without problems. */
export const reviewAtom = atom(null, (get, set) => {
  if (get(problemsAtom).length > 0 || !get(previewAtom)) return
  set(pinResolvedNameAtom)
  set(sendStateAtom, { is: 'reviewed' })
  set(viewStackAtom, { to: 'push', view: { name: 'WalletSendReview' } })
  void set(refetchRecipientAtom)
})
