import { isAllowedByPermissionsPolicy } from './permissions-policy.ts'

/** Whether a page can request to read the clipboard: a frame only if the host page delegated it. */
export function canReadClipboard(page: Window): boolean {
  const { clipboard } = page.navigator
  if (!clipboard || typeof clipboard.readText !== 'function') return false
  return isAllowedByPermissionsPolicy(page, 'clipboard-read') ?? page === page.top
}

/** The clipboard's text; undefined if the browser or the user rejects. */
export const readClipboard = (page: Window): Promise<string | undefined> =>
  page.navigator.clipboard.readText().then(
    (text) => text.trim(),
    () => undefined,
  )
