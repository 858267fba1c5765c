import { randomBytes, randomUUID } from 'node:crypto'
import { parseChainId } from '../../../../shared/caip/chain-id.ts'
import type { Stores } from '../../ports/stores/stores.ts'

/**
 * Rows per user. Each has one session; of ten users two have confirmed an e-mail address, one has a name, and one has bought
 * tokens once. Each sends ten events a month, which are stored if the sink is the database.
 */
export const perUser = { session: 1, email: 0.2, name: 0.1, order: 0.1, event: 10 } as const
export type Stored = keyof typeof perUser

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')
const address = (): string => `0x${hex(20)}`
const never = Number.MAX_SAFE_INTEGER
const [projectKey, now] = [randomUUID(), Date.parse('2026-11-28T12:00:00Z')]
const day = 86_400_000
/** When every event has expired, and nothing else. */
export const eventsEndMs = now + day

/** The rows of a sign-in: a nonce, and a session with an EIP-4361 message that has a statement and an expiration time. */
async function signIn({ signIns }: Stores): Promise<void> {
  const nonce = { tokenHash: hex(32), projectKey, nonce: hex(16), expiresAtMs: never }
  await signIns.addNonce(nonce)
  await signIns.consumeNonce(nonce.tokenHash, now)
  await signIns.addSession({
    tokenHash: hex(32),
    projectKey,
    message: {
      accountAddress: address(),
      chainId: parseChainId('eip155:8453'),
      ...{ domain: 'shop.example', uri: 'https://shop.example/checkout', version: '1', nonce: nonce.nonce },
      statement: 'I accept the terms of the shop: https://shop.example/terms',
      ...{ issuedAt: '2026-11-28T12:00:00.000Z', expirationTime: '2026-12-28T12:00:00.000Z' },
    },
    email: undefined,
    expiresAtMs: now + 30 * day,
  })
}

async function confirmEmail({ signIns }: Stores): Promise<void> {
  const idHash = hex(32)
  await signIns.addCode({
    ...{ idHash, projectKey, email: `${hex(8)}@mail.example`, account: `eip155:8453:${address()}` },
    ...{ codeHash: hex(32), expiresAtMs: now },
  })
  await signIns.confirmCode(idHash, now + 90 * day)
}

async function registerName({ names }: Stores): Promise<void> {
  await names.register({
    ...{ registry: 'default', name: `${hex(6)}.wallet.example`, avatar: undefined, createdAtMs: now },
    accounts: [{ coinType: 60, address: address() }],
  })
}

/** A purchase, and the two events of its payment. */
async function buy({ orders }: Stores): Promise<void> {
  const [reference, vendorId] = [hex(32), `cos_${hex(12)}`]
  const terms = { asset: 'ETH', network: 'base', address: address(), currency: 'USD', amount: '100.00' }
  await orders.add({
    ...{ reference, projectKey, id: randomUUID(), provider: 'stripe' },
    purchase: JSON.stringify({ provider: 'stripe', ...terms }),
    url: `https://crypto.link.com?session_hash=${hex(64)}`,
    ...{ vendorId, createdAtMs: now, expiresAtMs: now + 180 * day },
  })
  const states = [{ is: 'processing' as const }, { is: 'sent' as const, transactionHash: `0x${hex(32)}` }]
  for (const [at, state] of states.entries())
    await orders.apply(
      {
        ...{ provider: 'stripe', eventId: `evt_${hex(12)}`, reference, paymentId: vendorId },
        ...{ occurredAtMs: now + at, state },
      },
      now + 30 * day,
    )
}

const eventContent = () => ({
  eventId: randomUUID(),
  url: 'https://shop.example/checkout',
  domain: 'shop.example',
  timestamp: now,
  props: {
    ...{ type: 'track', event: 'CONNECT_SUCCESS', address: address() },
    properties: { caipNetworkId: 'eip155:8453', method: 'browser', name: 'Harbour Wallet', reconnect: false },
  },
})

const eventsAtOnce = 500

async function runConcurrently(concurrency: number, count: number, add: () => Promise<void>): Promise<void> {
  let left = count
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await add()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

/**
 * Adds one part of the rows for a number of users, through the ports.
 * @param concurrency concurrent writes, as from many requests.
 */
export async function fillUsers(
  stores: Stores,
  part: Stored,
  users: number,
  concurrency: number,
): Promise<void> {
  const count = Math.round(users * perUser[part])
  switch (part) {
    case 'session':
      return runConcurrently(concurrency, count, () => signIn(stores))
    case 'email':
      return runConcurrently(concurrency, count, () => confirmEmail(stores))
    case 'name':
      return runConcurrently(concurrency, count, () => registerName(stores))
    case 'order':
      return runConcurrently(concurrency, count, () => buy(stores))
    case 'event':
      for (let added = 0; added < count; added += eventsAtOnce) {
        const size = Math.min(eventsAtOnce, count - added)
        const records = Array.from({ length: size }, () => ({
          ...{ kind: 'analytics' as const, projectKey, receivedAtMs: now, content: eventContent() },
        }))
        await stores.events.add(records, eventsEndMs)
      }
  }
}
