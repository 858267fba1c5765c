import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { Disposer } from './disposer.ts'

/** A message with its headers. */
export type ReceivedMail = {
  readonly to: readonly string[]
  readonly message: string
  readonly receivedAtMs: number
}

/**
 * The mail server of the local world. It stores received messages and delivers none. Addresses at `refused.example` are refused; it
 * never answers a message to one at `silent.example`.
 */
export type MailInbox = {
  /** SMTP URL for the server's mailer. */
  readonly url: string
  /** Messages to an address, headers included, in the order they arrived. */
  readonly messagesTo: (address: string) => readonly string[]
  /** The last messages, in the order they arrived. */
  readonly list: () => readonly ReceivedMail[]
}

const maxMessages = 1_000

/** Starts the inbox on a free port of loopback. */
export async function startMailInbox(lifetime: Disposer): Promise<MailInbox> {
  let messages: readonly ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Idle connections must not delay the end of the world.
    closeTimeout: 0,
    onRcptTo: ({ address }, _session, callback) =>
      callback(
        address.endsWith('@refused.example')
          ? Object.assign(new Error('No such user here'), { responseCode: 550 })
          : undefined,
      ),
    onData: async (stream, { envelope }, callback) => {
      const message = await text(stream)
      const to = envelope.rcptTo.map(({ address }) => address)
      if (to.some((address) => address.endsWith('@silent.example'))) return
      messages = [...messages, { to, message, receivedAtMs: Date.now() }].slice(-maxMessages)
      callback()
    },
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  lifetime.defer(() => new Promise((resolve) => server.close(() => resolve())))
  const address = listener.address()
  if (typeof address !== 'object' || address === null) throw new Error('The mail inbox has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    messagesTo: (to) => messages.filter((one) => one.to.includes(to)).map(({ message }) => message),
    list: () => messages,
  }
}
