import { expect, it } from 'vitest'
import { createSmtpMailer } from '#server/adapters/smtp/smtp.ts'
import { createDisposer } from './disposer.ts'
import { startMailInbox } from './mail-inbox.ts'
import { parseMail } from './mail-message.ts'

it.each([
  ['ASCII', '123456 is your code', 'Your code: 123456.\n\nIt expires in 10 minutes.'],
  ['other scripts and long lines', '123456 — رمز “x” _ =3D', `Ünï = code, ${'word '.repeat(40)}\n\n=41 end`],
  [
    'only another script',
    'رمز الدخول إلى محفظتك على موقع القهوة',
    'رمز الدخول إلى محفظتك على موقع القهوة '.repeat(5).trim(),
  ],
])('message in %s › subject and text as they were sent', async (_, subject, text) => {
  const lifetime = createDisposer()
  const inbox = await startMailInbox(lifetime)
  const mailer = createSmtpMailer({
    url: inbox.url,
    from: { address: 'no-reply@widget.example', name: 'Drawbridge' },
  })
  lifetime.defer(mailer.close)
  await mailer.send({ to: 'ada@mail.example', subject, text })
  const [message = ''] = inbox.messagesTo('ada@mail.example')
  expect(parseMail(message)).toEqual({ subject, text })
  expect(inbox.list()).toMatchObject([{ to: ['ada@mail.example'], message }])
  await lifetime.end()
})
