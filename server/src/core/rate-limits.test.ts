import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { familyOf } from './endpoint-families.ts'
import { balanceCost, chargesOf, type Family, rpcCost } from './rate-limits.ts'

const everyone = { ip: 'i', account: 'a', email: 'e', code: 'c', project: 'p' }
const budgetsOf = (family: Family) => chargesOf(family, everyone).map(({ budget }) => budget)

const endpointShape = z.object({
  method: z.enum(['GET', 'POST', 'PUT']),
  path: z.string().check(z.startsWith('/')),
})

describe('endpoint families', () => {
  it('every endpoint of shared/api › has a family', async () => {
    const files = readdirSync('shared/api').filter((file) => /^[a-z-]+\.ts$/.test(file))
    const modules: unknown[] = await Promise.all(
      files.map((file) => import(/* @vite-ignore */ `../../../shared/api/${file}`)),
    )
    const endpoints = modules
      .flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
      .flatMap((value) => endpointShape.safeParse(value).data ?? [])
    expect(endpoints.length).toBeGreaterThan(40)
    for (const endpoint of endpoints) expect(familyOf(endpoint)).toBeTypeOf('string')
  })

  it('unknown endpoint › throws', () =>
    expect(() => familyOf({ method: 'GET', path: '/v2' })).toThrow('No rate limit is defined for GET /v2'))

  it.each([
    ['POST', '/auth/v1/otp', 'code-send'],
    ['PUT', '/auth/v1/otp', 'code-confirm'],
    ['POST', '/auth/v1/authenticate', 'sign-in'],
    ['POST', '/v1', 'rpc'],
  ] as const)('%s %s › %s', (method, path, family) => expect(familyOf({ method, path })).toBe(family))
})

describe('rate limits', () => {
  const families: readonly Family[] = [
    ...(['catalogue', 'picture', 'event', 'mailbox', 'chain-data', 'rpc', 'order'] as const),
    ...(['name-claim', 'smart-session', 'sign-in', 'code-send', 'code-confirm'] as const),
  ]

  it.each(families)('%s › is limited by network first and by project last', (family) => {
    const names = budgetsOf(family).map(({ name }) => name)
    expect(names[0]).toBe(`${family} ip`)
    if (names.includes(`${family} project`)) expect(names.at(-1)).toBe(`${family} project`)
    const [ip, project] = [budgetsOf(family)[0], budgetsOf(family).at(-1)]
    expect(ip?.points).toBeLessThanOrEqual(project?.points ?? 0)
  })

  it('without the shared store › sign-in, codes and sessions are refused, all else is limited locally', () => {
    const refused = families.filter((family) => budgetsOf(family).every((one) => one.whenAway === 'refuse'))
    expect(refused).toEqual(['smart-session', 'sign-in', 'code-send', 'code-confirm'])
    for (const family of refused) for (const one of budgetsOf(family)) expect(one.isShared).toBe(true)
  })

  it('codes › are limited by network, e-mail address and project', () => {
    const scopesOf = (family: Family) => budgetsOf(family).map(({ name }) => name.slice(family.length + 1))
    expect(scopesOf('code-send')).toEqual(['ip', 'account', 'email', 'project'])
    expect(scopesOf('code-confirm')).toEqual(['ip', 'email', 'code', 'project'])
  })

  it('guesses at codes of one address in a day › find one of a million with less than 0.1 %', () => {
    const email = budgetsOf('code-confirm').find(({ name }) => name.endsWith('email'))
    expect(((email?.points ?? 1e9) / (email?.seconds ?? 1)) * 86_400).toBeLessThan(1_000)
  })

  it('unknown payers › are left out', () => {
    expect(chargesOf('sign-in', { ip: 'i', account: undefined }).map(({ subject }) => subject)).toEqual(['i'])
    expect(chargesOf('rpc', {})).toEqual([])
  })

  it.each([
    [1, 1, 600, 1],
    [7, 1, 600, 7],
    [7, 0.001, 1, 1],
    [0, 10, 6_000, 1],
    [1e9, 1, 600, 600],
  ])('cost %d times %d › takes from %d points %d', (cost, factor, points, taken) => {
    const [ip] = chargesOf('chain-data', everyone, cost, factor)
    expect([ip?.budget.points, ip?.points]).toEqual([points, taken])
  })

  it('costs › grow with chains, fresh tokens and calls', () => {
    expect([balanceCost(1, 0), balanceCost(0, 0), balanceCost(70, 0), balanceCost(1, 3)]).toEqual([
      1, 1, 9, 4,
    ])
    expect(rpcCost(['eth_call', 'eth_call', 'eth_getLogs'])).toBe(7)
    expect(rpcCost([])).toBe(0)
  })
})
