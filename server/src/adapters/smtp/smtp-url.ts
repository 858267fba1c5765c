import { parseUrl } from '../../../../shared/parse-url.ts'

/** The mail server of the operator's URL. */
export type SmtpServer = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (`smtps:`). */
  readonly isImplicitTls: boolean
  /** On this machine: the only server that may be used without TLS. */
  readonly isLocal: boolean
  readonly credentials: { readonly user: string; readonly pass: string } | undefined
}

const localHosts = new Set(['localhost', '127.0.0.1', '::1'])

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Parses `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465`; user and password are
 * percent-encoded. Ports default to 587, 465, and 25 on this machine.
 * @throws Error that contains no part of the URL.
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = parseUrl(text)
  if (url === undefined) throw new Error('The URL of the mail server is invalid')
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')
    throw new Error('The URL of the mail server is not smtp: or smtps:')
  if (url.hostname === '' || !/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '')
    throw new Error('The URL of the mail server may hold user, password, host and port only')
  if ((url.username === '') !== (url.password === ''))
    throw new Error('The URL of the mail server has only one of user and password')
  const [user, pass] = [url.username, url.password].map(decode)
  if (user === undefined || pass === undefined)
    throw new Error('User or password in the URL of the mail server is not percent-encoded')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocal = localHosts.has(host)
  const isImplicitTls = url.protocol === 'smtps:'
  const defaultPort = isImplicitTls ? 465 : isLocal ? 25 : 587
  return {
    host,
    port: url.port === '' ? defaultPort : Number(url.port),
    isImplicitTls,
    isLocal,
    credentials: user === '' ? undefined : { user, pass },
  }
}
