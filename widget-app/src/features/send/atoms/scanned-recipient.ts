import { namespaceOf } from '#shared/caip/chain-id.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { browserCamera, type Camera } from '#widget/lib/camera/camera.ts'
import { atom } from '#widget/lib/state.ts'
import { recipientFromQrCode } from '../recipient/recipient-text.ts'
import { senderAtom } from './draft.ts'
import { setRecipientAtom } from './link.ts'

/** Fills in the form from a scanned code; returns false for any other code, and scanning continues. */
export const applyScanAtom = atom(null, (get, set, code: string): boolean => {
  const sender = get(senderAtom)
  const manifest = sender && get(portsAtom).chains.manifest(namespaceOf(sender.chain))
  const recipient = manifest && recipientFromQrCode(code, manifest.looksLikeAddress)
  if (recipient === undefined) return false
  set(viewStackAtom, { to: 'back' })
  void set(setRecipientAtom, recipient)
  return true
})

const cameraOverrideAtom = atom<Camera | undefined>(undefined)

/** The camera to scan with: the browser's, unless a test sets another one. */
export const cameraAtom = atom(
  (get) => get(cameraOverrideAtom) ?? browserCamera(window),
  (_get, set, camera: Camera) => set(cameraOverrideAtom, camera),
)
