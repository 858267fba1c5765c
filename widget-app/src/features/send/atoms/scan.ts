import { viewStackAtom } from '#widget/core/view-stack.ts'
import { canRequestCamera } from '#widget/lib/camera/can-request-camera.ts'
import { atom } from '#widget/lib/state.ts'

/** Whether the Scan button is shown. */
export const canScanAtom = atom(() => canRequestCamera(window))

/** Opens the camera view over the form. */
export const openScanAtom = atom(null, (_get, set) =>
  set(viewStackAtom, { to: 'push', view: { name: 'WalletSendScan' } }),
)
