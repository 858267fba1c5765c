import { describe, expect, it } from 'vitest'
import { isLater, isPermissive, licenceProblems } from './licence-rules.ts'

const one = (path: string, version: string, license?: string, dev?: boolean) => ({
  packages: {
    [path]: { version, ...(license === undefined ? {} : { license }), ...(dev === undefined ? {} : { dev }) },
  },
})

describe('licences', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['MIT AND Apache-2.0', true],
    ['MIT AND LGPL-3.0', false],
    ['GPL-3.0', false],
    ['MPL-2.0', false],
    ['BUSL-1.1', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['', false],
  ])('%s › may be shipped: %s', (expression, may) => {
    expect(isPermissive(expression)).toBe(may)
  })

  it('shipped package › without a licence, or copyleft › problem', () => {
    expect(licenceProblems(one('node_modules/a', '1.0.0'))).toEqual(["a 1.0.0 is shipped under 'no licence'"])
    expect(licenceProblems(one('node_modules/x/node_modules/@b/c', '2.0.0', 'AGPL-3.0'))).toEqual([
      "@b/c 2.0.0 is shipped under 'AGPL-3.0'",
    ])
  })

  it('development tool › copyleft › allowed, because it is not shipped', () => {
    expect(licenceProblems(one('node_modules/a', '1.0.0', 'GPL-3.0', true))).toEqual([])
  })

  it.each([
    ['@walletconnect/core', '2.21.8', 0],
    ['@walletconnect/core', '2.21.9', 1],
    ['@walletconnect/utils', '2.25.0', 1],
    ['@walletconnect/logger', '3.0.0', 0],
    ['@reown/walletkit', '1.2.10', 0],
    ['@reown/walletkit', '1.2.11', 1],
    ['@reown/appkit', '1.8.2', 0],
    ['@reown/appkit-common', '1.8.3', 1],
  ])('%s %s › %i problems, tools included', (name, version, count) => {
    expect(licenceProblems(one(`node_modules/${name}`, version, 'Apache-2.0', true))).toHaveLength(count)
  })

  it.each([
    ['1.2.10', '1.2.9', true],
    ['1.2.9', '1.2.10', false],
    ['2.0.0', '2.0.0', false],
    ['2.1.0-canary.1', '2.0.9', true],
  ])('%s › later than %s: %s', (version, than, isLaterVersion) => {
    expect(isLater(version, than)).toBe(isLaterVersion)
  })
})
