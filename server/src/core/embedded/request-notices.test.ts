import { expect, it } from 'vitest'
import type { Mailer } from '../../ports/mail.ts'
import type { EmbeddedIdentity } from '../../ports/stores/embedded-users.ts'
import { createRequestNotices } from './request-notices.ts'

const mail = { subject: 'Requested', text: 'Cancel it' }
const google: EmbeddedIdentity = { provider: 'google', subject: '117', name: 'ada@gmail.example' }
const emailOf = (subject: string): EmbeddedIdentity => ({ provider: 'email', subject, name: subject })
const unused = async () => {
  throw new Error('Not called')
}

const noticesOf = (identities: readonly EmbeddedIdentity[], mailer?: Mailer) =>
  createRequestNotices({
    identities: { list: async () => identities, set: unused, remove: unused },
    mailer,
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  })

it('user with addresses › each gets the notice', async () => {
  const sent: string[] = []
  const mailer = { send: async ({ to }: { readonly to: string }) => void sent.push(to) }
  await noticesOf([google, emailOf('a@example.org'), emailOf('b@example.org')], mailer).send('u1', mail)
  expect(sent).toEqual(['a@example.org', 'b@example.org'])
})

it('user without an address › no notice, also without a mail server', async () => {
  await expect(noticesOf([google]).send('u1', mail)).resolves.toBeUndefined()
})

it('address without a mail server › 501', async () => {
  await expect(noticesOf([emailOf('a@example.org')]).send('u1', mail)).rejects.toMatchObject({ status: 501 })
})

it('mail server that takes no mail › 503', async () => {
  await expect(
    noticesOf([emailOf('a@example.org')], { send: unused }).send('u1', mail),
  ).rejects.toMatchObject({ status: 503 })
})
