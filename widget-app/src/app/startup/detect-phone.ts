import { isAndroidAtom, isPhoneAtom } from '#widget/core/device.ts'
import type { Store } from '#widget/lib/state.ts'

/** A touch screen that is not wide. Whether the sheet is at the bottom depends on the width alone (`ui/sheet`). */
const phoneQuery = '(pointer: coarse) and (width < 600px)'

/** Stores whether this is a phone, now and on changes, and of which system. */
export function detectPhone(store: Store, page: Window): void {
  const query = page.matchMedia(phoneQuery)
  const update = () => store.set(isPhoneAtom, query.matches)
  query.addEventListener('change', update)
  update()
  store.set(isAndroidAtom, /android/i.test(page.navigator.userAgent))
}
