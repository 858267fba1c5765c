import { describe, expect, it } from 'vitest'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { flatFacts, needsReview, risksOf } from '#widget/kernel/request-risk.ts'
import { dappWorld } from './testing/dapp-world.ts'
import { drainerRequests } from './testing/drainer-requests.ts'
import { mint } from './testing/unit-world.ts'

const host = 'shop.example'

describe('drainers', () => {
  it('corpus › no two requests select the same instruction', () => {
    const keys = drainerRequests.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBeGreaterThanOrEqual(30)
  })

  it.each(drainerRequests.map((one) => [one.name, one] as const))(
    'R6 › %s › reviewed and named',
    async (_name, { request, fact, risk }) => {
      const prepared = await dappWorld().prepare(request.method, request.params)
      const description = await prepared.read?.(new AbortController().signal)
      if (description === undefined) throw new Error('It is not read')
      expect(flatFacts(description.facts)).toContainEqual(expect.objectContaining(fact))
      const risks = risksOf(description, { host, newContracts: [], now: 0 })
      if (risk !== undefined) expect(risks).toContain(risk)
      const allowed = isAllowListed(description, {
        host,
        isBundledToken: (_chain, contract) => contract === mint,
      })
      expect(allowed).toBe(false)
      expect(needsReview({ wish: 'risky', keys: 'wallet', risks, isAllowListed: allowed })).toBe(true)
    },
  )
})
