import * as z from 'zod/mini'
import { parseUrl } from '../parse-url.ts'

/** Whether a page may be opened in a window: https, or http on this machine. */
function isPageUrl(text: string): boolean {
  const url = parseUrl(text)
  if (url === undefined) return false
  const { protocol, hostname, username, password } = url
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && username === '' && password === ''
}

/** Address of somebody else's page to open: https, or http on localhost and *.localhost. */
export const pageUrlText = () => z.string().check(z.maxLength(4_096), z.refine(isPageUrl))
