import { describe, expect, it } from 'vitest'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { needsReview } from '#widget/domain/review/needs-review.ts'
import { flatFacts, risksOf } from '#widget/domain/review/request-risk.ts'
import { isSevereRequest } from '#widget/domain/review/requires-confirm-window.ts'
import { dappWorld } from './testing/dapp-world.ts'
import { drainerRequests } from './testing/drainer-requests.ts'
import { mint } from './testing/unit-world.ts'

const host = 'shop.example'

/** Requests whose effect ends with the transaction. */
const ending: ReadonlySet<string> = new Set([
  'coins into a new account of another program',
  'coins into an account made from a seed',
  'all that a closed token account holds',
  'tokens are burnt',
  'tokens of a mint that is not named',
  'coins of a token account beyond its rent',
  'tokens with the fee that their mint keeps',
  'an encrypted amount',
  'tokens into an encrypted balance',
  'fees that a mint kept of encrypted transfers',
  'an account of another owner is paid for',
  'coins into a program of another owner',
  'all that a closed lookup table holds',
  'tokens of a nested account are recovered',
  'a priority fee of 1,400 SOL',
])

describe('drainers', () => {
  it('corpus › no two requests select the same instruction', () => {
    const keys = drainerRequests.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBeGreaterThanOrEqual(30)
  })

  it.each(drainerRequests.map((one) => [one.name, one] as const))(
    'R6 › %s › reviewed, with its fact',
    async (name, { request, fact, risk }) => {
      const prepared = await dappWorld().prepare(request.method, request.params)
      const description = await prepared.decode?.(new AbortController().signal)
      if (description === undefined) throw new Error('It is not read')
      expect(flatFacts(description.facts)).toContainEqual(expect.objectContaining(fact))
      const risks = risksOf(description, { host, newContracts: [], now: 0 })
      if (risk !== undefined) expect(risks).toContain(risk)
      const allowed = isAllowListed(description, {
        host,
        isBundledToken: (_chain, contract) => contract === mint,
      })
      expect(allowed).toBe(false)
      expect(isSevereRequest({ decoding: { is: 'read', description }, risks })).toBe(!ending.has(name))
      expect(needsReview({ reviewMode: 'risky', keys: 'wallet', risks, isAllowListed: allowed })).toBe(true)
    },
  )
})
