import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from '../../../shared/zod.ts'
import { balanceCost, chargesOf, type Family } from './rate-limits.ts'
import { familyOf } from './routes/endpoint-families.ts'
import { codeAttemptLimit } from './routes/sign-in-routes.ts'

const everyone = { ip: 'i', account: 'a', email: 'e', code: 'c', project: 'p' }
/** The configuration's defaults. */
const settings = {
  project: { pointsPerMinute: 60_000, codesPerHour: 1_000 },
  ip: { pointsPerMinute: 1_200, codesPerHour: 30 },
  account: { pointsPerMinute: 300 },
  email: { codesPerHour: 5 },
}
const budgetsOf = (family: Family) => chargesOf(family, everyone, settings).map(({ budget }) => budget)

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

  it.each(families)('%s › limited by network first and by project last', (family) => {
    const names = budgetsOf(family).map(({ name }) => name)
    expect(names[0]).toBe(`${family} ip`)
    if (names.includes(`${family} project`)) expect(names.at(-1)).toBe(`${family} project`)
    const [ip, project] = [budgetsOf(family)[0], budgetsOf(family).at(-1)]
    expect(ip?.points).toBeLessThanOrEqual(project?.points ?? 0)
  })

  it('no shared store › rejects sign-in, codes, sessions; limits the rest locally', () => {
    const rejecting = [...families, 'doctor' as const, 'metrics' as const].filter((family) =>
      budgetsOf(family).every((one) => one.whenUnavailable === 'refuse'),
    )
    expect(rejecting).toEqual(['smart-session', 'sign-in', 'code-send', 'code-confirm', 'doctor'])
    for (const family of rejecting) for (const one of budgetsOf(family)) expect(one.isShared).toBe(true)
  })

  it('codes › limited by network, e-mail address and project', () => {
    const scopesOf = (family: Family) => budgetsOf(family).map(({ name }) => name.slice(family.length + 1))
    expect(scopesOf('code-send')).toEqual(['ip', 'account', 'email', 'project'])
    expect(scopesOf('code-confirm')).toEqual(['ip', 'code', 'project'])
  })

  it('code guesses for one address per day › below 0.1 % chance of a hit', () => {
    const email = budgetsOf('code-send').find(({ name }) => name.endsWith('email'))
    const codesPerDay = ((email?.points ?? 1e9) / (email?.seconds ?? 1)) * 86_400
    expect(codesPerDay * codeAttemptLimit).toBeLessThan(1_000)
  })

  it('operator secrets › fewer than 200,000 guesses per network and day', () => {
    for (const family of ['doctor', 'metrics'] as const) {
      const [ip, ...others] = budgetsOf(family)
      expect([ip?.name, others]).toEqual([`${family} ip`, []])
      expect(((ip?.points ?? 1e9) / (ip?.seconds ?? 1)) * 86_400).toBeLessThan(200_000)
    }
  })

  it('unknown scope keys › skipped', () => {
    const charges = chargesOf('sign-in', { ip: 'i', account: undefined }, settings)
    expect(charges.map(({ subject }) => subject)).toEqual(['i'])
    expect(chargesOf('rpc', {}, settings)).toEqual([])
  })

  it.each([
    [1, 1_200, 600, 1],
    [7, 1_200, 600, 7],
    [7, 1, 1, 1],
    [0, 12_000, 6_000, 1],
    [1e9, 1_200, 600, 600],
  ])('cost %d, client with %d points › of a budget of %d uses %d', (cost, pointsPerMinute, points, taken) => {
    const ip0 = { ...settings.ip, pointsPerMinute }
    const [ip] = chargesOf('chain-data', everyone, { ...settings, ip: ip0 }, cost)
    expect([ip?.budget.points, ip?.points]).toEqual([points, taken])
  })

  it.each(families)('%s › configured points doubled › budgets double', (family) => {
    const doubled = {
      project: { pointsPerMinute: 120_000, codesPerHour: 2_000 },
      ip: { pointsPerMinute: 2_400, codesPerHour: 60 },
      account: { pointsPerMinute: 600 },
      email: { codesPerHour: 10 },
    }
    const pointsOf = (granted: typeof settings) =>
      chargesOf(family, { ip: 'i', email: 'e', project: 'p' }, granted).map(({ budget }) => budget.points)
    expect(pointsOf(doubled)).toEqual(pointsOf(settings).map((points) => points * 2))
  })

  it('balance cost › grows with chains and fresh tokens', () => {
    expect([balanceCost(1, 0), balanceCost(0, 0), balanceCost(70, 0), balanceCost(1, 3)]).toEqual([
      1, 1, 9, 4,
    ])
  })
})
