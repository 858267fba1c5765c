import { expect, it } from 'vitest'
import { logEvents } from './json-log.ts'
import { redactAccounts, redactAccountText } from './redact-accounts.ts'

it.each([
  ['Ethereum address', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['Solana address', '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'],
  ['Polkadot address', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
  ['CAIP-10 account', 'eip155:1:0x52908400098527886e0f7030069857d2e4169ee7'],
  ['text with an address', 'Sent to 0x52908400098527886e0f7030069857d2e4169ee7 today'],
  ['hash', `0x${'ab'.repeat(32)}`],
  ['token', 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9'],
  ['e-mail address', 'ada@example.org'],
  ['long text', 'a b '.repeat(100)],
])('%s › removed, as a value, in a list and as a name', (_, secret) => {
  const text = JSON.stringify(redactAccounts({ a: secret, b: [secret, 1], [secret]: true, c: { d: secret } }))
  expect(text).not.toContain(secret)
})

it('words, numbers, ids of chains and of events › unchanged', () => {
  const event = {
    eventId: '3f2a52a0-6e4e-4b53-9a52-0e9f6f3a2e11',
    domain: 'shop.example',
    url: 'https://shop.example',
    timestamp: 1_795_000_000_000,
    props: {
      type: 'track',
      event: 'CONNECT_SUCCESS',
      properties: {
        caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        method: 'browser',
        isEmbedded: false,
        view: null,
      },
    },
  }
  expect(redactAccounts(event)).toEqual(event)
})

it('deep or wide values › truncated', () => {
  expect(redactAccounts({ a: { b: { c: { d: { e: 1 } } } } })).toEqual({
    a: { b: { c: { d: '[removed]' } } },
  })
  expect(redactAccounts(Array(100).fill(1))).toHaveLength(32)
})

it('log sink › one line per event', async () => {
  const lines: unknown[] = []
  const log = (fields: object, message: string) => void lines.push({ ...fields, message })
  const content = { a: '0x52908400098527886E0F7030069857D2E4169EE7' }
  const logger = { debug: log, info: log, warn: log, error: log }
  await logEvents(logger)([{ kind: 'analytics', projectKey: 'k', receivedAtMs: 0, content }])
  expect(lines).toEqual([{ project: 'k', event: { a: '[removed]' }, message: 'analytics event' }])
})

it.each([
  ['address 0x52908400098527886E0F7030069857D2E4169EE7 has 0 want 5', 'address [removed] has 0 want 5'],
  ['account 4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA: not found', 'account [removed]: not found'],
  ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', '[removed]'],
  ['550 ada.lovelace@mail.example: unknown', '550 [removed]: unknown'],
])('text with an identifier: %s › %s', (text, cleaned) => {
  expect(redactAccountText(text)).toBe(cleaned)
})

it.each([
  'eth_call on solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp: no answer',
  'state_queryStorageAt on polkadot:91b171bb158e2d3848fa23a9f1c25182: a storage key is missing',
  'at run (/usr/lib/node_modules/@drawbridge/server/dist/serve.js:10:5)',
  'request 3f2a52a0-6e4e-4b53-9a52-0e9f6f3a2e11, selector 0x70a08231',
])('text without one › unchanged: %s', (text) => {
  expect(redactAccountText(text)).toBe(text)
})
