import * as z from 'zod/mini'

/** Whether a page may be opened in a window: https, or http on this machine. */
function isPageUrl(text: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(text)
    const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
    return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && username === '' && password === ''
  } catch {
    return false
  }
}

/** Address of somebody else's page to open: https, or http on localhost and *.localhost. */
export const pageUrlText = () => z.string().check(z.maxLength(4_096), z.refine(isPageUrl))
