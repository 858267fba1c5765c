import { createServer as createTcpServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { createSmtpMailer, MailError, type SmtpConfig } from './smtp.ts'
import { parseSmtpUrl } from './smtp-url.ts'
import { testCertificate } from './testing/certificate.ts'

const open: (() => unknown)[] = []
afterEach(() => {
  for (const close of open.splice(0).reverse()) close()
})

type Arrived = {
  readonly recipients: readonly string[]
  readonly message: string
  readonly isSecure: boolean
}

/** A mail server on loopback, and the messages that arrived there. */
async function mailServer(options: SMTPServerOptions = {}, host = '127.0.0.1') {
  const arrived: Arrived[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, callback) => {
      connections += 1
      callback()
    },
    onData: async (stream, session, callback) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(Buffer.from(chunk))
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      arrived.push({ recipients, message: Buffer.concat(chunks).toString(), isSecure: session.secure })
      callback()
    },
    ...options,
  })
  server.on('error', () => undefined)
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, host, () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  open.push(() => server.close())
  return { arrived, port, connections: () => connections }
}

const from = { address: 'no-reply@wallet.example', name: 'Wallet' }
const mail = { to: 'user@site.example', subject: 'Your code', text: 'Your code is 123456.' }

function mailer(config: Partial<SmtpConfig> & { readonly url: string }) {
  const opened = createSmtpMailer({ from, ...config })
  open.push(opened.close)
  return opened
}

/** The error of a rejected promise, which must contain no address. */
async function failure(sent: Promise<unknown>): Promise<string> {
  const error: unknown = await sent.then(
    () => new Error('sent'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof MailError)) return String(error)
  expect(JSON.stringify([error.message, error.stack, error.cause])).not.toMatch(
    /site\.example|secret|wallet\.example/,
  )
  return `${error.code} ${error.status ?? ''}`.trim()
}

describe('SMTP mailer', () => {
  it('message › arrives with sender, subject and text', async () => {
    const { arrived, port } = await mailServer()
    await mailer({ url: `smtp://127.0.0.1:${port}` }).send({ ...mail, subject: 'Ihr Schlüssel' })
    expect(arrived.map(({ recipients }) => recipients)).toEqual([['user@site.example']])
    const message = arrived[0]?.message ?? ''
    expect(message).toContain('From: Wallet <no-reply@wallet.example>')
    expect(message).toContain('To: user@site.example')
    expect(message).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(message).toMatch(/^Auto-Submitted: auto-generated/im)
    expect(message).toContain('Your code is 123456.')
  })

  it('twenty messages at once › share at most four connections', async () => {
    const { arrived, port, connections } = await mailServer()
    const { send } = mailer({ url: `smtp://127.0.0.1:${port}` })
    await Promise.all(Array.from({ length: 20 }, () => send(mail)))
    expect(arrived).toHaveLength(20)
    expect(connections()).toBeLessThanOrEqual(4)
  })

  it('credentials › decoded and used', async () => {
    const usernames: unknown[] = []
    const { port } = await mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, callback) => {
        usernames.push([username, password])
        callback(null, password === 'p@ss:secret' ? { user: username } : {})
      },
    })
    const { check, send } = mailer({ url: `smtp://me%40x:p%40ss%3Asecret@127.0.0.1:${port}` })
    await check()
    await send(mail)
    expect(usernames[0]).toEqual(['me@x', 'p@ss:secret'])
    const wrong = mailer({ url: `smtp://me:secret@127.0.0.1:${port}` })
    expect(await failure(wrong.send(mail))).toBe('EAUTH 535')
    expect(await failure(wrong.check())).toBe('EAUTH 535')
  })

  it('remote server without STARTTLS › gets no password and no message', async () => {
    const usernames: string[] = []
    const { arrived, port } = await mailServer(
      {
        allowInsecureAuth: true,
        onAuth: ({ username = '' }, _session, callback) => {
          usernames.push(username)
          callback(null, { user: username })
        },
      },
      '127.0.0.2',
    )
    const { send } = mailer({ url: `smtp://me:secret@127.0.0.2:${port}` })
    expect(await failure(send(mail))).toMatch(/^ETLS/)
    expect([...arrived, ...usernames]).toEqual([])
  })

  it('remote server › gets the message over STARTTLS if its certificate is trusted', async () => {
    const { arrived, port } = await mailServer({ disabledCommands: [], ...testCertificate }, '127.0.0.2')
    const url = `smtp://127.0.0.2:${port}`
    expect(await failure(mailer({ url }).send(mail))).toMatch(/^(ESOCKET|ETLS)$/)
    expect(arrived).toEqual([])
    await mailer({ url, ca: testCertificate.cert }).send(mail)
    expect(arrived).toMatchObject([{ recipients: [mail.to], isSecure: true }])
  })

  it.each([
    'user@site.example\r\nBcc: other@site.example',
    'user@site.example\nRCPT TO:<other@site.example>',
    'user@site.example, other@site.example',
    'user@site.example;other@site.example',
    'User <user@site.example>',
    '<user@site.example>',
    '"a b"@site.example',
    'user@site.example\0',
    'user@site.example ',
    'user@@site.example',
    'user@[127.0.0.1]',
    'user@-site.example',
    'user',
    '',
    `${'a'.repeat(65)}@site.example`,
    `a@${'a.'.repeat(126)}example`,
  ])('recipient %j › rejected before a connection', async (to) => {
    const { connections, port } = await mailServer()
    expect(await failure(mailer({ url: `smtp://127.0.0.1:${port}` }).send({ ...mail, to }))).toBe('EADDRESS')
    expect(connections()).toBe(0)
  })

  it.each(['a\r\nBcc: other@site.example', 'a\nb', 'a\rb', 'a\u2028b', 'a\0b', '', 'x'.repeat(201)])(
    'subject %j › rejected before a connection',
    async (subject) => {
      const { connections, port } = await mailServer()
      const sent = mailer({ url: `smtp://127.0.0.1:${port}` }).send({ ...mail, subject })
      expect(await failure(sent)).toBe('EMESSAGE')
      expect(connections()).toBe(0)
    },
  )

  it('text with SMTP commands › stays text', async () => {
    const { arrived, port } = await mailServer()
    const text = 'a\r\n.\r\nMAIL FROM:<x@site.example>\r\n.\n..'
    await mailer({ url: `smtp://127.0.0.1:${port}` }).send({ ...mail, text })
    expect(arrived).toHaveLength(1)
    expect(arrived[0]?.message).toContain('MAIL FROM:<x@site.example>')
  })

  it('rejected recipient › reported by status only', async () => {
    const { port } = await mailServer({
      onRcptTo: ({ address }, _session, callback) => {
        callback(Object.assign(new Error(`No such user ${address}`), { responseCode: 550 }))
      },
    })
    expect(await failure(mailer({ url: `smtp://127.0.0.1:${port}` }).send(mail))).toBe('EENVELOPE 550')
  })

  it('server unavailable or silent › reported', async () => {
    const silent = createTcpServer(() => undefined)
    const port = await new Promise<number>((resolve) => {
      silent.listen(0, '127.0.0.1', () => {
        const address = silent.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
    open.push(() => silent.close())
    expect(await failure(mailer({ url: `smtp://127.0.0.1:${port}`, timeoutMs: 100 }).send(mail))).toBe(
      'ETIMEDOUT',
    )
    expect(await failure(mailer({ url: 'smtp://127.0.0.1:1' }).send(mail))).toMatch(/^(ESOCKET|ECONNECTION)$/)
  })

  it.each([
    { address: 'a@b, c@d', name: 'x' },
    { address: 'a@b', name: 'x\nBcc: c@d' },
    { address: '', name: 'x' },
  ])('sender %j › rejected', (sender) =>
    expect(() => createSmtpMailer({ url: 'smtp://localhost', from: sender })).toThrow('sender'),
  )
})

describe('URL of the mail server', () => {
  it.each([
    ['smtp://mail.example', 'mail.example', 587, false, false],
    ['smtps://mail.example', 'mail.example', 465, true, false],
    ['smtp://localhost', 'localhost', 25, false, true],
    ['smtp://[::1]:2525/', '::1', 2_525, false, true],
    ['smtp://localhost.evil.example', 'localhost.evil.example', 587, false, false],
  ])('%s › parsed', (url, host, port, isImplicitTls, isLocal) => {
    expect(parseSmtpUrl(url)).toEqual({ host, port, isImplicitTls, isLocal, credentials: undefined })
  })

  it.each([
    '',
    'mail.example',
    'http://secret',
    'smtp://',
    'smtp://u@secret',
    'smtp://a/secret',
    'smtp://%zz:secret@a',
    'smtp://a?secret',
  ])('%j › rejected without it in the message', (url) =>
    expect(() => parseSmtpUrl(url)).toThrow(/^(?!.*secret).*URL of the mail server/),
  )
})
