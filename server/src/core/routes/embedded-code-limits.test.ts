import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRateLimiter } from '../../adapters/rate-limiter/rate-limiter.ts'
import { codesPerClient, wrongAttemptsPerAddress } from '../embedded/codes.ts'
import { type EmbeddedWorld, openEmbeddedWorld, site } from '../embedded/testing/embedded-world.ts'

const email = 'ada@example.org'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let world: EmbeddedWorld
beforeEach(async () => {
  world = await openEmbeddedWorld()
})
afterEach(() => world.server.close())

/** A code that differs from the right one. */
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const guessesPerMinute = 6
/** The nth address of one IPv6 /64. */
const ipOfNetwork = (n: number) => `2001:db8:0:1:${(n * 977).toString(16)}::${(n + 1).toString(16)}`

it('wrong attempts before and after the end of a day › 15 in any 24 hours', async () => {
  const client = await world.createClient()
  const comparedAtMs: number[] = []
  const guess = async (times: number) => {
    const { id } = await world.requestCode(client, email)
    for (let n = 0; n < times; n++)
      if ((await world.attempt(client, id, wrongCode(world.codeTo(email)))).status === 400)
        comparedAtMs.push(world.server.now())
    world.server.advance(20 * minuteMs)
  }
  await guess(1)
  world.server.advance(dayMs - 90 * minuteMs)
  for (let code = 0; code < 7; code++) await guess(5)
  const inDayFrom = (start: number) => comparedAtMs.filter((at) => at >= start && at < start + dayMs).length
  expect(Math.max(...comparedAtMs.map(inDayFrom))).toBe(wrongAttemptsPerAddress)
  // The first attempt no longer counts once its 24 hours are over.
  expect(comparedAtMs).toHaveLength(wrongAttemptsPerAddress + 1)
})

it('one typo a day › the right code logs in on each of 40 days', async () => {
  for (let day = 0; day < 40; day++) {
    const browser = await world.createClient()
    const { id } = await world.requestCode(browser, email)
    const code = world.codeTo(email)
    const statuses = [
      (await world.attempt(browser, id, wrongCode(code))).status,
      (await world.attempt(browser, id, code)).status,
    ]
    expect([day, ...statuses]).toEqual([day, 400, 200])
    world.server.advance(dayMs - minuteMs)
  }
})

it.each([
  ['one IPv4 address', () => '192.0.2.1', '192.0.2.2'],
  ['addresses of one IPv6 /64', ipOfNetwork, '2001:db8:0:2::1'],
])('codes › by %s › 20 an hour, others get theirs', async (_, addressOf, other) => {
  const request = async (remoteAddress: string, n: number) =>
    (await world.requestCode(await world.createClient(remoteAddress), `user${n}@example.org`)).status
  const statuses: number[] = []
  for (let n = 0; n <= codesPerClient; n++) statuses.push(await request(addressOf(n), n))
  expect(statuses.filter((status) => status === 200)).toHaveLength(codesPerClient)
  expect(statuses.at(-1)).toBe(429)
  expect(await request(other, codesPerClient + 1)).toBe(200)
})

it.each([
  ['one IPv4 address', () => '192.0.2.1', '192.0.2.2'],
  ['addresses of one IPv6 /64', ipOfNetwork, '2001:db8:0:2::1'],
])('guesses › by %s › one budget, others have theirs', async (_, addressOf, other) => {
  const limiter = createRateLimiter({})
  const large = { pointsPerMinute: 100_000, codesPerHour: 100_000 }
  // Calls of embedded wallets get a fifth of this.
  const ip = { ...large, pointsPerMinute: guessesPerMinute * 5 }
  const budgets = { project: large, account: large, email: large, ip }
  const limited = await openEmbeddedWorld({ parts: { limits: { limiter, budgets } } })
  const guess = async (remoteAddress: string, n: number) => {
    // The nonce of the proof is charged too: to another client.
    const prover = await limited.createClient(`198.51.100.${n}`)
    const proof = await prover.proofFor('POST', '/codes/no-such-code')
    const attacker = await limited.createClient(remoteAddress)
    const body = { code: '000000', site }
    return (await attacker.call('POST', '/codes/no-such-code', { body, proof })).status
  }
  const statuses: number[] = []
  for (let n = 0; n <= guessesPerMinute; n++) statuses.push(await guess(addressOf(n), n))
  expect(statuses).toEqual([...Array(guessesPerMinute).fill(404), 429])
  expect(await guess(other, guessesPerMinute + 1)).toBe(404)
  await limited.server.close()
  await limiter.close()
})
