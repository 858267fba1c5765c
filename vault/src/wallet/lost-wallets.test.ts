import { expect, it } from 'vitest'
import { createDpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { createKeyStore } from '#widget/lib/dpop/key-store.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { createDeviceFactor } from '../core/sealed-bytes.ts'
import { deleteLostWallets } from './lost-wallets.ts'
import { memoryRecords } from './testing/memory-records.ts'
import { storedUsers } from './wallet-records.ts'

const idOf = (name: string) => name.padEnd(16, '0')
const token = 'aa'.repeat(32)
const factor = await createDeviceFactor()
const accounts = { eip155: `0x${'0'.repeat(40)}`, solana: '1'.repeat(32), polkadot: `0x${'0'.repeat(64)}` }

type Asked = { readonly wallets: readonly { readonly userId: string; readonly envelopeId?: string }[] }

/** A browser with the wallet and the session of each user, where Ada has just opened the vault, and a server that responds so. */
async function world(users: readonly string[], respond: (asked: Asked) => Response | Promise<Response>) {
  const records = memoryRecords()
  const put = (name: string, envelope = `${name}-envelope`) =>
    records.putWallet({
      ...{ userId: idOf(name), walletId: idOf(`${name}-wallet`), envelopeId: idOf(envelope) },
      ...{ factor, sealed: 'a'.repeat(60), accounts },
    })
  for (const name of users) {
    await put(name)
    await records.putSession({ userId: idOf(name), token })
  }
  const asked: Asked[] = []
  const client = createDpopClient({
    fetch: async (input, init) => {
      if (String(input).includes('/nonce')) return Response.json({ nonce: 'nonce', lifetimeSeconds: 300 })
      const body: Asked = JSON.parse(String(init?.body))
      asked.push(body)
      return respond(body)
    },
    clock: fakeClock(),
    api: () => ({
      baseUrl: 'https://vault.example',
      common: { projectId: 'demo', st: 'drawbridge', sv: '1' },
    }),
    keys: createKeyStore('keys', () => undefined),
    pageOrigin: 'https://vault.example',
  })
  const envelope = { id: idOf('ada-envelope'), kind: 'device', createdAtMs: 0, isComplete: true } as const
  return {
    ...{ records, asked, put },
    run: (envelopes: readonly string[] = ['ada-envelope']) =>
      deleteLostWallets(
        { client, records },
        { userId: idOf('ada'), envelopes: envelopes.map((name) => ({ ...envelope, id: idOf(name) })) },
      ),
    /** Names of the users who have a wallet, and of those who have a session. */
    kept: async (names = users) => {
      const found = await Promise.all(
        names.map(async (name) => ({
          wallet: (await records.wallet(idOf(name))) ? [name] : [],
          session: (await records.session(idOf(name))) ? [name] : [],
        })),
      )
      return [found.flatMap(({ wallet }) => wallet), found.flatMap(({ session }) => session)]
    },
  }
}
const lost = (deleted: readonly string[], revoked: readonly string[] = []) =>
  Response.json({ deletedUserIds: deleted.map(idOf), revokedEnvelopeIds: revoked.map(idOf) })
const both = ['ada', 'bob']

it('user deleted › wallet and session go; envelope revoked › the wallet goes', async () => {
  const users = ['ada', 'bob', 'eve', 'dan']
  const { run, kept } = await world(users, () => lost(['bob'], ['eve-envelope']))
  await run()
  expect(await kept()).toEqual([
    ['ada', 'dan'],
    ['ada', 'eve', 'dan'],
  ])
})

it('only the user’s own wallet, as the server has it › the server is not asked', async () => {
  const { run, asked, kept } = await world(['ada'], () => lost(['ada'], ['ada-envelope']))
  await run()
  expect([asked, await kept()]).toEqual([[], [['ada'], ['ada']]])
})

it('own envelope that the account lacks › asked for; goes only if it is revoked', async () => {
  const { run, asked, kept, put } = await world(['ada'], () => lost(['ada'], []))
  await run([])
  expect(asked).toEqual([{ wallets: [{ userId: idOf('ada'), envelopeId: idOf('ada-envelope') }] }])
  expect(await kept()).toEqual([['ada'], ['ada']])
  await put('ada', 'ada-new')
  const revoked = await world(['ada'], () => lost([], ['ada-envelope']))
  await revoked.run([])
  expect(await revoked.kept()).toEqual([[], ['ada']])
})

it('response about users and envelopes that were not asked for › nothing goes', async () => {
  const { run, kept } = await world(both, () => lost(['ada', 'mallory'], ['ada-envelope', 'other']))
  await run()
  expect(await kept()).toEqual([both, both])
})

it.each([
  ['400', () => Response.json({}, { status: 400 })],
  ['401', () => Response.json({}, { status: 401 })],
  ['403', () => Response.json({}, { status: 403 })],
  ['404, as of a former version', () => Response.json({}, { status: 404 })],
  ['410', () => Response.json({}, { status: 410 })],
  ['500', () => Response.json({}, { status: 500 })],
  ['network error', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['no list', () => Response.json({ deletedUserIds: [idOf('bob')] })],
  ['a page of a proxy', () => new Response('<html></html>')],
])('%s › nothing goes, and nothing is thrown', async (_, respond) => {
  const { run, kept } = await world(both, respond)
  await run()
  expect(await kept()).toEqual([both, both])
})

it('records replaced by another window meanwhile › stay', async () => {
  const opened = await world(both, async () => {
    await opened.put('bob', 'bob-new')
    await opened.records.putSession({ userId: idOf('bob'), token: 'bb'.repeat(32) })
    return lost(['bob'], ['bob-envelope'])
  })
  await opened.run()
  expect(await opened.kept()).toEqual([both, both])
})

it('storage of the browser fails › never rejects', async () => {
  const { records } = await world(both, () => lost([]))
  const broken = { ...records, users: () => Promise.reject(new Error('No storage')) }
  const client = createDpopClient({
    ...{ fetch, clock: fakeClock(), pageOrigin: 'https://vault.example' },
    api: () => ({ baseUrl: '', common: { projectId: 'demo', st: 'drawbridge', sv: '1' } }),
    keys: createKeyStore('keys', () => undefined),
  })
  await deleteLostWallets({ client, records: broken }, { userId: idOf('ada'), envelopes: [] })
})

it('70 users › 32 in a call; a failed call leaves what is after it', async () => {
  const users = ['ada', ...Array.from({ length: 70 }, (_, n) => `user-${n}-`)]
  let calls = 0
  const { run, asked, kept } = await world(users, ({ wallets }) => {
    calls += 1
    if (calls === 3) return Response.json({}, { status: 503 })
    return Response.json({ deletedUserIds: wallets.map(({ userId }) => userId), revokedEnvelopeIds: [] })
  })
  await run()
  expect(asked.map(({ wallets }) => wallets.length)).toEqual([32, 32, 6])
  expect((await kept())[0]).toEqual(['ada', ...users.slice(65)])
})

it('users of records › each once, with what there is', () => {
  const wallets = [
    { userId: 'a', envelopeId: 'e' },
    { userId: 'b', envelopeId: 'f' },
  ]
  const sessions = [
    { userId: 'b', token },
    { userId: 'c', token },
  ]
  expect(storedUsers(wallets, sessions)).toEqual([
    { userId: 'a', envelopeId: 'e' },
    { userId: 'b', envelopeId: 'f', token },
    { userId: 'c', token },
  ])
})
