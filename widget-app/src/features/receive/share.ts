import { isAllowedByPermissionsPolicy } from '#widget/lib/page/permissions-policy.ts'

/** Whether the page may open the system's share sheet: where there is one, and no page around forbids it. */
export function canShare(page: Window): boolean {
  // Browsers that do not tell ask when the sheet is opened.
  return (
    typeof page.navigator.share === 'function' && isAllowedByPermissionsPolicy(page, 'web-share') !== false
  )
}

/** Opens the share sheet; false when it could not be opened. Who closes it without sharing has not failed. */
export const shareText = (page: Window, text: string): Promise<boolean> =>
  page.navigator.share({ text }).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  )
