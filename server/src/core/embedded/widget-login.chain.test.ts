import { expect, test } from 'vitest'
import {
  getEmbeddedAccount,
  postEmbeddedSignOut,
  postLoginAttempt,
  postLoginCode,
} from '../../../../shared/api/embedded-wallet.ts'
import { systemClock } from '../../../../shared/channel/clock.ts'
import { createDpopClient } from '../../../../widget-app/src/lib/dpop/dpop-client.ts'
import { createKeyStore } from '../../../../widget-app/src/lib/dpop/key-store.ts'
import { httpStatusOf } from '../../../../widget-app/src/lib/http.ts'
import { openEmbeddedWorld, site } from './testing/embedded-world.ts'

const email = 'ada@example.org'

/** The widget's client, whose requests the server gets as from a network. */
async function openWidgetClient() {
  const world = await openEmbeddedWorld()
  const client = createDpopClient({
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('host', new URL(String(input)).host)
      return world.server.app.request(String(input), { ...init, headers })
    },
    clock: systemClock,
    api: () => ({
      baseUrl: 'https://wallet.example',
      common: { projectId: 'demo', st: 'drawbridge', sv: 'html-eip155-0.1.0' },
    }),
    keys: createKeyStore('keys', () => undefined),
    pageOrigin: 'https://wallet.example',
  })
  return { ...world, client }
}

test('client of the widget › logs in, reads the account, signs out', async () => {
  const { client, codeTo } = await openWidgetClient()
  const { id } = await client.call(postLoginCode, { params: {}, query: {}, body: { email, site } })
  const attempt = { params: { id }, query: {}, body: { code: codeTo(email), site } }
  const { token, account } = await client.call(postLoginAttempt, attempt)
  expect(account.identities).toMatchObject([{ provider: 'email', name: email }])
  const session = { token }
  const read = () => client.call(getEmbeddedAccount, { params: {}, query: {} }, session)
  expect(await read()).toEqual(account)
  await client.call(postEmbeddedSignOut, { params: {}, query: {}, body: {} }, session)
  await expect(read()).rejects.toSatisfy((error) => httpStatusOf(error) === 401)
})

test('client of the widget › nonce of the server expired › gets another one', async () => {
  const { client, server, codeTo } = await openWidgetClient()
  const { id } = await client.call(postLoginCode, { params: {}, query: {}, body: { email, site } })
  // The server's clock only: the client takes its nonce for valid.
  server.advance(301_000)
  const attempt = { params: { id }, query: {}, body: { code: codeTo(email), site } }
  expect(await client.call(postLoginAttempt, attempt)).toMatchObject({ isNew: true })
})
