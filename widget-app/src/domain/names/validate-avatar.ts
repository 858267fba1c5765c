import { validateIcon } from '#widget/lib/page/validate-icon.ts'

/**
 * A picture that its owner gave and that may be shown: inside the text itself, or from the widget's own origin. Anything
 * else would tell a stranger's server who looks at whom, and the document's policy refuses it.
 */
export const validateAvatar = (avatar: string | null | undefined): string | undefined =>
  avatar && /^\/(?![/\\])[\w./-]{1,3000}$/.test(avatar) ? avatar : validateIcon(avatar)
