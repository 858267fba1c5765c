import * as z from '#shared/zod.ts'

/** True if a URL may be opened in a window: https, or http on localhost. */
function isPageUrl(text: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(text)
    const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
    return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && username === '' && password === ''
  } catch {
    return false
  }
}

/** URL of an external page to open: https, or http on localhost and *.localhost. */
export const pageUrlText = () => z.string().check(z.maxLength(4_096), z.refine(isPageUrl))
