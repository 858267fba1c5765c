import { namespaceOf } from '#shared/caip/chain-id.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { browserCamera, type Camera } from '#widget/lib/camera/camera.ts'
import { atom } from '#widget/lib/state.ts'
import { senderAtom } from '../atoms.ts'
import { setRecipientAtom } from './link-atoms.ts'
import { readRecipientText } from './recipient-text.ts'

/** What a code says of a recipient, an address, one with its network, or a payment link; undefined for a code of anything else. */
export function recipientFromQrCode(
  code: string,
  looksLikeAddress: (text: string) => boolean,
): string | undefined {
  const { is, text } = readRecipientText(code)
  // Taken even if it cannot be followed: the form says what is wrong with it.
  if (is === 'link') return text
  if (is === 'qualified') return code.trim()
  return is === 'bare' && looksLikeAddress(text) ? text : undefined
}

/** Takes a scanned code back to the form; false for a code of anything else, and the camera goes on. */
export const applyScanAtom = atom(null, (get, set, code: string): boolean => {
  const sender = get(senderAtom)
  const manifest = sender && get(portsAtom).chains.manifest(namespaceOf(sender.chain))
  const recipient = manifest && recipientFromQrCode(code, manifest.looksLikeAddress)
  if (recipient === undefined) return false
  set(viewStackAtom, { to: 'back' })
  void set(setRecipientAtom, recipient)
  return true
})

const givenCameraAtom = atom<Camera | undefined>(undefined)

/** The camera to scan with: the browser's, unless another one is given. */
export const cameraAtom = atom(
  (get) => get(givenCameraAtom) ?? browserCamera(window),
  (_get, set, camera: Camera) => set(givenCameraAtom, camera),
)
