import { namespaceOf } from '#shared/caip/chain-id.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { browserCamera, type Camera } from '#widget/lib/camera/camera.ts'
import { atom } from '#widget/lib/state.ts'
import { senderAtom } from '../atoms.ts'
import { setRecipientAtom } from './link-atoms.ts'
import { parseRecipientText } from './recipient-text.ts'

/** The recipient in a QR code: an address, one with its network, or a payment link; undefined for any other code. */
export function recipientFromQrCode(
  code: string,
  looksLikeAddress: (text: string) => boolean,
): string | undefined {
  const { is, text } = parseRecipientText(code)
  // Returned even if it is invalid: the form shows the problem.
  if (is === 'link') return text
  if (is === 'qualified') return code.trim()
  return is === 'bare' && looksLikeAddress(text) ? text : undefined
}

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
