import { createTransport } from 'nodemailer'
import type { Mailer } from '../../ports/mail.ts'
import { parseSmtpUrl } from './smtp-url.ts'

const maxConnections = 4
const messagesPerConnection = 100
const maxTextLength = 16_384
const defaultTimeoutMs = 10_000

/** One address as HTML's `<input type=email>` accepts it: no list, no name, no comment, no quotes. */
const address =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/
const maxAddressLength = 254
/** Printable text of one line; a line break would start a header. */
const line = /^[^\p{Cc}\u2028\u2029]{1,200}$/u

export type SmtpConfig = {
  /** See `parseSmtpUrl`. */
  readonly url: string
  /** Address of the sender, and its display name. */
  readonly from: { readonly address: string; readonly name: string }
  /** Timeout of the connection, the SMTP greeting and each response. */
  readonly timeoutMs?: number
  /** Certificates of a private authority, in PEM; replaces the system's authorities. */
  readonly ca?: string
}

/** A message that was not sent. The error contains no address and no text of the mail server. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Nodemailer's code, e.g. `EAUTH`, `ETIMEDOUT`. */
  readonly code: string
  /** The mail server's status, e.g. 550. */
  readonly status: number | undefined

  constructor(code: string, status?: number) {
    super(`The message was not sent (${code}${status === undefined ? '' : ` ${status}`})`)
    this.code = code
    this.status = status
  }
}

function mailError(error: unknown): MailError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const status = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined
  return new MailError(
    typeof code === 'string' && /^[A-Z_0-9]{1,64}$/.test(code) ? code : 'unknown',
    typeof status === 'number' ? status : undefined,
  )
}

const isAddress = (text: string) => text.length <= maxAddressLength && address.test(text)

/**
 * Sends mail through one pool of connections. Except for a server on this machine, a connection without TLS is rejected
 * before anything is sent, including the password.
 * @throws Error with the name of the invalid setting.
 */
export function createSmtpMailer({ url, from, timeoutMs = defaultTimeoutMs, ca }: SmtpConfig): Mailer & {
  /** Resolves when the server accepts a connection and the credentials. @throws MailError */
  readonly check: () => Promise<void>
  readonly close: () => void
} {
  const server = parseSmtpUrl(url)
  if (!isAddress(from.address)) throw new Error('The sender of mail is not one e-mail address')
  if (!line.test(from.name)) throw new Error('The name of the sender of mail is not one line')
  const transport = createTransport({
    pool: true,
    host: server.host,
    port: server.port,
    secure: server.isImplicitTls,
    requireTLS: !server.isLocal,
    ignoreTLS: server.isLocal,
    ...(server.credentials === undefined ? {} : { auth: server.credentials }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    maxConnections,
    maxMessages: messagesPerConnection,
    connectionTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    send: async ({ to, subject, text }) => {
      if (!isAddress(to)) throw new MailError('EADDRESS')
      if (!line.test(subject) || text.length > maxTextLength) throw new MailError('EMESSAGE')
      try {
        await transport.sendMail({
          from: { ...from },
          // An object is not parsed, so that no part of the text becomes a second address.
          to: { name: '', address: to },
          subject,
          text,
          // RFC 3834: no vacation notices in return.
          headers: { 'auto-submitted': 'auto-generated' },
        })
      } catch (error) {
        throw mailError(error)
      }
    },
    check: async () => {
      try {
        await transport.verify()
      } catch (error) {
        throw mailError(error)
      }
    },
    close: () => transport.close(),
  }
}
