import { validateIcon } from '#widget/lib/page/validate-icon.ts'

/**
 * The avatar if it may be shown: a data URL, or a path on the widget's origin. Any other URL would disclose to an external
 * server which user views which account, and the document's CSP blocks it.
 */
export const validateAvatar = (avatar: string | null | undefined): string | undefined =>
  avatar && /^\/(?![/\\])[\w./-]{1,3000}$/.test(avatar) ? avatar : validateIcon(avatar)
