import { isAllowedByPermissionsPolicy } from '#widget/lib/page/permissions-policy.ts'

/** Whether a page may ask to read the clipboard: in a frame only if the host page delegated it. */
export function canReadClipboard(page: Window): boolean {
  const { clipboard } = page.navigator
  if (!clipboard || typeof clipboard.readText !== 'function') return false
  return isAllowedByPermissionsPolicy(page, 'clipboard-read') ?? page === page.top
}

/** The clipboard's text; undefined when the browser or the person refuses. */
export const readClipboard = (page: Window): Promise<string | undefined> =>
  page.navigator.clipboard.readText().then(
    (text) => text.trim(),
    () => undefined,
  )
