import { isAndroidAtom, isPhoneAtom } from '#widget/core/device.ts'
import type { Store } from '#widget/lib/state.ts'

/** Held in the hand: touched, and not wide. When the sheet sits at the bottom is a matter of width alone (`ui/sheet`). */
const phoneQuery = '(pointer: coarse) and (width < 600px)'

/** Tells the kernel whether this is a phone, now and when that changes, and of which system. */
export function detectPhone(store: Store, page: Window): void {
  const query = page.matchMedia(phoneQuery)
  const tell = () => store.set(isPhoneAtom, query.matches)
  query.addEventListener('change', tell)
  tell()
  store.set(isAndroidAtom, /android/i.test(page.navigator.userAgent))
}
