import { describe, expect, it } from 'vitest'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { createDpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { createKeyStore } from '#widget/lib/dpop/key-store.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { memoryRecords } from './testing/memory-records.ts'
import { OtherUserError, openVaultSession, TicketRefusedError } from './vault-session.ts'
import type { SessionRecord, WalletRecords } from './wallet-records.ts'

const userId = 'user-0123456789abcdef'
const site = 'https://shop.example'
const account = {
  ...{ userId, walletId: 'wallet-0123456789abcdef', identities: [], passkeys: [], envelopes: [] },
}
const oldToken = 'aa'.repeat(32)
const newToken = 'bb'.repeat(32)
const nameOf = (token: string | undefined) => (token === undefined ? '-' : token === oldToken ? 'old' : 'new')
const unauthorized = () => new WidgetError('http/status', 'HTTP status 401', { data: { status: 401 } })

type World = {
  readonly stored?: SessionRecord
  /** The user and the site of the frame's tickets. */
  readonly ticketOf?: { readonly userId: string; readonly site: string }
  /** Tokens that the server no longer knows. */
  readonly unknown?: readonly string[]
}

function world({ stored, ticketOf = { userId, site }, unknown = [] }: World = {}) {
  const sessions = new Map(stored ? [[stored.userId, stored]] : [])
  const calls: string[] = []
  let ticketCount = 0
  const noWallet = async () => undefined
  const records: WalletRecords = {
    ...memoryRecords(),
    ...{ wallet: noWallet, putWallet: noWallet, deleteWallet: noWallet },
    exclusively: (_userId, run) => run(),
    session: async (id) => sessions.get(id),
    putSession: async (record) => void sessions.set(record.userId, record),
  }
  const respond = (path: string, token: string | undefined): [number, object] => {
    if (path.endsWith('/nonce')) return [200, { nonce: 'nonce', lifetimeSeconds: 300 }]
    calls.push(`${path.split('/').at(-1)} ${nameOf(token)}`)
    if (token !== undefined && unknown.includes(token)) return [401, {}]
    if (path.endsWith('/account')) return [200, account]
    return [200, { token: newToken, site: ticketOf.site, account: { ...account, userId: ticketOf.userId } }]
  }
  const client = createDpopClient({
    fetch: async (input, init) => {
      const [, token] = /^DPoP (\w+)$/.exec(new Headers(init?.headers).get('authorization') ?? '') ?? []
      const [status, body] = respond(new URL(String(input)).pathname, token)
      return Response.json(body, { status })
    },
    clock: fakeClock(),
    api: () => ({
      baseUrl: 'https://vault.example',
      common: { projectId: 'demo', st: 'drawbridge', sv: '1' },
    }),
    keys: createKeyStore('keys', () => undefined),
    pageOrigin: 'https://vault.example',
  })
  return {
    ports: {
      ...{ client, records },
      requestTicket: async () => {
        ticketCount += 1
        return 'cd'.repeat(32)
      },
    },
    calls,
    sessions,
    tickets: () => ticketCount,
  }
}

const stored = { userId, token: oldToken }

describe('openVaultSession', () => {
  it('stored session, frame proved by its opener › no ticket', async () => {
    const { ports, tickets, calls } = world({ stored })
    await openVaultSession(ports, { userId })
    expect([tickets(), calls]).toEqual([0, ['account old']])
  })

  it('stored session, frame of a mailbox › exchanges a ticket', async () => {
    const { ports, tickets, sessions } = world({ stored })
    await openVaultSession(ports, { userId, site })
    expect([tickets(), sessions.get(userId)?.token]).toEqual([1, newToken])
  })

  it.each([
    ['another user', { userId: 'user-other-0123456789', site }],
    ['another site', { userId, site: 'https://evil.example' }],
  ])('ticket of %s › rejects, and stores no session', async (_, ticketOf) => {
    const { ports, sessions } = world({ ticketOf })
    await expect(openVaultSession(ports, { userId, site })).rejects.toBeInstanceOf(OtherUserError)
    expect(sessions.size).toBe(0)
  })

  it('stored session that the server does not know › a ticket', async () => {
    const { ports, tickets } = world({ stored, unknown: [oldToken] })
    await openVaultSession(ports, { userId })
    expect(tickets()).toBe(1)
  })

  it('frame refuses a ticket › rejects as such', async () => {
    const { ports } = world()
    const requestTicket = () => Promise.reject(new TicketRefusedError('There is no session'))
    await expect(openVaultSession({ ...ports, requestTicket }, { userId })).rejects.toBeInstanceOf(
      TicketRefusedError,
    )
  })
})

describe('run', () => {
  it('session ends between two calls › repeated once with a new session', async () => {
    const unknown: string[] = []
    const { ports, tickets } = world({ stored, unknown })
    const session = await openVaultSession(ports, { userId })
    unknown.push(oldToken)
    const tokens: string[] = []
    await session.run(async (_call, { token }) => {
      tokens.push(token)
      if (unknown.includes(token)) throw unauthorized()
    })
    expect([tokens, tickets()]).toEqual([[oldToken, newToken], 1])
  })

  it('other failure › not repeated', async () => {
    const { ports, tickets } = world({ stored })
    const session = await openVaultSession(ports, { userId })
    await expect(session.run(() => Promise.reject(new Error('500')))).rejects.toThrow('500')
    expect(tickets()).toBe(0)
  })
})
