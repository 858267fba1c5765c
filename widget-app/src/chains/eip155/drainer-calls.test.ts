import { describe, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { needsReview } from '#widget/domain/review/needs-review.ts'
import { flatFacts, risksOf } from '#widget/domain/review/request-risk.ts'
import { isSevereRequest } from '#widget/domain/review/requires-confirm-window.ts'
import { decodeParsed } from './decode/decode-request.ts'
import { bytesSchema } from './hex.ts'
import { type DrainerCall, drainerCalls } from './testing/drainer-calls.ts'
import { drainerRequests } from './testing/drainer-requests.ts'
import { connection } from './testing/unit-world.ts'
import { parseRequest } from './wallet/request-parser.ts'

const host = 'shop.example'
const corpus = [...drainerCalls, ...drainerRequests]
const withData = z.tuple([z.object({ to: z.string(), data: bytesSchema })])

/** Distinguishes requests: the selector of the call, otherwise the method and its members. */
function kindOf({ request: { method, params } }: DrainerCall): string {
  const called = withData.safeParse(params)
  if (called.success) return called.data[0].data.slice(0, 10)
  const [first] = z.parse(z.tuple([z.record(z.string(), z.unknown())]), params)
  return `${method} ${Object.keys(first).join(' ')}`
}

function evaluate({ request }: DrainerCall, isKnown: boolean) {
  const description = decodeParsed(connection, parseRequest(connection, request), () => isKnown)
  if (description === undefined) throw new Error('It signs something')
  const risks = risksOf(description, { host, newContracts: [], now: Date.UTC(2_026, 0, 1) })
  const isAllowed = isAllowListed(description, { host, isBundledToken: () => isKnown })
  return {
    facts: flatFacts(description.facts),
    risks,
    isGravest: isSevereRequest({ decoding: { is: 'read', description }, risks }),
    isReviewed: needsReview({ reviewMode: 'risky', keys: 'wallet', risks, isAllowListed: isAllowed }),
  }
}

describe('drainer calls', () => {
  it('corpus › no two requests have the same selector or type', () => {
    const kinds = corpus.map(kindOf)
    expect(new Set(kinds).size).toBe(kinds.length)
    expect(kinds.length).toBeGreaterThanOrEqual(30)
  })

  it.each(corpus.map((one) => [one.name, one] as const))(
    'R7 › %s › reviewed, with its fact',
    (_name, one) => {
      const { facts, risks, isReviewed } = evaluate(one, false)
      expect(facts).toContainEqual(expect.objectContaining(one.fact))
      expect(risks).toContain(one.risk)
      expect(isReviewed).toBe(true)
    },
  )

  it('unknown tokens › severe, except for native value', () => {
    expect(corpus.filter((one) => !evaluate(one, false).isGravest).map(({ name }) => name)).toEqual([
      'coins that are burnt as gas',
    ])
  })

  it('contracts of the bundled list › severe unless each fact ends with the request', () => {
    expect(corpus.filter((one) => !evaluate(one, true).isGravest).map(({ name }) => name)).toEqual([
      'transferFrom',
      'coins that are burnt as gas',
    ])
  })

  it('R7 › all of them on contracts of the bundled list › reviewed', () => {
    expect(corpus.filter((one) => !evaluate(one, true).isReviewed).map(({ name }) => name)).toEqual([])
  })
})
