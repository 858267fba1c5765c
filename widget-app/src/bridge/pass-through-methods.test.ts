import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rpcPolicy } from '#shared/channel/rpc-policy.ts'
import { connection } from '#widget/chains/eip155/testing/unit-world.ts'
import { passThroughMethods } from '#widget/chains/eip155/wallet/pass-through-requests.ts'
import { parseRequest } from '#widget/chains/eip155/wallet/request-parser.ts'
import { passThroughMethods as unreadByExtension } from '#widget/chains/polkadot/transactions/prepare-request.ts'
import { widgetMethods } from './ethereum/methods.ts'

const textOf = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

const [, section = ''] = textOf('docs/security.md').split('\n## Requests that pass unread\n')
const [table = ''] = section.split('\n## ')
/** Methods in the first column of the table in the documentation, and those of its list of reads. */
const documented = [...table.matchAll(/^\| ([^|]*) \||^Reads: ([^.]*)\.$/gm)].flatMap(([, cell, reads]) =>
  [...(cell ?? reads ?? '').matchAll(/`([^`]+)`/g)].map(([, method = '']) => method),
)

/** Methods of the wallet or the widget that are decoded, and reviewed if the rules require it. */
const reviewed: readonly string[] = [
  ...['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'eth_signTransaction'],
  ...['wallet_sendCalls', 'wallet_grantPermissions', 'wallet_addEthereumChain', 'wallet_watchAsset'],
]

/** All texts that match a pattern of literals, groups, alternatives and optional groups. */
function textsOfPattern(pattern: string): readonly string[] {
  let at = 0
  const alternatives = (): readonly string[] => {
    const done: string[] = []
    let texts: readonly string[] = ['']
    for (; at < pattern.length && pattern[at] !== ')'; at += 1) {
      const character = pattern[at] ?? ''
      if (character === '|') {
        done.push(...texts)
        texts = ['']
        continue
      }
      let next: readonly string[] = [character]
      if (character === '(') {
        at += 1
        next = alternatives()
        if (pattern[at + 1] === '?') {
          at += 1
          next = [...next, '']
        }
      }
      texts = texts.flatMap((text) => next.map((one) => text + one))
    }
    return [...done, ...texts]
  }
  return alternatives()
}

/** Every method of the policy's patterns that is not blocked. */
const methods = [
  ...textOf('shared/channel/rpc-policy.ts').matchAll(/^ {2}(?:return )?\/\^(.*)\$\/\.test/gm),
].flatMap(([, pattern = '']) => textsOfPattern(pattern))

describe('pass-through requests', () => {
  it('policy › each method of its patterns is covered', () => {
    expect(methods.length).toBeGreaterThan(40)
    expect(new Set(methods).size).toBe(methods.length)
    expect(methods.filter((method) => rpcPolicy(method) === 'refused')).toEqual([])
  })

  it('documentation › has each method that is not reviewed, and no other', () => {
    const unread = methods.filter((method) => !reviewed.includes(method))
    expect([...documented].sort()).toEqual([...unread, ...unreadByExtension].sort())
  })

  it('methods of the wallet › handled by the widget, reviewed, or on the list', () => {
    const byWallet = methods.filter((method) => rpcPolicy(method) === 'wallet' && !widgetMethods.has(method))
    expect(byWallet.sort()).toEqual(
      [...reviewed.filter((method) => !widgetMethods.has(method)), 'eth_sendRawTransaction'].sort(),
    )
  })

  it('reviewed methods › parsed into a decodable request', () => {
    for (const method of reviewed) {
      expect(Object.hasOwn(passThroughMethods, method)).toBe(false)
      // Without parameters they are rejected, and never sent unchanged.
      expect(() => parseRequest(connection, { method, params: [] })).toThrow()
    }
  })

  it.each([...methods.filter((method) => !reviewed.includes(method)), 'eth_sign', 'toString', '__proto__'])(
    '%s › reaches the wallet only if it is on the list',
    (method) => {
      const parse = () => parseRequest(connection, { method, params: ['?', {}, []] })
      expect(parse).toThrow(
        expect.objectContaining({ code: Object.hasOwn(passThroughMethods, method) ? -32_602 : 4200 }),
      )
    },
  )
})

describe('parameters of pass-through requests', () => {
  const [account] = connection.accounts
  it.each<[string, readonly unknown[], readonly unknown[] | undefined]>([
    ['eth_sendRawTransaction', ['0x02f8'], ['0x02f8']],
    ['eth_sendRawTransaction', ['0x'], undefined],
    ['eth_sendRawTransaction', [{ from: account }], undefined],
    ['eth_sendRawTransaction', ['0x02f8', { from: account }], undefined],
    ['wallet_requestPermissions', [{ eth_accounts: { caveats: [1] } }], [{ eth_accounts: {} }]],
    ['wallet_requestPermissions', [{ eth_accounts: {}, snap: {} }], undefined],
    ['wallet_requestPermissions', [{ eth_accounts: {} }, {}], undefined],
    ['wallet_getCapabilities', [account, ['0x1']], [account, ['0x1']]],
    ['wallet_getCapabilities', [account, [{}]], undefined],
    ['wallet_getCallsStatus', ['id'], ['id']],
    ['wallet_getCallsStatus', [{}], undefined],
  ])('%s %j › parsed, or rejected', (method, params, expected) => {
    const parse = () => parseRequest(connection, { method, params })
    if (expected === undefined) return expect(parse).toThrow(expect.objectContaining({ code: -32_602 }))
    expect(parse()).toEqual({ is: 'other', request: { method, params: expected } })
  })
})
