import { TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { hashTypedData } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import { caseCount, caseSeed, checkProperty, isLongRun } from '../testing/check-property.ts'
import { type CanonicalTypedData, parseTypedData } from './canonical/canonical-typed-data.ts'
import { randomTypedData } from './testing/random-typed-data.ts'

const numRuns = caseCount(1_000, 30_000)
const timeoutMs = isLongRun ? 3_600_000 : 120_000
const seed = caseSeed(160_712)

const requestSchema = z.object({
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  domain: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})
type Request = z.output<typeof requestSchema>

const attempt = <Value>(run: () => Value): Value | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

const byViem = (request: Request) => attempt(() => hashTypedData(request))
const byEthers = ({ types: { EIP712Domain: _domain, ...types }, domain, message }: Request) =>
  attempt(() => TypedDataEncoder.hash(domain, types, message))

/** The canonical value, or the code of the rejection. */
function parse(value: unknown): CanonicalTypedData | number {
  try {
    return parseTypedData(value)
  } catch (error) {
    if (isProviderRpcError(error)) return error.code
    throw error
  }
}

describe('differential fuzz of typed data', () => {
  it(
    'random requests › parsed › the digest is that of viem and ethers',
    async () => {
      const counts = { parsed: 0, agreed: 0, refused: 0, absent: 0 }
      await checkProperty(
        fc.property(randomTypedData, ({ data, isInvalid, hasNull }) => {
          const request = z.parse(requestSchema, data)
          const typed = parse(data)
          if (isInvalid) expect(typed).toBe(-32602)
          if (typeof typed === 'number') {
            expect(isInvalid).toBe(true)
            counts.refused += 1
            return
          }
          counts.parsed += 1
          const [viem, ethers] = [byViem(request), byEthers(request)]
          if (viem !== undefined && viem === ethers) {
            expect(typed.digest).toBe(viem)
            counts.agreed += 1
          }
          const sent = z.parse(requestSchema, JSON.parse(typed.text))
          expect(byViem(sent)).toBe(hasNull ? undefined : typed.digest)
          expect(byEthers(sent)).toBe(hasNull ? undefined : typed.digest)
          if (hasNull) counts.absent += 1
          // The canonical form is a fixed point.
          expect(parse(typed.text)).toEqual(typed)
        }),
        { numRuns, seed },
      )
      expect(counts.agreed).toBeGreaterThan(numRuns / 4)
      expect(counts.refused).toBeGreaterThan(numRuns / 20)
      expect(counts.absent).toBeGreaterThan(numRuns / 200)
    },
    timeoutMs,
  )
})
