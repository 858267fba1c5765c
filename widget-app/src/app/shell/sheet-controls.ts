import { hostConfigAtom } from '#widget/core/config.ts'
import { modalOpenAtom, shakeModalAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { viewOverrideAtom } from '#widget/core/view-override.ts'
import { canGoBackAtom, currentViewAtom, goBackAtom } from '#widget/core/view-stack.ts'
import { flowOf, titleOf } from '#widget/core/views.ts'
import { requiresSignInAtom } from '#widget/domain/accounts/sign-in.ts'
import { closeModalAtom, isCloseBlockedAtom } from '#widget/domain/modal/modal.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { displayedMismatchAtom } from '#widget/domain/review-queue/reviews.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'

/** The sheet's title. */
export const titleAtom = atom(
  (get) =>
    get(viewOverrideAtom)?.title ??
    titleOf(get(currentViewAtom), get(translateAtom), {
      walletName: (id) => get(walletByIdAtom(id))?.name ?? '',
      networkName: (id) => get(networkAtom(id))?.name ?? id,
    }),
)

/** Acknowledges the displayed mismatch, on a click of the user; returns whether there was one. */
const acknowledgeMismatchAtom = atom(null, (get): boolean => {
  const mismatch = get(displayedMismatchAtom)
  mismatch?.decide('cancel')
  return mismatch !== undefined
})

/** Close button: cancels a required sign-in; shakes on the sign and approve views; acknowledges a displayed mismatch. */
export const closeAtom = atom(null, (get, set) => {
  const isBlocked = get(isCloseBlockedAtom)
  const isSigningIn = get(requiresSignInAtom) && flowOf(get(currentViewAtom)) === 'sign-in'
  if (isSigningIn && !isBlocked) void get(portsAtom).flows.cancelSignIn()
  else {
    if (!isBlocked) set(acknowledgeMismatchAtom)
    set(closeModalAtom)
  }
})

/**
 * The host closes the modal: as the user's Cancel does during a sign-in (SPEC §4 sign-in flow 5). A mismatch stays,
 * because it may concern the host.
 */
export const closeForHostAtom = atom(null, async (get, set): Promise<void> => {
  const isSigningIn = flowOf(get(currentViewAtom)) === 'sign-in' || get(isCloseBlockedAtom)
  if (get(displayedMismatchAtom)) set(shakeModalAtom)
  else if (isSigningIn && get(modalOpenAtom)) await get(portsAtom).flows.cancelSignIn()
  else set(closeModalAtom)
})

/** The back arrow in the header. */
export const backAtom = atom(null, (_get, set) => {
  if (!set(acknowledgeMismatchAtom)) set(goBackAtom)
})

/** Escape goes back, and from the first view it closes; an embedded widget has nothing to close. */
export const escapeAtom = atom(null, (get, set) => {
  if (get(isCloseBlockedAtom)) set(closeModalAtom)
  else if (get(canGoBackAtom)) set(backAtom)
  else if (!get(hostConfigAtom).embedded) set(closeAtom)
})

/** Escape in the page, as the page reports it. */
export const escapeForHostAtom = atom(null, (get, set) =>
  get(displayedMismatchAtom) ? set(shakeModalAtom) : set(escapeAtom),
)

/** Reports the widget's current height to an embedding page. */
export const reportHeightAtom = atom(null, (get, _set, heightPx: number) => {
  if (get(hostConfigAtom).embedded) get(portsAtom).host.resize(heightPx)
})
