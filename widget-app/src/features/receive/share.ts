import { isAllowedByPermissionsPolicy } from '#widget/lib/page/permissions-policy.ts'

/**
 * True if the widget can open the system's share sheet: supported, and allowed by the Permissions Policy of every ancestor.
 */
export function canShare(page: Window): boolean {
  // Browsers without that information report it when the sheet opens.
  return (
    typeof page.navigator.share === 'function' && isAllowedByPermissionsPolicy(page, 'web-share') !== false
  )
}

/** Opens the share sheet; resolves to false if it could not open. Dismissing it is no failure. */
export const shareText = (page: Window, text: string): Promise<boolean> =>
  page.navigator.share({ text }).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  )
